/** Stores the reader's preferred docs version per plugin. Loaded only if there are several versions. */

import type { ResolvedItem, ResolvedLink, ResolvedNavbar } from '../../config/resolveNavbar.ts'
import type { StorageSlot } from '../../shared/services.ts'
import type { DocsVersions } from '../fragment.ts'

export const versionKey = (pluginId: string) => `docs-preferred-version-${pluginId}`

/** Stores the plugin and version in the clicked link's `data-remember`. */
export function rememberVersions(document: Document, kept: StorageSlot): void {
  document.addEventListener('click', (event) => {
    const choice = (event.target as Element).closest<HTMLElement>('[data-remember]')?.dataset.remember
    const [pluginId, version] = choice?.split(' ') ?? []
    if (pluginId && version) kept.write(versionKey(pluginId), version)
  })
}

/** Deletes preferences for versions that no longer exist. */
export function forgetGoneVersions(versions: DocsVersions, kept: StorageSlot): void {
  for (const { pluginId, names } of versions) {
    const saved = kept.read(versionKey(pluginId))
    if (saved !== null && !names.includes(saved)) kept.write(versionKey(pluginId), null)
  }
}

/** The navbar for pages outside the versioned docs, with links and menu set to the preferred version. */
export function preferVersions(navbar: ResolvedNavbar, kept: StorageSlot): ResolvedNavbar {
  const prefer = (item: ResolvedItem) => preferVersion(item, kept)
  return { left: navbar.left.map(prefer), right: navbar.right.map(prefer) }
}

function preferVersion(item: ResolvedItem, kept: StorageSlot): ResolvedItem {
  if (item.kind === 'link') return preferLink(item, kept)
  if (item.kind !== 'menu') return item
  const preferred = item.items.find((one) => one.kind === 'link' && isPreferred(one, kept))
  const items = item.items.map((one) => (one.kind === 'link' ? preferLink(one, kept) : one))
  return preferred?.kind === 'link' ? { ...item, items, label: preferred.label } : { ...item, items }
}

function preferLink(link: ResolvedLink, kept: StorageSlot): ResolvedLink {
  if (link.inVersion && link.pluginId !== undefined) {
    const saved = kept.read(versionKey(link.pluginId)) ?? ''
    return Object.hasOwn(link.inVersion, saved) ? { ...link, href: link.inVersion[saved]! } : link
  }
  if (!link.remembers || kept.read(versionKey(link.remembers.pluginId)) === null) return link
  const { current: _, ...rest } = link
  return isPreferred(link, kept) ? { ...rest, current: 'true' } : rest
}

function isPreferred({ remembers }: ResolvedLink, kept: StorageSlot): boolean {
  return remembers !== undefined && kept.read(versionKey(remembers.pluginId)) === remembers.version
}
