/** The generated part of a category's index page: a card per page. */
import type { Root } from 'hast'
import { createElement } from 'react'
import type { SidebarItem } from '../../src/config/model.ts'
import { renderTree } from '../../src/frame/tree.ts'
import { Card, Cards } from '../../src/mdx/elements.tsx'

interface CardText {
  readonly title: string
  readonly description: string
}

/** Cards in sidebar order. Pages of a nested category take its place. */
export function categoryCards(
  items: readonly SidebarItem[],
  pageAt: (route: string) => CardText | undefined,
): Root {
  const cards = items.flatMap(linksBelow).flatMap((href) => {
    const page = pageAt(href)
    return page === undefined
      ? []
      : [createElement(Card, { key: href, href, title: page.title }, page.description)]
  })
  return renderTree(createElement(Cards, null, cards))
}

function linksBelow(item: SidebarItem): string[] {
  if (item.kind === 'link') return [item.href]
  const own = item.href === undefined ? [] : [item.href]
  return [...own, ...item.items.flatMap(linksBelow)]
}
