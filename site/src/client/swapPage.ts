/** Puts a page's fragment in the place of the page that is shown. */

import type { Fragment } from '../app/fragment.ts'
import { markCurrentPage, revealCurrentPage } from './sidebar.ts'

/**
 * Replaces what differs between pages; the sidebar keeps its open categories when it stays the same.
 * @param fades shown by a transition, where the browser has them and motion is wanted
 * @param isWanted a transition swaps a frame later, when another page may have been shown at once
 */
export async function swapPage(
  document: Document,
  fragment: Fragment,
  fades: boolean,
  isWanted: () => boolean,
): Promise<void> {
  const still = !fades || matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || !document.startViewTransition) {
    replaceContent(document, fragment)
    return
  }
  const swap = () => {
    if (isWanted()) replaceContent(document, fragment)
  }
  await document.startViewTransition(swap).updateCallbackDone
}

function replaceContent(document: Document, fragment: Fragment): void {
  const layout = document.querySelector<HTMLElement>('.layout')!
  const drawer = document.getElementById('menu')!
  replaceHead(document, fragment)
  document.getElementById('main')!.innerHTML = fragment.main
  document.querySelector('.toc')!.innerHTML = fragment.toc
  layout.dataset.kind = fragment.kind
  layout.dataset.route = fragment.route
  drawer.dataset.panel = fragment.sidebar ? 'secondary' : 'main'
  if (fragment.sidebar?.id !== layout.dataset.sidebar) replaceSidebar(document, layout, fragment.sidebar)
  else markCurrentPage(document, fragment.route)
  revealCurrentPage(document)
}

function replaceSidebar(document: Document, layout: HTMLElement, sidebar: Fragment['sidebar']): void {
  if (sidebar) layout.dataset.sidebar = sidebar.id
  else delete layout.dataset.sidebar
  document.querySelector('.drawer-sidebar')!.innerHTML = sidebar?.html ?? ''
  document.querySelector('[data-sidebar-label]')!.textContent = sidebar?.label ?? ''
}

/** Nothing is said any more about the page that was shown: one that could not be loaded stands in its place. */
export function leavePage(document: Document, heading: string): void {
  const { dataset } = document.querySelector<HTMLElement>('.layout')!
  const site = document.title.split(' | ').at(-1)
  const nothing = { description: null, version: null, canonical: null, markdown: null, noindex: true }
  replaceHead(document, { title: `${heading} | ${site}`, ...nothing })
  dataset.kind = 'doc'
  dataset.route = ''
  markCurrentPage(document, '')
}

/** What the head says about a page; where a page has none of it, the element leaves with the page that had it. */
function replaceHead(
  document: Document,
  { title, description, version, canonical, markdown, noindex }: Head,
): void {
  document.title = title
  setHead(document, 'meta', ['name', 'description'], 'content', description)
  setHead(document, 'meta', ['name', 'docsearch:version'], 'content', version)
  setHead(document, 'link', ['rel', 'canonical'], 'href', canonical)
  setHead(document, 'link', ['type', 'text/markdown'], 'href', markdown)
  setHead(document, 'meta', ['name', 'robots'], 'content', noindex ? 'noindex' : null)
}

type Head = Pick<Fragment, 'title' | 'noindex'> &
  Readonly<Record<'description' | 'version' | 'canonical' | 'markdown', string | null>>

function setHead(
  document: Document,
  tag: 'meta' | 'link',
  [key, name]: readonly [string, string],
  attribute: string,
  value: string | null,
): void {
  const found = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    found?.remove()
    return
  }
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  if (key === 'type') element.setAttribute('rel', 'alternate')
  element.setAttribute(attribute, value)
}
