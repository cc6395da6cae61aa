import { fill, messages } from '../config/messages.ts'
import type { SidebarItem } from '../config/model.ts'
import { ChevronIcon } from './icons.tsx'

/**
 * A sidebar's tree. Categories are `<details>`, so they open without scripts. Those around the current page are open, and
 * opening one never closes another.
 */
export function SidebarTree({ items, route }: { items: readonly SidebarItem[]; route: string }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.href ?? item.label} className={item.kind}>
          {item.kind === 'link' ? (
            <SidebarLink item={item} route={route} />
          ) : (
            <Category category={item} route={route} />
          )}
        </li>
      ))}
    </ul>
  )
}

type CategoryItem = Extract<SidebarItem, { kind: 'category' }>

function SidebarLink({ item, route }: { item: SidebarItem; route: string }) {
  return (
    <a href={item.href} aria-current={item.href === route ? 'page' : undefined}>
      {item.label}
    </a>
  )
}

/** A category with its own page is a link next to a toggle. */
function Category({ category, route }: { category: CategoryItem; route: string }) {
  const { pagesIn } = messages
  return (
    <>
      {category.href && <SidebarLink item={category} route={route} />}
      <details open={containsRoute(category, route)}>
        <summary className={category.href ? 'beside-link' : undefined}>
          <span className={category.href ? 'visually-hidden' : undefined}>
            {category.href ? fill(pagesIn, { label: category.label }) : category.label}
          </span>
          <ChevronIcon />
        </summary>
        <SidebarTree items={category.items} route={route} />
      </details>
    </>
  )
}

function containsRoute(item: SidebarItem, route: string): boolean {
  return (
    item.href === route ||
    (item.kind === 'category' && item.items.some((child) => containsRoute(child, route)))
  )
}
