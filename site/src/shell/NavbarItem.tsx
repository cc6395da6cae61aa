import type { KeyboardEvent } from 'react'
import type { ResolvedHtml, ResolvedItem, ResolvedLink, ResolvedMenu } from '../config/resolveNavbar.ts'
import { ChevronIcon, ExternalIcon } from './icons.tsx'

/** One entry of the navbar or of the main menu. Search has a place of its own in the navbar. */
export function NavbarItem({ item }: { item: ResolvedItem }) {
  switch (item.kind) {
    case 'link':
      return <NavbarLink link={item} />
    case 'menu':
      return <NavbarMenu menu={item} />
    case 'html':
      return <RawHtml item={item} />
    case 'search':
      return null
  }
}

function NavbarLink({ link }: { link: ResolvedLink }) {
  return (
    <a
      href={link.href}
      aria-current={link.current}
      lang={link.lang}
      hrefLang={link.lang}
      data-remember={link.remembers && `${link.remembers.pluginId} ${link.remembers.version}`}
      {...(link.external ? { rel: 'external noopener' } : {})}
    >
      {link.label}
      {link.external && !link.lang && <ExternalIcon />}
    </a>
  )
}

/** A menu that the platform opens; `client/menus.ts` closes it, arrow keys come with hydration. */
function NavbarMenu({ menu }: { menu: ResolvedMenu }) {
  return (
    <details className="menu" data-menu="" data-current={menu.current} onKeyDown={moveFocus}>
      <summary>
        {menu.purpose && <span className="visually-hidden">{`${menu.purpose}: `}</span>}
        <span className="menu-label">{menu.label}</span>
        <ChevronIcon />
      </summary>
      <ul>
        {menu.items.map((item) => (
          <li key={item.kind === 'link' ? item.href + item.label : item.html}>
            {item.kind === 'link' ? <NavbarLink link={item} /> : <RawHtml item={item} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

function RawHtml({ item }: { item: ResolvedHtml }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: trusted HTML from site.config.ts
  return <span className="raw-html" dangerouslySetInnerHTML={{ __html: item.html }} />
}

/** Arrow keys, Home and End move through an open menu; the down arrow opens it. */
function moveFocus(event: KeyboardEvent<HTMLDetailsElement>) {
  const details = event.currentTarget
  const links = [...details.querySelectorAll<HTMLElement>('ul a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const target = nextFocus(event.key, at, links.length)
  if (target === undefined) return
  event.preventDefault()
  details.open = true
  links[target]?.focus()
}

/** Index of the entry that a key moves to from entry `at` (-1: the menu's button); undefined for other keys. */
export function nextFocus(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'Home':
      return at < 0 ? undefined : 0
    case 'End':
      return at < 0 ? undefined : count - 1
    default:
      return undefined
  }
}
