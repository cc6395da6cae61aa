import type { Nodes } from 'hast'
import { brand } from '../../brand.ts'
import type { SiteConfig } from '../config/types.ts'
import type { Page, PageLink, SiteModel } from '../model.ts'
import { Bitting } from '../shell/Bitting.tsx'
import { ChevronIcon } from '../shell/icons.tsx'
import { FoldedContents } from '../shell/TableOfContents.tsx'
import { markFar } from './markFar.ts'
import { NotFoundBody } from './NotFoundBody.tsx'
import { findPagePlace, type PagePlace } from './pagePlace.ts'
import { DATE, sentenceOf } from './ranLine.ts'
import { treeToHtml } from './tree.ts'
import { twinAddress } from './twinAddress.ts'

/** Everything inside `<main>`: the way here, the article, and the ways on. */
export function MainRegion({ page, site, config }: { page: Page; site: SiteModel; config: SiteConfig }) {
  const place = findPagePlace(page.route, site)
  const html = treeToHtml(markFar(page.body))
  return (
    <>
      {place.sidebar && <Breadcrumbs trail={place.trail} label={page.sidebarLabel} />}
      <article>
        <ArticleHeader page={page} tagline={config.tagline} />
        {page.toc.length > 1 && <FoldedContents toc={page.toc} />}
        <div className="content">
          {page.kind === 'not-found' && page.body.children.length === 0 ? (
            <NotFoundBody />
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the pipeline's own output
            <div className="content-body" dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </div>
        <ArticleFooter page={page} editUrl={config.editUrl} url={config.url} />
      </article>
      {page.next.length > 0 && <NextSteps links={page.next} />}
      <Pager place={place} />
    </>
  )
}

function Breadcrumbs({ trail, label }: { trail: PagePlace['trail']; label: string }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        {trail.map((step) => (
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
  tutorial: 'Tutorial',
  'how-to': 'How-to',
  reference: 'Reference',
  explanation: 'Explanation',
} as const satisfies Record<Page['type'], string>

/** Words of prose that a practised reader takes in in a minute. Code is looked at, and each request stands there in three languages. */
const WORDS_A_MINUTE = 200

/** All words but those of code, apart from each other. */
function proseOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'pre') return ' '
  return 'children' in node ? node.children.map(proseOf).join(' ') : ''
}

/** What kind of page it is, and for pages that one reads through, how long that takes. */
function kindLine({ type, kind, body }: Page): string {
  const label = TYPE_LABELS[type]
  if (kind !== 'doc' || type === 'reference') return label
  const words = proseOf(body).match(/\p{L}[\p{L}\p{N}_-]*/gu)?.length ?? 0
  return `${label}, ${Math.max(1, Math.round(words / WORDS_A_MINUTE))} min read`
}

/** Above the title stands what kind of page it is; the home page is headed by what the product is. */
function ArticleHeader({ page, tagline }: { page: Page; tagline: string }) {
  return (
    <header className="article-header">
      {page.kind !== 'not-found' && page.kind !== 'home' && (
        <div className="page-line">
          <p className="page-type">{kindLine(page)}</p>
          <PageTools markdown={twinAddress(page)} />
        </div>
      )}
      <h1>{page.kind === 'home' ? tagline : page.title}</h1>
      <Bitting of={page.route} />
    </header>
  )
}

/** What one does with a page as a whole: ask about it, and take it along as Markdown. */
function PageTools({ markdown }: { markdown: string | undefined }) {
  if (markdown === undefined) return null
  return (
    <div className="page-tools">
      <button type="button" className="needs-script" data-opens="assistant">
        Ask a question
      </button>
      <button type="button" className="needs-script" data-copy-page={markdown}>
        Copy page
      </button>
      <a href={markdown} type="text/markdown">
        View as Markdown
      </a>
    </div>
  )
}

/** A new issue that says already which page it is about. */
function reportAddress({ title, route, lastUpdated }: Page, url: string): string {
  const body = `Page: ${url}${route}${lastUpdated === undefined ? '' : `\nLast updated: ${lastUpdated}`}\n\nWhat is wrong or missing:\n`
  return `${brand.links.issues}/new?${new URLSearchParams({ title: `Docs: ${title}`, body })}`
}

interface ArticleFooterProps {
  readonly page: Page
  readonly editUrl: string | undefined
  /** Origin of the site. */
  readonly url: string
}

function ArticleFooter({ page, editUrl, url }: ArticleFooterProps) {
  const edit = editUrl && page.source ? `${editUrl}/${page.source}` : undefined
  const ran = page.ran && sentenceOf(page.ran)
  if (!edit && !page.lastUpdated && ran === undefined) return null
  return (
    <footer className="article-footer">
      {edit && (
        <a href={edit} rel="external noopener">
          Edit this page
        </a>
      )}
      {page.source && (
        <a href={reportAddress(page, url)} rel="external noopener">
          Report a problem with this page
        </a>
      )}
      {page.lastUpdated && (
        <p>
          Last updated on <time dateTime={page.lastUpdated}>{DATE.format(new Date(page.lastUpdated))}</time>
        </p>
      )}
      {ran && <p>{ran}</p>}
    </footer>
  )
}

function NextSteps({ links }: { links: readonly PageLink[] }) {
  return (
    <nav className="next-steps" aria-label="Next steps">
      <h2>Next steps</h2>
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
    <nav className="pager" aria-label="Previous and next page">
      {place.previous && <PagerLink link={place.previous} rel="prev" label="Previous" />}
      {place.next && <PagerLink link={place.next} rel="next" label="Next" />}
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
