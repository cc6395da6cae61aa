/** Keeps the navbar true to the page that is shown: by hand until React is there, then by React. */

import type { Fragment, ShellModel } from '../app/fragment.ts'
import type { ResolvedItem, ResolvedLink, ResolvedNavbar } from '../config/resolveNavbar.ts'
import { preferVersions } from './docsVersions.ts'

let model: ShellModel
let render: ((model: ShellModel) => void) | undefined

export function startNavbarState(): ShellModel {
  model = JSON.parse(document.getElementById('shell-model')!.textContent!)
  show(model.navbar)
  return model
}

/** From now on React renders the navbar. */
export function handOverNavbar(renderer: (model: ShellModel) => void): void {
  render = renderer
}

export function currentModel(): ShellModel {
  return model
}

export function updateNavbar({ route, kind, version, navbar }: Fragment): void {
  model = { ...model, route, kind, version }
  show(navbar)
}

function show(navbar: ResolvedNavbar): void {
  model = { ...model, navbar: preferVersions(navbar, model) }
  if (render) {
    render(model)
  } else {
    patch('.navbar-links', model.navbar)
    patch('.main-menu', model.navbar)
  }
}

/** Sets the addresses, current marks and menu labels of what is in the document, which stands in the model's order. */
function patch(selector: string, { left, right }: ResolvedNavbar): void {
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

function linksOf(item: ResolvedItem): ResolvedLink[] {
  if (item.kind === 'link') return [item]
  return item.kind === 'menu' ? item.items.flatMap(linksOf) : []
}
