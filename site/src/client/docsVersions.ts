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

/** On pages outside the versioned docs, links into them lead to the preferred version. */
export function preferVersions(navbar: ResolvedNavbar, model: ShellModel): ResolvedNavbar {
  if (!model.rememberVersions || model.versions.every(({ names }) => names.length < 2)) return navbar
  if (model.navbar && isDocsPage(model)) return navbar
  const items = (list: readonly ResolvedItem[]) => list.map(preferVersion)
  return { left: items(navbar.left), right: items(navbar.right) }
}

function preferVersion(item: ResolvedItem): ResolvedItem {
  if (item.kind === 'menu') return { ...item, items: item.items.map(preferVersion) as ResolvedLink[] }
  if (item.kind !== 'link' || !item.inVersion || item.pluginId === undefined) return item
  const saved = readStored(versionKey(item.pluginId))
  return { ...item, href: (saved !== null && item.inVersion[saved]) || item.href }
}

function isDocsPage(model: ShellModel): boolean {
  return document.querySelector('.layout[data-sidebar]') !== null && model.kind !== 'not-found'
}
