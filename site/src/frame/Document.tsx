/** Renders a page as a complete document and as the fragment that in-site navigation swaps in. */

import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../brand.ts'
import { TOUCH_ICON } from '../config/brandFiles.ts'
import { messages } from '../config/messages.ts'
import {
  type Asset,
  type Assets,
  type Page,
  pageStyleOf,
  type Sidebar,
  type SiteModel,
} from '../config/model.ts'
import { resolveNavbar } from '../config/resolveNavbar.ts'
import { DEFAULT_DOCS_PLUGIN, type DocsVersion, type NavbarItem, type SiteConfig } from '../config/types.ts'
import { SEARCH_SETTINGS_ID, type SearchSettings } from '../search/settings.ts'
import { ErrorBoxTemplate } from '../shared/ErrorBox.tsx'
import { AnnouncementBar } from './AnnouncementBar.tsx'
import { CARD, cardAddress } from './card.ts'
import { CHANGELOG_FEED, CHANGELOG_ROUTE } from './changelogFeed.ts'
import { Footer } from './Footer.tsx'
import type { Fragment, ShellModel } from './fragment.ts'
import { ChevronIcon, CloseIcon } from './icons.tsx'
import { MainRegion } from './MainRegion.tsx'
import { BrandLink, MainMenu, Navbar } from './Navbar.tsx'
import { SidebarTree } from './SidebarNav.tsx'
import { SCRIPT } from './script/scriptFailure.ts'
import { TableOfContents } from './TableOfContents.tsx'
import { twinAddress } from './twinAddress.ts'

export interface PageInput {
  readonly page: Page
  readonly site: SiteModel
  readonly config: SiteConfig
}

export interface DocumentInput extends PageInput {
  readonly assets: Assets
}

/**
 * Renders the page once, as a complete HTML document with doctype and as the fragment that it contains. The document
 * is readable without scripts. Only the style sheet and the theme script are inline.
 * @throws Error with the configuration of a navbar item that can't be rendered
 */
export function renderPage(input: DocumentInput): { document: string; fragment: Fragment } {
  const fragment = { ...renderFragment(input), shell: input.assets.boot }
  const html = renderToStaticMarkup(<Document {...input} fragment={fragment} />)
  return { document: `<!doctype html>${html}`, fragment }
}

/** Renders the page without the shell. */
export function renderFragment({ page, site, config }: PageInput): Fragment {
  return {
    route: page.route,
    kind: page.kind,
    head: renderToStaticMarkup(<PageHead page={page} config={config} />),
    heading: page.title,
    main: renderToStaticMarkup(<MainRegion page={page} site={site} config={config} />),
    toc: tocHtml(page),
    sidebar: sidebarOf(page, site, config),
    navbar: resolveNavbar(config, site, page),
  }
}

function Document({ page, config, assets, fragment }: DocumentInput & { fragment: Fragment }) {
  const model = shellModel(config, fragment)
  return (
    <html
      lang={config.language}
      data-font-files={assets.fonts?.join(' ')}
      data-color-mode={JSON.stringify(config.colorMode)}
      data-theme={config.colorMode.respectPrefersColorScheme ? undefined : config.colorMode.defaultMode}
      data-announcement={
        config.announcementBar && JSON.stringify({ ...config.announcementBar, content: undefined })
      }
    >
      <Head page={page} config={config} assets={assets} />
      <body>
        <a className="skip-link" href="#main">
          {messages.skipToContent}
        </a>
        {config.announcementBar && <AnnouncementBar bar={config.announcementBar} />}
        {page.kind === 'reference' && assets.calls && <script type="module" src={assets.calls} />}
        <header
          className="navbar"
          data-style={config.navbar.style}
          data-hide-on-scroll={config.navbar.hideOnScroll ? '' : undefined}
        >
          <Navbar navbar={fragment.navbar} config={config} />
        </header>
        <div
          className="layout"
          data-kind={page.kind}
          data-route={page.route}
          data-sidebar={fragment.sidebar?.id}
        >
          <Drawer navbar={fragment.navbar} config={config} sidebar={fragment.sidebar} />
          <div className="page">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered above */}
            <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: fragment.main }} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered above */}
            <div className="toc" dangerouslySetInnerHTML={{ __html: fragment.toc }} />
          </div>
        </div>
        {assets.lateStyles && <link rel="stylesheet" href={assets.lateStyles[pageStyleOf(page.kind)]} />}
        <Footer footer={config.footer} />
        <div data-island="inspector" className="needs-script" />
        <p className="visually-hidden" id="announcer" role="status" />
        <ErrorBoxTemplate />
        {model && <DataBlock id="shell-model" data={model} />}
        <DataBlock id={SEARCH_SETTINGS_ID} data={searchSettings(page, config)} />
      </body>
    </html>
  )
}

