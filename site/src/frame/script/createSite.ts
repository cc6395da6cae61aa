/**
 * The script of every page. Pages work without it, with native elements. Each part adds one behavior. `site/README.md`
 * lists them.
 */
import type { SiteStorage } from '../../shared/services.ts'
import { announcement } from './announcement.ts'
import { createAnnouncer } from './announcer.ts'
import { askAgain } from './askAgain.ts'
import { colorMode } from './colorMode.ts'
import { copyButtons } from './copyButtons.ts'
import { islandsOfPage } from './islands.ts'
import { menus } from './menus.ts'
import { navbar } from './navbar.ts'
import { navigation } from './navigation.ts'
import { createReloads } from './reloads.ts'
import { createScrollMemory } from './scrollMemory.ts'
import { searchKeys } from './searchKeys.ts'
import { sidebar } from './sidebar.ts'
import type { PartHooks, Parts, Shown, Site } from './site.ts'
import { tabs } from './tabs.ts'

/** Loaded only if configured, because few sites use it. */
function hidingNavbar({ document }: Site): void {
  const navbar = document.querySelector<HTMLElement>('.navbar[data-hide-on-scroll]')
  // If it can't load, the navbar stays visible.
  if (navbar) import('./hideOnScroll.ts').then((more) => more.hideOnScroll(navbar)).catch(() => {})
}

/** The list of calls of the API reference. If it can't load, its links still work. */
export function startCalls(document: Document): void {
  const reference = document.getElementById('reference')
  if (reference)
    import('../../reference/callList.ts').then((more) => more.callList(reference)).catch(() => {})
}

const calls = ({ document }: Site): PartHooks => ({ content: () => startCalls(document) })

/** In start order. `lateParts.ts` has the others. */
const PARTS = {
  calls,
  colorMode,
  announcement,
  navbar,
  menus,
  sidebar,
  hidingNavbar,
  searchKeys,
  tabs,
  copyButtons,
  navigation,
  islands: islandsOfPage,
} as const satisfies Parts

/** Starts all parts. An error in one part is reported and doesn't stop the others. */
export function createSite(
  document: Document,
  history: History,
  storage: SiteStorage,
  parts: Parts = PARTS,
): Site {
  const hooks = new Map<string, PartHooks>()
  const site: Site = {
    document,
    history,
    storage,
    reloads: createReloads(storage.tab),
    scroll: createScrollMemory(document, history, storage.tab),
    announce: createAnnouncer(document),
    visits: () => find('visits'),
    navigate(address) {
      const follow = find('navigate')
      if (follow) follow(address)
      else location.assign(address)
    },
    shown: (page) => takeUp(hooks, page),
    add(more) {
      const added = new Map<string, PartHooks>()
      for (const [name, part] of Object.entries(more))
        attempt(name, () => {
          const own = part(site)
          if (own) added.set(name, own)
        })
      for (const [name, own] of added) hooks.set(name, own)
      takeUp(added)
    },
  }
  site.add(parts)
  attempt('askAgain', () => askAgain(document, storage))
  document.documentElement.dataset.site = 'started'
  return site

  function find<Name extends keyof PartHooks>(name: Name): PartHooks[Name] | undefined {
    return [...hooks.values()].find((one) => one[name])?.[name]
  }
}

function takeUp(hooks: ReadonlyMap<string, PartHooks>, page?: Shown): void {
  for (const [name, { content }] of hooks) attempt(name, () => content?.(page))
}

function attempt(name: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    // Report like an uncaught error, for error monitoring.
    reportError(new Error(`shell part \`${name}\` failed`, { cause: error }))
  }
}
