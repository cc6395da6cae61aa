/** Links within the site must use exact routes and existing anchors. */
import type { Root } from 'hast'
import { idOfHash, normalizePath } from '../../src/config/routes.ts'
import { elementsIn } from '../../src/frame/hast.ts'
import { type BuiltPage, nameOf } from '../content/builtPage.ts'
import { splitHash } from '../content/routes.ts'
import type { ProblemList, Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

interface Known {
  readonly routes: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
}

/** Checks every link of every page. Reports authors' links by line and generated ones by page. */
export function checkLinks(
  pages: readonly BuiltPage[],
  routes: ReadonlySet<string>,
  files: ReadonlySet<string>,
  problems: ProblemList,
): void {
  const anchors = new Map(pages.map(({ page }) => [page.route, idsOf(page.body)]))
  const known: Known = { routes, files, anchors }
  for (const { page, links, headLines } of pages) {
    const report = problems.about(nameOf(page))
    const written = new Map(links.map(({ href, line }) => [comparable(href), line]))
    for (const { href, line, isImage } of links)
      if (!isImage) checkLink(href, page.route, known, report, line)
    for (const { href } of page.next) checkLink(href, page.route, known, report, headLines['next'])
    for (const href of hrefsOf(page.body)) {
      if (!written.has(comparable(href))) checkLink(href, page.route, known, report, undefined)
    }
    for (const { tagName, properties } of elementsIn(page.body)) {
      const src = String(properties.src ?? '')
      if (tagName === 'img') checkImage(src, files, report, written.get(comparable(src)))
    }
  }
}

/** Decodes escapes, because the parser may add some. */
const comparable = (href: string): string => idOfHash(href.replaceAll('%25', '%'))

const EXTERNAL = /^(?:https?:\/\/|mailto:)/
const MARKDOWN_FILE = /\.mdx?(?:#.*)?$/

function checkLink(
  href: string,
  from: string,
  known: Known,
  report: Reporter,
  line: number | undefined,
): void {
  if (EXTERNAL.test(href)) {
    if (!URL.canParse(href)) report.error(`link \`${href}\` is not a valid URL`, line)
    return
  }
  const [path, hash] = splitHash(href)
  const target = path === '' ? from : path
  // Links to Markdown files were already resolved or reported.
  if (MARKDOWN_FILE.test(href) && !href.startsWith('/')) return
  if (!target.startsWith('/')) {
    report.error(`link \`${href}\`: links within the site start with \`/\``, line)
    return
  }
  if (known.files.has(target)) return
  if (!known.routes.has(target)) {
    const exact = normalizePath(target)
    const cure = known.routes.has(exact)
      ? `, the exact route is \`${exact}\``
      : suggestion(target, known.routes)
    report.error(`broken link \`${href}\`: no page at \`${target}\`${cure}`, line)
    return
  }
  const id = idOfHash(hash)
  const ids = known.anchors.get(target)
  if (id !== '' && !ids?.has(id)) {
    report.error(
      `broken anchor \`${href}\`: \`${target}\` has no \`#${id}\`${suggestion(id, ids ?? [])}`,
      line,
    )
  }
}

/** The content security policy blocks images from other origins. */
function checkImage(
  src: string,
  files: ReadonlySet<string>,
  report: Reporter,
  line: number | undefined,
): void {
  if (src.startsWith('data:') || files.has(src)) return
  report.error(`image \`${src}\` is not among the static files${suggestion(src, files)}`, line)
}

function idsOf(body: Root): ReadonlySet<string> {
  const ids = elementsIn(body).flatMap(({ properties: { id } }) => (id ? [String(id)] : []))
  return new Set(['main', ...ids])
}

function hrefsOf(body: Root): ReadonlySet<string> {
  return new Set(
    elementsIn(body).flatMap(({ tagName, properties: { href } }) =>
      tagName === 'a' && href ? [String(href)] : [],
    ),
  )
}
