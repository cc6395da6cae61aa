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
    return { route, title, description, markdown, sections: sectionsOf(markdown) }
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

/** The page in the form that search takes. Code is left out: its words would outnumber the text's. */
export function searchSectionsOf({ route, title, description, sections }: DocPage): SearchSection[] {
  return sections.map(({ id, heading, markdown }, at) => ({
    route,
    pageTitle: title,
    heading,
    anchor: id,
    passages: [
      ...(at === 0 ? [description] : []),
      ...markdown
        .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')
        .split(/\n{2,}|\n(?=[-|])/)
        .map(plain)
        .filter((passage) => /\p{L}/u.test(passage)),
    ],
    kind: route === '/api/' ? 'reference' : 'doc',
  }))
}

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
