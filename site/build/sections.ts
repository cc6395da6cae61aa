/** The searchable text of a page, cut at its headings. */
import type { Page } from '../src/model.ts'
import type { SearchSection } from '../src/search/section.ts'

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>/g
const VOID = new Set([
  'area',
  'br',
  'col',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'path',
  'rect',
  'source',
  'wbr',
])
const BLOCK =
  /^(?:p|div|li|ul|ol|td|th|tr|table|pre|h[1-6]|figure|figcaption|section|summary|details|button|dd|dt|br)$/
/** Parts that are no prose of the page: drawings speak by their alternative text, which is kept. */
const SKIPPED_CLASS = /class="(?:anchor|copy|tab-label|code-lang|visually-hidden)"/
const HEADING = /^h[23]$/

interface Cut {
  heading: string
  anchor: string
  text: string
}

/**
 * Sections of a page: the text before the first heading, then one for each heading of levels 2 and 3. Pages
 * that are not to be indexed have none.
 */
export function sectionsOf(page: Page): SearchSection[] {
  if (page.noindex || page.kind === 'not-found' || page.kind === 'search') return []
  const kind = page.kind === 'category' || page.kind === 'reference' ? page.kind : 'doc'
  return cutAtHeadings(page.html).flatMap(({ heading, anchor, text }, index) => {
    const own = index === 0 ? `${page.description} ${text}` : text
    return [{ route: page.route, pageTitle: page.title, heading, anchor, text: tidy(own), kind }]
  })
}

function cutAtHeadings(html: string): Cut[] {
  const cuts: Cut[] = [{ heading: '', anchor: '', text: '' }]
  let inHeading = false
  // Depth inside a skipped element; 0 when outside.
  let skipped = 0
  let at = 0
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, name, attributes] = match
    const isClose = slash === '/'
    if (skipped === 0) append(html.slice(at, match.index))
    at = match.index + whole.length
    const tag = name!.toLowerCase()
    const isVoid = VOID.has(tag) || attributes!.endsWith('/')
    if (skipped > 0) {
      if (!isVoid) skipped += isClose ? -1 : 1
      continue
    }
    if (!isClose && !isVoid && (SKIPPED_CLASS.test(attributes!) || tag === 'text' || tag === 'title'))
      skipped = 1
    else if (HEADING.test(tag)) {
      inHeading = !isClose
      if (!isClose) cuts.push({ heading: '', anchor: /id="([^"]*)"/.exec(attributes!)?.[1] ?? '', text: '' })
    } else if (BLOCK.test(tag)) append(' ')
  }
  append(html.slice(at))
  return cuts.map((cut) => ({ ...cut, heading: tidy(cut.heading) }))

  function append(raw: string): void {
    const cut = cuts.at(-1)!
    if (inHeading) cut.heading += raw
    else cut.text += raw
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

function tidy(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}
