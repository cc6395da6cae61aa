import { Bitting } from '@keywright/ui/bitting'
import type { Nodes } from 'hast'
import { brand } from '../../brand.ts'
import { fill, messages } from '../config/messages.ts'
import type { Page, PageLink, SiteModel } from '../config/model.ts'
import type { SiteConfig } from '../config/types.ts'
import { foldSections } from './foldSections.ts'
import { ChevronIcon } from './icons.tsx'
import { labelCells } from './labelCells.ts'
import { markFar } from './markFar.ts'
import { NotFoundBody } from './NotFoundBody.tsx'
import { findPagePlace, type PagePlace } from './pagePlace.ts'
import { FIRST_EXAMPLE, PAGE_CONTENT } from './shellIds.ts'
import { FoldedContents } from './TableOfContents.tsx'
import { treeToHtml } from './tree.ts'
import { twinAddress } from './twinAddress.ts'

/** Content of `<main>`: breadcrumbs, article and next steps. */
export function MainRegion({ page, site, config }: { page: Page; site: SiteModel; config: SiteConfig }) {
  const place = findPagePlace(page.route, site)
  // Lay out the whole home page, because it is short and readers scroll through it fast.
  const body = labelCells(page.folds ? foldSections(page.body) : page.body)
  const html = treeToHtml(page.kind === 'home' ? body : markFar(body)).replace(
    /(?<=<section )(?=class="example" data-island)/,
    `id="${FIRST_EXAMPLE}" `,
  )
  return (
    <>
      {html.includes(FIRST_EXAMPLE) && (
        <a className="skip-link" href={`#${FIRST_EXAMPLE}`}>
          {messages.skipToExample}
        </a>
      )}
      <PageLine page={page} place={place} />
      <article>
        <ArticleHeader page={page} tagline={config.tagline} />
        {page.toc.length > 1 && <FoldedContents toc={page.toc} />}
        <div className="content">
          {page.kind === 'not-found' && page.body.children.length === 0 ? (
            <NotFoundBody titles={site.titles} />
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the pipeline's own output
            <div id={PAGE_CONTENT} className="content-body" dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </div>
        <ArticleFooter page={page} editUrl={config.editUrl} url={config.url} />
      </article>
      {page.next.length > 0 && <NextSteps links={page.next} />}
      <Pager place={place} />
    </>
  )
}

/** The line above the title: where the page is, what kind it is, and what readers can do with all of it. */
function PageLine({ page, place }: { page: Page; place: PagePlace }) {
  if (page.kind === 'home' || page.kind === 'not-found') return null
  return (
    <div className="page-line">
      {place.sidebar && <Breadcrumbs trail={place.trail} label={page.sidebarLabel} />}
      <p className="page-type">{kindLine(page)}</p>
      <PageTools markdown={twinAddress(page)} />
    </div>
  )
}

function Breadcrumbs({ trail, label }: { trail: PagePlace['trail']; label: string }) {
  // A category and its first page can have the same name.
  const above = trail.filter((step) => step.label !== label)
  return (
    <nav className="breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol>
        <li>
          <a href="/">{messages.home}</a>
        </li>
        {above.map((step) => (
          <li key={step.label}>
            <ChevronIcon />
            {step.href ? <a href={step.href}>{step.label}</a> : <span>{step.label}</span>}
          </li>
        ))}
        <li>
          <ChevronIcon />
          <span aria-current="page">{label}</span>
        </li>
      </ol>
    </nav>
  )
}

const TYPE_LABELS = {
  tutorial: 'tutorial',
  'how-to': 'howTo',
  reference: 'reference',
  explanation: 'explanation',
} as const satisfies Record<Page['type'], keyof typeof messages>

/** Words of prose per minute. Code doesn't count, because readers skim it and see only one of three request tabs. */
const WORDS_A_MINUTE = 200

/** Text without code, with spaces between blocks. */
function proseOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'pre') return ' '
  return 'children' in node ? node.children.map(proseOf).join(' ') : ''
}

