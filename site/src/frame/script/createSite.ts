/**
 * The script of every page. Pages work without it, with native elements. Each part adds one behavior. `site/README.md`
 * lists them.
 */
import type { SiteStorage } from '../../shared/services.ts'
import { announcement } from './announcement.ts'
import { createAnnouncer } from './announcer.ts'
import { askAgain } from './askAgain.ts'
import { collapse } from './collapse.ts'
import { colorMode } from './colorMode.ts'
import { contents } from './contents.ts'
import { copyButtons } from './copyButtons.ts'
import { drawer } from './drawer.ts'
import { fonts } from './fonts.ts'
import { createFragments } from './fragments.ts'
import { islandsOfPage } from './islands.ts'
import { menus } from './menus.ts'
import { navbar } from './navbar.ts'
import { navigation } from './navigation.ts'
import { prefetch } from './prefetch.ts'
import { problemReport } from './problemReport.ts'
import { createReloads, patience } from './reloads.ts'
import { searchKeys } from './searchKeys.ts'
import { sidebar } from './sidebar.ts'
import type { Part, PartHooks, Shown, Site } from './site.ts'
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

/** In start order. */
const PARTS = {
  calls,
  colorMode,
  announcement,
  navbar,
  menus,
  drawer,
  sidebar,
  hidingNavbar,
  searchKeys,
  tabs,
  copyButtons,
  problemReport,
  collapse,
  contents,
  navigation,
  prefetch,
  islands: islandsOfPage,
  fonts,
} as const satisfies Record<string, Part>

/** Starts all parts. An error in one part is reported and doesn't stop the others. */
export function createSite(
  document: Document,
  history: History,
  storage: SiteStorage,
  parts: Readonly<Record<string, Part>> = PARTS,
): Site {
  const hooks = new Map<string, PartHooks>()
  const site: Site = {
    document,
    history,
    storage,
    fragments: createFragments(
      (address) => fetch(address, { signal: patience() }),
      document.querySelector('script[type=module]')?.getAttribute('src') ?? undefined,
    ),
    reloads: createReloads(storage.tab),
    announce: createAnnouncer(document),
    navigate(address) {
      const follow = [...hooks.values()].find((one) => one.navigate)?.navigate
      if (follow) follow(address)
      else location.assign(address)
    },
    shown: takeUp,
  }
  for (const [name, part] of Object.entries(parts))
    attempt(name, () => {
      const own = part(site)
      if (own) hooks.set(name, own)
    })
  takeUp()
  attempt('askAgain', () => askAgain(document, storage))
  document.documentElement.dataset.site = 'started'
  return site

  function takeUp(page?: Shown): void {
    for (const [name, { content }] of hooks) attempt(name, () => content?.(page))
  }
}

function attempt(name: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    // Report like an uncaught error, for error monitoring.
    reportError(new Error(`shell part \`${name}\` failed`, { cause: error }))
  }
}
