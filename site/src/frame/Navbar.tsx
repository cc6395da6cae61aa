import { messages } from '../config/messages.ts'
import type { ResolvedItem, ResolvedNavbar } from '../config/resolveNavbar.ts'
import type { Logo, SiteConfig } from '../config/types.ts'
import { INDEX_PATH } from '../search/settings.ts'
import { ConsoleIcon, Mark, MenuIcon, MoonIcon, SearchIcon, SunIcon } from './icons.tsx'
import { NavbarItem } from './NavbarItem.tsx'

/** The content of the page header. */
export function Navbar({ navbar, config }: { navbar: ResolvedNavbar; config: SiteConfig }) {
  const { left, right } = navbar
  const { openMenu, mainNavigation } = messages
  return (
    <div className="navbar-inner">
      <button type="button" className="icon-button menu-button" popoverTarget="menu" aria-label={openMenu}>
        <MenuIcon />
      </button>
      <BrandLink {...config.navbar} />
      <nav className="navbar-links" aria-label={mainNavigation}>
        <ItemList items={left} />
        <ItemList items={right.filter((item) => item.kind !== 'search')} />
      </nav>
      {[...left, ...right].some((item) => item.kind === 'search') && <SearchButton config={config} />}
      <ConsoleButton />
      {!config.colorMode.disableSwitch && <ColorSwitch />}
    </div>
  )
}

export function BrandLink({ logo, title }: { logo?: Logo; title?: string }) {
  return (
    <a className="brand" href={logo?.href ?? '/'} aria-label={logo?.alt ?? title}>
      {logo && (logo.src ? <LogoImage src={logo.src} srcDark={logo.srcDark} /> : <Mark />)}
      {title && <span>{title}</span>}
    </a>
  )
}

function LogoImage({ src, srcDark }: { src: string; srcDark: string | undefined }) {
  return (
    <>
      <img className={srcDark ? 'only-light' : undefined} src={src} alt="" height="28" />
      {srcDark && <img className="only-dark" src={srcDark} alt="" height="28" />}
    </>
  )
}

function ItemList({ items }: { items: readonly ResolvedItem[] }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the configured order is the items' identity
        <li key={index}>
          <NavbarItem item={item} />
        </li>
      ))}
    </ul>
  )
}

/** Opens the search dialog. `frame/script/searchKeys.ts` handles it and prefetches the index. */
function SearchButton({ config }: { config: SiteConfig }) {
  const { search, orAsk } = messages
  return (
    <button
      type="button"
      className="search-button needs-script"
      data-search-open={config.search.appId ? '' : INDEX_PATH}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
    >
      <SearchIcon />
      <span>
        {search}
        <span>{orAsk}</span>
      </span>
      <span className="kbd on-mac" aria-hidden="true">
        ⌘K
      </span>
      <span className="kbd not-on-mac" aria-hidden="true">
        Ctrl K
      </span>
    </button>
  )
}

/** Opens the console of the sandbox. In the bar it covers no text at any width. */
function ConsoleButton() {
  return (
    <button
      type="button"
      className="console-opener needs-script"
      data-opens="inspector"
      aria-label={messages.console}
    >
      <ConsoleIcon />
    </button>
  )
}

function ColorSwitch() {
  const { switchColors } = messages
  return (
    <button type="button" className="icon-button needs-script" data-color-switch="" aria-label={switchColors}>
      <SunIcon />
      <MoonIcon />
    </button>
  )
}

/** The navbar's links in the menu of narrow screens. */
export function MainMenu({ navbar }: { navbar: ResolvedNavbar }) {
  const { mainMenu } = messages
  const items = [...navbar.left, ...navbar.right].filter((item) => item.kind !== 'search')
  return (
    <nav className="main-menu" aria-label={mainMenu}>
      <ItemList items={items} />
    </nav>
  )
}
