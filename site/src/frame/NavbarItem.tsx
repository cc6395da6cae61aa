import type { ResolvedHtml, ResolvedItem, ResolvedLink, ResolvedMenu } from '../config/resolveNavbar.ts'
import { ChevronIcon, ExternalIcon } from './icons.tsx'

/** One item of the navbar or the main menu. Search is rendered separately. */
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

/** A native dropdown. `frame/script/menus.ts` adds arrow keys and closes it. */
function NavbarMenu({ menu }: { menu: ResolvedMenu }) {
  return (
    <details className="menu" data-menu="" data-current={menu.current}>
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