/** The kind of page and, for pages to read through, the reading time. */
function kindLine({ type, kind, body }: Page): string {
  const label = messages[TYPE_LABELS[type]]
  if (kind !== 'doc' || type === 'reference') return label
  const prose = proseOf(body).match(/\p{L}[\p{L}\p{N}_-]*/gu)?.length ?? 0
  const minutes = Math.max(1, Math.round(prose / WORDS_A_MINUTE))
  return fill(messages.readingTime, { kind: label, minutes })
}

/** The title. The home page shows the tagline and its key instead. */
function ArticleHeader({ page, tagline }: { page: Page; tagline: string }) {
  return (
    <header className="article-header">
      <h1>{page.kind === 'home' ? tagline : page.title}</h1>
      {page.kind === 'home' && <Bitting of={page.route} />}
    </header>
  )
}

/** Page actions: a button that copies the page as Markdown, and a menu with the other actions. */
function PageTools({ markdown }: { markdown: string | undefined }) {
  if (markdown === undefined) return null
  return (
    <div className="page-tools">
      <button type="button" className="needs-script" data-copy-page={markdown}>
        {messages.copyPage}
      </button>
      <details className="menu" data-menu="">
        <summary aria-label={messages.pageActions}>
          <ChevronIcon />
        </summary>
        <ul>
          <li className="needs-script">
            <button type="button" data-search-open="" aria-haspopup="dialog">
              {messages.askQuestion}
            </button>
          </li>
          <li>
            <a href={markdown} type="text/markdown">
              {messages.viewMarkdown}
            </a>
          </li>
        </ul>
      </details>
    </div>
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** URL of a new issue prefilled with the page. `frame/script/problemReport.ts` adds the section. */
function reportAddress({ title, route, version, lastUpdated }: Page, url: string): string {
  const about = [
    `Page: ${url}${route}`,
    ...(version === '' ? [] : [`Version: ${version}`]),
    ...(lastUpdated === undefined ? [] : [`Last updated: ${lastUpdated}`]),
  ]
  const body = `${about.join('\n')}\n\nSection:\n\nWhat is wrong or missing:\n`
  return `${brand.links.issues}/new?${new URLSearchParams({ title: `Docs: ${title}`, body })}`
}

interface ArticleFooterProps {
  readonly page: Page
  readonly editUrl: string | undefined
  /** Origin of the site. */
  readonly url: string
}

function ArticleFooter({ page, editUrl, url }: ArticleFooterProps) {
  const [before, after] = messages.lastUpdated.split('{date}')
  const edit = editUrl && page.source ? `${editUrl}/${page.source}` : undefined
  if (page.kind === 'not-found' || page.kind === 'search') return null
  return (
    <footer className="article-footer">
      {edit && (
        <a href={edit} rel="external noopener">
          {messages.editPage}
        </a>
      )}
      <a href={reportAddress(page, url)} rel="external noopener" data-report="">
        {messages.reportProblem}
      </a>
      {page.lastUpdated && (
        <p>
          {before}
          <time dateTime={page.lastUpdated}>{DATE.format(new Date(page.lastUpdated))}</time>
          {after}
        </p>
      )}
    </footer>
  )
}

function NextSteps({ links }: { links: readonly PageLink[] }) {
  return (
    <nav className="next-steps" aria-label={messages.nextSteps}>
      <h2>{messages.nextSteps}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} data-prefetch="">
              {link.label}
            </a>
            {link.description && <p>{link.description}</p>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Pager({ place }: { place: PagePlace }) {
  if (!place.previous && !place.next) return null
  return (
    <nav className="pager" aria-label={messages.pager}>
      {place.previous && <PagerLink link={place.previous} rel="prev" label={messages.previous} />}
      {place.next && <PagerLink link={place.next} rel="next" label={messages.next} />}
    </nav>
  )
}

function PagerLink({ link, rel, label }: { link: PageLink; rel: 'prev' | 'next'; label: string }) {
  return (
    <a href={link.href} rel={rel} data-prefetch="">
      <span>{label}</span>
      {link.label}
    </a>
  )
}