/** JSON for the scripts. The content security policy allows data blocks, because they never run. */
function DataBlock({ id, data }: { id: string; data: unknown }) {
  return (
    <script
      type="application/json"
      id={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: data, with `<` escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}

/** Inline, so that the first paint needs no other request. The content security policy allows it by its hash. */
function Style({ style }: { style: Asset }) {
  if ('href' in style) return <link rel="stylesheet" href={style.href} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's output
  return <style dangerouslySetInnerHTML={{ __html: style.text }} />
}

/** Inline for the same reason. */
function Script({ script }: { script: Asset }) {
  if ('href' in script) return <script src={script.href} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's output
  return <script dangerouslySetInnerHTML={{ __html: script.text }} />
}

/** Whether the configuration asks for the styles in `styles/configured.css`. */
export const needsConfigured = ({ announcementBar, navbar }: SiteConfig): boolean =>
  announcementBar !== undefined || navbar.style !== undefined

type HeadProps = Pick<DocumentInput, 'page' | 'config' | 'assets'>

function Head({ page, config, assets }: HeadProps) {
  const [surfaceLight, surfaceDark] = brand.colors.surface
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <Script script={assets.theme} />
      {config.announcementBar && assets.announcement && <Script script={assets.announcement} />}
      <PageHead page={page} config={config} />
      {/* Everything from here on is the same on every page. In-site navigation replaces the elements from the title to here. */}
      <meta name="theme-color" content={surfaceLight} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={surfaceDark} media="(prefers-color-scheme: dark)" />
      <meta property="og:site_name" content={config.title} />
      <meta property="og:locale" content={config.language} />
      <meta name="docsearch:language" content={config.language} />
      <Style style={assets.styles[pageStyleOf(page.kind)]} />
      {needsConfigured(config) && assets.configured && <Style style={assets.configured} />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href={`/${TOUCH_ICON.path}`} />
      <script type="module" id={SCRIPT} src={assets.boot} />
    </head>
  )
}

/** The page's own part of the head, starting with the title. */
function PageHead({ page, config }: { page: Page; config: SiteConfig }) {
  const canonical = canonicalOf(page, config)
  const markdown = twinAddress(page)
  return (
    <>
      <title>{documentTitle(page, config)}</title>
      <meta name="description" content={page.description} />
      {canonical && <link rel="canonical" href={canonical} />}
      {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
      {page.route === CHANGELOG_ROUTE && (
        <link rel="alternate" type="application/atom+xml" title={page.title} href={CHANGELOG_FEED} />
      )}
      {isUnlisted(page) && <meta name="robots" content="noindex" />}
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:type" content="article" />
      {canonical && <meta property="og:url" content={canonical} />}
      {canonical && <CardTags page={page} config={config} />}
      <meta name="docsearch:version" content={page.version} />
    </>
  )
}

/** Image for link previews. */
function CardTags({ page, config }: { page: Page; config: SiteConfig }) {
  return (
    <>
      <meta property="og:image" content={`${config.url}${cardAddress(page.route)}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta property="og:image:alt" content={`${page.title}: ${page.description}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/**
 * The menu on narrow screens, opened as a native popover. On wide screens, its sidebar appears next to the text, so
 * each page contains its sidebar only once.
 */
function Drawer({ navbar, sidebar, config }: Pick<Fragment, 'navbar' | 'sidebar'> & { config: SiteConfig }) {
  const [before, after] = messages.pagesIn.split('{label}')
  return (
    <div className="drawer" id="menu" popover="auto" data-panel={sidebar ? 'secondary' : 'main'}>
      <div className="drawer-head">
        {/* In the same place as the button that opens it, so that a double press doesn't hit a link. */}
        <button
          type="button"
          className="icon-button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label={messages.closeMenu}
        >
          <CloseIcon />
        </button>
        <BrandLink {...config.navbar} />
      </div>
      <div className="drawer-switch needs-script">
        <button type="button" data-panel-to="main">
          <ChevronIcon />
          {messages.backToMainMenu}
        </button>
        <button type="button" data-panel-to="secondary">
          <span>
            {before}
            <span data-sidebar-label="">{sidebar?.label}</span>
            {after}
          </span>
          <ChevronIcon />
        </button>
      </div>
      <div className="drawer-main">
        <MainMenu navbar={navbar} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by sidebarOf */}
      <div className="drawer-sidebar" dangerouslySetInnerHTML={{ __html: sidebar?.html ?? '' }} />
    </div>
  )
}

/** Undefined if no preference of the reader can change the navbar. */
function shellModel(config: SiteConfig, { navbar }: Fragment): ShellModel | undefined {
  if (config.docs.versionPersistence !== 'localStorage') return undefined
  const pluginOf = (version: DocsVersion) => version.docsPluginId ?? DEFAULT_DOCS_PLUGIN
  const plugins = [...new Set(config.docs.versions.map(pluginOf))]
  const versions = plugins.map((pluginId) => ({
    pluginId,
    names: config.docs.versions.filter((one) => pluginOf(one) === pluginId).map(({ name }) => name),
  }))
  return versions.some(({ names }) => names.length > 1) ? { versions, navbar } : undefined
}

function searchSettings(page: Page, config: SiteConfig): SearchSettings {
  const { searchPagePath, suggestions: _, appId, apiKey, indexName, ...options } = config.search
  const common = {
    searchPagePath,
    feedbackHref: brand.links.issues,
    suggestions: searchSuggestions(config),
    ...(config.assistant && { assistant: config.assistant }),
  }
  if (!appId || !apiKey || !indexName) return common
  const context = { language: config.language, versions: [page.version] }
  return { ...common, hosted: { ...options, ...context, appId, apiKey, indexName } }
}

/** The configured suggestions, or else the navbar's pages. */
function searchSuggestions({ search, navbar }: SiteConfig): readonly string[] {
  if (search.suggestions) return search.suggestions
  const isPage = ({ type = 'link', ...item }: (typeof navbar.items)[number]) =>
    ['link', 'doc', 'docSidebar'].includes(type) && !('href' in item)
  return navbar.items
    .flatMap((item) => ('label' in item && item.label && isPage(item) ? [item.label] : []))
    .slice(0, 3)
}

/** Whether search engines must not index the page. */
const isUnlisted = (page: Page): boolean => page.noindex === true || page.kind === 'not-found'

const canonicalOf = (page: Page, config: SiteConfig): string | null =>
  page.kind === 'not-found' ? null : `${config.url}${page.route}`

function documentTitle(page: Page, config: SiteConfig): string {
  return `${page.title} ${config.titleDelimiter} ${config.title}`
}

function tocHtml(page: Page): string {
  return page.toc.length > 1 ? renderToStaticMarkup(<TableOfContents toc={page.toc} />) : ''
}

function sidebarOf(page: Page, site: SiteModel, config: SiteConfig): Fragment['sidebar'] {
  const sidebar = site.sidebars.find((one) => one.id === site.sidebarOf[page.route])
  if (!sidebar) return null
  const label = sidebarLabel(sidebar, config)
  const html = renderToStaticMarkup(
    <nav className="sidebar" aria-label={label}>
      <SidebarTree items={sidebar.items} route={page.route} />
    </nav>,
  )
  return { id: sidebar.id, label, html }
}

/** The navbar's label for the sidebar, also from a dropdown. */
export function sidebarLabel({ name }: Sidebar, config: SiteConfig): string {
  const items = config.navbar.items.flatMap((item): readonly NavbarItem[] =>
    item.type === 'dropdown' ? item.items : [item],
  )
  const item = items.find((one) => one.type === 'docSidebar' && one.sidebarId === name)
  return item?.type === 'docSidebar' ? item.label : name
}
