/** The docs version that a reader prefers, remembered per docs plugin. */

import type { ShellModel } from '../app/fragment.ts'
import type { ResolvedItem, ResolvedLink, ResolvedNavbar } from '../config/resolveNavbar.ts'
import { readStored, writeStored } from './storage.ts'

export const versionKey = (pluginId: string) => `docs-preferred-version-${pluginId}`

/** Remembers the version of a link that chooses one, and forgets versions that no longer exist. */
export function startDocsVersions(model: ShellModel): void {
  if (!model.rememberVersions) return
  for (const { pluginId, names } of model.versions) {
    const saved = readStored(versionKey(pluginId))
    if (saved !== null && !names.includes(saved)) writeStored(versionKey(pluginId), null)
  }
  document.addEventListener('click', (event) => {
    const choice = (event.target as Element).closest<HTMLElement>('[data-remember]')?.dataset.remember
    if (!choice) return
    const [pluginId, version] = choice.split(' ') as [string, string]
    writeStored(versionKey(pluginId), version)
  })
}

/** On pages outside the versioned docs, links into them lead to the preferred version, and its menu shows it. */
export function preferVersions(navbar: ResolvedNavbar, model: ShellModel): ResolvedNavbar {
  if (!model.rememberVersions || model.versions.every(({ names }) => names.length < 2)) return navbar
  if (isDocsPage()) return navbar
  return { left: navbar.left.map(preferVersion), right: navbar.right.map(preferVersion) }
}

function preferVersion(item: ResolvedItem): ResolvedItem {
  if (item.kind === 'link') return preferLink(item)
  if (item.kind !== 'menu') return item
  const preferred = item.items.find((one) => one.kind === 'link' && isPreferred(one))
  const items = item.items.map((one) => (one.kind === 'link' ? preferLink(one) : one))
  return preferred?.kind === 'link' ? { ...item, items, label: preferred.label } : { ...item, items }
}

function preferLink(link: ResolvedLink): ResolvedLink {
  if (link.inVersion && link.pluginId !== undefined) {
    const saved = readStored(versionKey(link.pluginId))
    return { ...link, href: (saved !== null && link.inVersion[saved]) || link.href }
  }
  if (!link.remembers || readStored(versionKey(link.remembers.pluginId)) === null) return link
  const { current: _, ...rest } = link
  return isPreferred(link) ? { ...rest, current: 'true' } : rest
}

function isPreferred({ remembers }: ResolvedLink): boolean {
  return remembers !== undefined && readStored(versionKey(remembers.pluginId)) === remembers.version
}

function isDocsPage(): boolean {
  return document.querySelector('.layout[data-sidebar]') !== null
}
