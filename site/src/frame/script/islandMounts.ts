/** Mounts islands in their elements and unmounts them when their page leaves. */

import { ISLAND_OPEN, type IslandEntry, type IslandOpenDetail } from '../../shared/island.ts'
import { showPartError } from './loadError.ts'
import { loadingNotice } from './loadingNotice.ts'
import type { Site } from './site.ts'

/** Values of `data-island-state`, which is absent at first. */
type State = 'waiting' | 'loading' | 'ready'

export type IslandSite = Pick<Site, 'document' | 'reloads' | 'storage' | 'announce' | 'navigate'>

export function createMounts(site: IslandSite, entryOf: (host: HTMLElement) => IslandEntry | undefined) {
  const { document, reloads } = site
  const mounted = new Map<HTMLElement, () => void>()
  /** The control that last opened an island that hasn't mounted yet. */
  const openers = new Map<HTMLElement, HTMLElement>()

  return {
    mount,
    /** Mounts an island unless it is, and tells it which control opened it. */
    open(host: HTMLElement, opener: HTMLElement): void {
      openers.set(host, opener)
      if (stateOf(host) === 'ready') deliverOpen(host, openers)
      else void mount(host)
    },
    /** Forgets which controls opened islands that haven't mounted yet. */
    cancelOpening: () => openers.clear(),
    /** Unmounts islands that are no longer in the document. */
    unmountRemoved(): void {
      for (const [host, leave] of mounted) if (!host.isConnected && mounted.delete(host)) leave()
    },
  }

  async function mount(host: HTMLElement): Promise<void> {
    const entry = entryOf(host)
    if (!entry || stateOf(host) !== 'waiting') return
    // Read the height before the notice changes the layout.
    const height = host.offsetHeight
    setState(host, 'loading')
    const notice = host.parentElement!.insertBefore(loadingNotice(document, entry.label), host)
    const part = `island ${host.dataset.island}`
    const opener = openers.get(host)
    const isWanted = () => host.isConnected && (entry.on !== 'click' || openers.has(host))
    try {
      const [{ mountIsland }, island] = await reloads.load(part, () => loadIsland(host, entry), opener)
      const data = await island.prepare?.(host)
      if (!isWanted()) return setState(host, 'waiting')
      host.style.minHeight = `${height}px`
      const leave = mountIsland(island.default, { host, data }, site, () => {
        host.style.removeProperty('min-height')
        setState(host, 'ready')
        deliverOpen(host, openers)
      })
      mounted.set(host, leave)
    } catch (error) {
      setState(host, 'waiting')
      if (!isWanted()) return
      const retry = () => {
        reloads.forget(part)
        if (opener) openers.set(host, opener)
        void mount(host)
      }
      showPartError(document, { what: entry.label, error, retry, host, isAwaited: openers.has(host) })
    } finally {
      notice.remove()
    }
  }
}

function deliverOpen(host: HTMLElement, openers: Map<HTMLElement, HTMLElement>): void {
  const opener = openers.get(host)
  if (!opener) return
  openers.delete(host)
  host.dispatchEvent(new CustomEvent<IslandOpenDetail>(ISLAND_OPEN, { detail: { opener } }))
}

export const loadIsland = (host: HTMLElement, entry: IslandEntry) =>
  Promise.all([import('../../shared/mountIsland.tsx'), entry.load(host.dataset.island!)])

export function stateOf(host: HTMLElement): State | undefined {
  return host.dataset.islandState as State | undefined
}

export function setState(host: HTMLElement, state: State): void {
  host.dataset.islandState = state
  host.ariaBusy = state === 'loading' ? 'true' : null
}
