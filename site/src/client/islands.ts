/** Decides when to load the page's islands and unmounts those of earlier pages. */
import { islands as registry } from '../islands.ts'
import { wordOf } from '../shell/errorBoxTemplate.ts'
import { ISLAND_OPEN, type IslandEntry, type IslandOpenDetail } from '../shell/island.ts'
import { showPartError } from './loadError.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { PartHooks, Site } from './site.ts'

/** Distance from the window at which an element counts as near. */
const NEAR = '300px'

/** Values of `data-island-state`, which is absent at first. */
type State = 'waiting' | 'loading' | 'ready'

/** @param signal removes the listeners, for tests */
export function islandsOfPage(
  site: Pick<Site, 'document' | 'reloads' | 'storage' | 'announce' | 'navigate'>,
  entries: Readonly<Record<string, IslandEntry>> = registry,
  signal?: AbortSignal,
): PartHooks {
  const { document, reloads } = site
  const mounted = new Map<HTMLElement, () => void>()
  /** The control that last opened an island that hasn't mounted yet. */
  const openers = new Map<HTMLElement, HTMLElement>()
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) void mount(target as HTMLElement)
    },
    { rootMargin: NEAR },
  )
  const until = signal ? { signal } : {}
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, intended, { passive: true, ...until })
  document.addEventListener('click', clicked, until)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && openers.clear(), until)

  return { content: refresh }

  /** Starts the islands of the current page and unmounts those that are no longer in the document. */
  function refresh(): void {
    for (const [host, leave] of mounted) {
      if (host.isConnected) continue
      mounted.delete(host)
      leave()
    }
    openers.clear()
    near.disconnect()
    for (const host of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const entry = entryOf(host)
      if (stateOf(host) === undefined) {
        if (!entry) console.error(`unknown island \`${host.dataset.island}\``)
        setState(host, 'waiting')
      }
      if (entry?.on === 'visible' && stateOf(host) === 'waiting') near.observe(host)
    }
  }

  function intended(event: Event): void {
    const target = event.target as Element | null
    const opened = hostThatOpens(target)
    const host = opened ?? target?.closest?.<HTMLElement>('[data-island-state="waiting"]')
    const entry = host && entryOf(host)
    if (!host || !entry || stateOf(host) !== 'waiting') return
    if (!opened && entry.on === 'intent') return void mount(host)
    // Ignore a failed prefetch, because the click tries again.
    if (entry.on !== 'visible' && mayPrefetch())
      load(host, entry).then(
        ([, island]) => island.ahead?.(host),
        () => {},
      )
  }

  function clicked(event: MouseEvent): void {
    const host = hostThatOpens(event.target as Element)
    if (!host) return
    const opener = (event.target as Element).closest<HTMLElement>('[data-opens]')!
    // A link to a section also scrolls there.
    if (!opener.getAttribute('href')?.startsWith('#')) event.preventDefault()
    openers.set(host, opener)
    if (stateOf(host) === 'ready') deliverOpen(host)
    else void mount(host)
  }

  /** The island around the opening control, or else the first with that name. */
  function hostThatOpens(target: Element | null): HTMLElement | undefined {
    const name = target?.closest?.<HTMLElement>('[data-opens]')?.dataset.opens
    if (!name) return undefined
    // Names are words and hyphens (`src/islands.ts`), so they need no escaping.
    const selector = `[data-island="${name}"]`
    return (
      target!.closest<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(selector) ?? undefined
    )
  }

  async function mount(host: HTMLElement): Promise<void> {
    const entry = entryOf(host)
    if (!entry || stateOf(host) !== 'waiting') return
    near.unobserve(host)
    // Read the height before the notice changes the layout.
    const height = host.offsetHeight
    setState(host, 'loading')
    const notice = host.parentElement!.insertBefore(loadingNotice(entry.label), host)
    const part = `island ${host.dataset.island}`
    const opener = openers.get(host)
    const isWanted = () => host.isConnected && (entry.on !== 'click' || openers.has(host))
    try {
      const [{ mountIsland }, island] = await reloads.load(part, () => load(host, entry), opener)
      const data = await island.prepare?.(host)
      if (!isWanted()) return setState(host, 'waiting')
      host.style.minHeight = `${height}px`
      const props = { host, data }
      mounted.set(
        host,
        mountIsland(island.default, props, site, () => {
          host.style.removeProperty('min-height')
          setState(host, 'ready')
          deliverOpen(host)
        }),
      )
    } catch (error) {
      setState(host, 'waiting')
      if (!isWanted()) return
      showPartError(document, {
        what: entry.label,
        error,
        retry() {
          reloads.forget(part)
          if (opener) openers.set(host, opener)
          void mount(host)
        },
        host,
        isAwaited: openers.has(host),
      })
    } finally {
      notice.remove()
    }
  }

  function load(host: HTMLElement, entry: IslandEntry) {
    return Promise.all([import('../shell/mountIsland.tsx'), entry.load(host.dataset.island!)])
  }

  function deliverOpen(host: HTMLElement): void {
    const opener = openers.get(host)
    if (!opener) return
    openers.delete(host)
    host.dispatchEvent(new CustomEvent<IslandOpenDetail>(ISLAND_OPEN, { detail: { opener } }))
  }

  function loadingNotice(label: string): HTMLElement {
    const notice = document.createElement('p')
    notice.className = 'island-notice'
    notice.setAttribute('role', 'status')
    notice.textContent = wordOf(document, 'partLoading').replace('{part}', label.replace(/^The /, 'the '))
    return notice
  }

  function entryOf(host: HTMLElement): IslandEntry | undefined {
    return entries[host.dataset.island!]
  }
}

function stateOf(host: HTMLElement): State | undefined {
  return host.dataset.islandState as State | undefined
}

function setState(host: HTMLElement, state: State): void {
  host.dataset.islandState = state
  host.ariaBusy = state === 'loading' ? 'true' : null
}
