/** The pages of the documentation as Markdown, read from the one file that holds them all (`llms-full.txt`). */
import type { SearchSection } from '@keywright/search'

export interface DocPage {
  /** Path on the site, such as `/concepts/wallets`. */
  readonly route: string
  readonly title: string
  readonly description: string
  /** The whole page, title included. */
  readonly markdown: string
  readonly sections: readonly DocSection[]
  /** Rows of tables that have an id of their own, as each error of the catalogue, by it; each below the head of its table. */
  readonly rows: ReadonlyMap<string, string>
}

export interface DocSection {
  /** Empty above the first heading. */
  readonly id: string
  readonly heading: string
  /** 2 and deeper; 1 above the first heading. */
  readonly depth: number
  /** Without its heading, and without the sections below it. */
  readonly markdown: string
}

/** What stands between two pages, and how each begins. */
const BOUNDARY = /\n---\n\n(?=# .+\n\n> .+\n\nSource: )/
const HEAD = /^# (?<title>.+)\n\n> (?<description>.+)\n\nSource: \S+?\/\/[^/\s]+(?<route>\/\S*)\n/

/** @throws Error when the text is not such a file */
export function readPages(text: string): readonly DocPage[] {
  return text.split(BOUNDARY).map((markdown) => {
    const { title, description, route } = HEAD.exec(markdown)?.groups ?? {}
    if (title === undefined || description === undefined || route === undefined)
      throw new Error('this is no llms-full.txt: a page without title, summary and `Source:` line')
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

/** The page in the form that search takes. Code is left out: its words would outnumber the text's. */
export function searchSectionsOf({ route, title, description, sections, rows }: DocPage): SearchSection[] {
  const kind = route === '/api/' ? 'reference' : 'doc'
  const place = { route, pageTitle: title, kind } as const
  // A heading without an id, as that of the links at the end, is no place that can be read.
  const readable = sections.filter(({ id }, at) => at === 0 || id !== '')
  return [
    ...readable.map(({ id, heading, markdown }, at) => ({
      ...place,
      heading,
      anchor: id,
      passages: [...(at === 0 ? [description] : []), ...passagesOf(markdown)],
    })),
    // Who looks for an error by its name wants its own row, before the pages that mention it.
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

/** Without the marks of Markdown. */
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
