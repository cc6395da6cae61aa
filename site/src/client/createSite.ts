/**
 * The script of every page: all that a reading visit runs. The page works without it, through the platform's own
 * elements; each part adds one behavior. `site/README.md` lists them.
 */
import type { SiteStorage } from '../shell/services.ts'
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

/** What few sites configure is loaded where it is. */
function hidingNavbar({ document }: Site): void {
  const navbar = document.querySelector<HTMLElement>('.navbar[data-hide-on-scroll]')
  // One that cannot be loaded stays where it is.
  if (navbar) import('./hideOnScroll.ts').then((more) => more.hideOnScroll(navbar)).catch(() => {})
}

/** In the order in which they start. */
const PARTS = {
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

/** Starts every part on the page; one that throws is reported and stops no other. */
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
      `${document.documentElement.lang} ${document.querySelector('script[type=module]')?.getAttribute('src')}`,
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
    // Reported as an uncaught error would be, so that whoever watches for those sees it.
    reportError(new Error(`the shell's part \`${name}\` failed`, { cause: error }))
  }
}
