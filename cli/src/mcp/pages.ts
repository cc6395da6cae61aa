/** Reads the pages of the documentation from `llms-full.txt`. */
import type { SearchAnswer, SearchSection } from '@keywright/search'

export interface DocPage {
  /** Path on the site, such as `/concepts/wallets`. */
  readonly route: string
  readonly title: string
  readonly description: string
  /** The whole page, title included. */
  readonly markdown: string
  readonly sections: readonly DocSection[]
  /** Table rows with an ID, such as the errors of the catalog, by ID; each with the header of its table. */
  readonly rows: ReadonlyMap<string, string>
}

export interface DocSection {
  /** Empty above the first heading. */
  readonly id: string
  readonly heading: string
  /** 2 or more; 1 above the first heading. */
  readonly depth: number
  /** Without the heading and without subsections. */
  readonly markdown: string
}

/** Separates two pages. */
const BOUNDARY = /\n---\n\n(?=# .+\n\n> .+\n\nSource: )/
const HEAD = /^# (?<title>.+)\n\n> (?<description>.+)\n\nSource: \S+?\/\/[^/\s]+(?<route>\/\S*)\n/

/** @throws Error if the text is not an `llms-full.txt` */
export function readPages(text: string): readonly DocPage[] {
  const unix = text.replaceAll('\r\n', '\n')
  return unix.split(BOUNDARY).map((markdown) => {
    const { title, description, route } = HEAD.exec(markdown)?.groups ?? {}
    if (title === undefined || description === undefined || route === undefined)
      throw new Error('not an llms-full.txt: a page has no title, summary or `Source:` line')
    return { route, title, description, markdown, sections: sectionsOf(markdown), rows: rowsOf(markdown) }
  })
}

function sectionsOf(markdown: string): readonly DocSection[] {
  const sections: (Omit<DocSection, 'markdown'> & { lines: string[] })[] = [
    { id: '', heading: '', depth: 1, lines: [] },
  ]
  let fence: string | undefined
  for (const line of markdown.replace(HEAD, '').split('\n')) {
    const mark = /^ *(`{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && line.trim() === fence) fence = undefined
    const head = fence === undefined ? /^(#{2,}) (.*?)(?: \{#(.+)\})?$/.exec(line) : null
    if (head)
      sections.push({ id: head[3] ?? '', heading: plain(head[2]!), depth: head[1]!.length, lines: [] })
    else sections.at(-1)!.lines.push(line)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, markdown: lines.join('\n').trim() }))
}

const ROW_ID = / \{#(?<id>[^}\s]+)\} \|/

function rowsOf(markdown: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>()
  const lines = markdown.split('\n')
  let head: readonly string[] = []
  for (const [at, line] of lines.entries()) {
    if (/^\|(?: :?-+:? \|)+$/.test(line)) head = lines.slice(at - 1, at + 1)
    const id = line.startsWith('|') ? ROW_ID.exec(line)?.groups?.['id'] : undefined
    if (id !== undefined) rows.set(id, [...head, line].join('\n'))
  }
  return rows
}

/** The page of written answers: each section below a question has other ways of asking it, then the answer. */
const ANSWERS_ROUTE = '/answers'

export function answersOf(pages: readonly DocPage[]): SearchAnswer[] {
  const sections = pages.find(({ route }) => route === ANSWERS_ROUTE)?.sections ?? []
  return sections
    .filter(({ depth }) => depth === 3)
    .map(({ heading: question, markdown }) => {
      const [asks = '', ...rest] = markdown.split('\n\n')
      const text = rest.join('\n\n')
      const links = [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, link]) => link!.replace('.md', ''))
      return { question, asks: asks.replace(/^> /, '').split('; '), text, html: text, links }
    })
}

/** The sections of a page as input for the search index, without code, whose words would outnumber the text. */
export function searchSectionsOf({ route, title, description, sections, rows }: DocPage): SearchSection[] {
  if (route === ANSWERS_ROUTE) return []
  const kind = route === '/api/' ? 'reference' : 'doc'
  const place = { route, pageTitle: title, kind } as const
  // Sections without an ID, such as the links at the end, cannot be read with `read`.
  const readable = sections.filter(({ id }, at) => at === 0 || id !== '')
  return [
    ...readable.map(({ id, heading, markdown }, at) => ({
      ...place,
      heading,
      anchor: id,
      passages: [...(at === 0 ? [description] : []), ...passagesOf(markdown)],
    })),
    // A search for the name of an error should find its row before the pages that mention it.
    ...[...rows].map(([id, row]) => ({
      ...place,
      heading: id,
      anchor: id,
      passages: passagesOf(row.replace(ROW_ID, ' |')).slice(-1),
    })),
  ]
}

const passagesOf = (markdown: string): string[] =>
  markdown
    .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')
    .split(/\n{2,}|\n(?=[-|])/)
    .map(plain)
    .filter((passage) => /\p{L}/u.test(passage))

/** Strips Markdown syntax. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/^(?:> ?|#+ |- |\d+\. )+/gm, '')
    .replace(/[`*]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/^ · | · $/g, '')
    .replace(/\s+/g, ' ')
    .trim()
