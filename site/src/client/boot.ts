/** The script of every page: all that a reading visit downloads. No React; see `hydrate.ts` for when it comes. */

import { announce } from './announce.ts'
import { startAnnouncementBar } from './announcementBar.ts'
import { startCollapse } from './collapse.ts'
import { startColorMode } from './colorMode.ts'
import { showCopyButtons, startCopyButtons } from './copyButtons.ts'
import { startDocsVersions } from './docsVersions.ts'
import { closeDrawer, startDrawer } from './drawer.ts'
import { startHideOnScroll } from './hideOnScroll.ts'
import { hydrateOnIntent } from './hydrate.ts'
import { createIslands } from './islands.ts'
import { startMenus } from './menus.ts'
import { startNavbarState, updateNavbar } from './navbarState.ts'
import { goTo, startNavigation } from './navigate.ts'
import { startPrefetch, watchLikelyLinks } from './prefetch.ts'
import { readContents, startScrollHighlight } from './scrollHighlight.ts'
import { startSearchKeys } from './searchKeys.ts'
import { revealCurrentPage } from './sidebar.ts'
import { readForTab, readStored, writeForTab, writeStored } from './storage.ts'
import { arrangeTabs, startTabs } from './tabs.ts'

const islands = createIslands(document, {
  storage: {
    kept: { read: readStored, write: writeStored },
    tab: { read: readForTab, write: writeForTab },
  },
  announce,
  navigate: goTo,
})

startColorMode()
startAnnouncementBar()
startDocsVersions(startNavbarState())
startMenus()
startDrawer()
startHideOnScroll()
startSearchKeys()
startTabs()
startCopyButtons()
startCollapse()
startScrollHighlight()
enhanceContent()
revealCurrentPage()
startNavigation((fragment) => {
  closeDrawer()
  updateNavbar(fragment)
  enhanceContent()
})
startPrefetch()
hydrateOnIntent()

/** What each page's content needs once it is in the document. */
function enhanceContent(): void {
  showCopyButtons()
  arrangeTabs()
  readContents()
  watchLikelyLinks()
  islands.refresh()
}
