/** Updates the navbar and the main menu for the current page and the preferred docs version. */

import type { ResolvedItem, ResolvedLink, ResolvedNavbar } from '../../config/resolveNavbar.ts'
import type { ShellModel } from '../fragment.ts'
import type { PartHooks, Site } from './site.ts'

export function navbar({ document, storage: { kept } }: Site): PartHooks {
  const model = readModel(document)
  const preferring = model && import('./docsVersions.ts')
  let latest: ResolvedNavbar | undefined

  // If it can't load, links keep the document's targets.
  preferring
    ?.then(({ forgetGoneVersions, rememberVersions }) => {
      forgetGoneVersions(model!.versions, kept)
      rememberVersions(document, kept)
    })
    .catch(() => {})
  return {
    content(page) {
      const own = page === undefined ? model?.navbar : 'fragment' in page ? page.fragment.navbar : undefined
      if (own) show(own)
    },
  }

  function show(own: ResolvedNavbar): void {
    const isDocsPage = document.querySelector('.layout[data-sidebar]') !== null
    latest = own
    patch(own)
    if (isDocsPage) return
    preferring
      ?.then(({ preferVersions }) => own === latest && patch(preferVersions(own, kept)))
      .catch(() => {})
  }

  function patch(shown: ResolvedNavbar): void {
    patchLinks('.navbar-links', shown)
    patchLinks('.main-menu', shown)
  }

  /** Updates link targets, current marks and menu labels in the document, which has the model's order. */
  function patchLinks(selector: string, { left, right }: ResolvedNavbar): void {
    const items = [...left, ...right]
    const links = items.flatMap(linksOf)
    document.querySelectorAll(`${selector} a:not(.raw-html a)`).forEach((anchor, index) => {
      const link = links[index]
      if (!link) return
      anchor.setAttribute('href', link.href)
      if (link.current) anchor.setAttribute('aria-current', link.current)
      else anchor.removeAttribute('aria-current')
    })
    const menus = items.filter((item) => item.kind === 'menu')
    document.querySelectorAll<HTMLElement>(`${selector} [data-menu]`).forEach((menu, index) => {
      const { label, current } = menus[index]!
      menu.querySelector('.menu-label')!.textContent = label
      if (current) menu.dataset.current = current
      else delete menu.dataset.current
    })
  }
}

/** The document contains the model only if there are several versions. */
export function readModel(document: Document): ShellModel | undefined {
  const block = document.getElementById('shell-model')?.textContent
  return block ? JSON.parse(block) : undefined
}

function linksOf(item: ResolvedItem): ResolvedLink[] {
  if (item.kind === 'link') return [item]
  return item.kind === 'menu' ? item.items.flatMap(linksOf) : []
}
