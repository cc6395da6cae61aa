/** Splits a page's text at headings and anchored rows into sentences, table rows and lines of code, for search. */
import { grpcStatus } from '@keywright/contract'
import { openapi } from '@keywright/contract/reference'
import { VOCABULARY } from '@keywright/policy'
import type { SearchSection } from '@keywright/search'
import type { Element, ElementContent, Nodes, RootContent } from 'hast'
import type { Page } from '../src/config/model.ts'
import type { ApiDescription } from '../src/reference/description.ts'
import { referenceSections } from '../src/reference/searchSections.ts'

/** Parts that aren't prose. Drawings keep their alternative text. */
const SKIPPED_CLASSES = [
  'anchor',
  'copy',
  'tab-label',
  'code-lang',
  'visually-hidden',
  'example',
  'tour',
  'generated',
]
const SKIPPED_TAGS = ['text', 'title', 'script', 'style', 'button']
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/
/** Separates the cells of a row. */
const CELL_BREAK = ' · '

/** Pages that list others contain the words of all, so they rank below them, like categories. */
const LISTS = new Set(['/getting-started/examples'])

interface Cut {
  readonly heading: string
  readonly anchor: string
  readonly passages: string[]
  /** Names defined in the section. */
  readonly defines?: readonly string[]
}

/**
 * Returns the sections of a page: the introduction, one per heading of levels 2 and 3, and one per anchored row or
 * disclosure. Empty for pages that must not be indexed.
 */
export function sectionsOf(page: Page): SearchSection[] {
  if (page.noindex || page.kind === 'not-found' || page.kind === 'search') return []
  const kind = LISTS.has(page.route)
    ? 'category'
    : page.kind === 'category' || page.kind === 'reference'
      ? page.kind
      : 'doc'
  const start: Cut = { heading: '', anchor: '', passages: sentencesOf(page.description) }
  const common = { route: page.route, pageTitle: page.title, kind } as const
  const cuts =
    page.kind === 'reference'
      ? [start, ...referenceSections(openapi() as unknown as ApiDescription)]
      : cutAtHeadings(page.body, start)
  return cuts.map(({ defines = [], ...cut }) => {
    const place = cut.anchor === '' ? page.route : `${page.route}#${cut.anchor}`
    const names = [...defines, ...(NAMES.get(place) ?? [])]
    return { ...common, ...cut, ...(names.length > 0 && { names }) }
  })
}

const LANGUAGE = '/concepts/policies/language'
/** Sections of structs that an expression's first name has. The others are in tables without a heading of their own. */
const STRUCTS: Readonly<Record<string, string>> = {
  'list<User>': 'user',
  Activity: 'activity',
  Wallet: 'wallet-private-key',
  PrivateKey: 'wallet-private-key',
  EthereumTransaction: 'ethereum-transaction',
  SolanaTransaction: 'solana-transaction',
  BitcoinTransaction: 'other-chains',
}
const structOf = (type: string) => STRUCTS[type] ?? 'names'

/** Names that sections define which aren't their heading: HTTP statuses, fields, and the vocabulary of the policy language. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...new Set(VOCABULARY.names.map(({ type }) => structOf(type)))].map(
    (anchor) =>
      [
        `${LANGUAGE}#${anchor}`,
        // With a period: `wallet` alone is a word that pages are about.
        VOCABULARY.names.flatMap(({ path, type }) => (structOf(type) === anchor ? `${path}.` : [])),
      ] as const,
  ),
  [`${LANGUAGE}#operators`, ['==', '!=', '<', '>', '<=', '>=', '&&', '||', 'uint', 'uint_le']],
  [`${LANGUAGE}#types`, ['true', 'false']],
  [`${LANGUAGE}#in`, ['in']],
  [`${LANGUAGE}#list-any`, ['any']],
  [`${LANGUAGE}#list-all`, ['all']],
  ['/concepts/policies/contract-calls#time', ['CronSpan', 'Timestamp', 'time.now']],
  ['/api-overview/queries#pagination', ['after', 'before']],
  ['/api-overview/errors#codes', [...new Set(Object.values(grpcStatus).map(({ http }) => String(http)))]],
])

function cutAtHeadings(tree: Nodes, start: Cut): Cut[] {
  const cuts: Cut[] = [start]
  const entries: Cut[] = []
  let current = start
  // Inline content between blocks becomes its own block.
  let loose = ''
  walk(tree)
  endLoose()
  return [...cuts, ...entries]

  function walk(node: Nodes): void {
    if (node.type === 'text') loose += node.value
    else if (node.type === 'element') element(node)
    else if ('children' in node) for (const child of node.children) walk(child)
  }

  function element(node: Element): void {
    if (isSkipped(node)) return
    if (INLINE.test(node.tagName)) loose += textOf(node)
    else {
      endLoose()
      block(node)
      endLoose()
    }
  }

  function block(node: Element): void {
    if (/^h[23]$/.test(node.tagName)) {
      current = { heading: tidy(textOf(node)), anchor: String(node.properties.id ?? ''), passages: [] }
      cuts.push(current)
    } else if (node.tagName === 'details' && node.properties.id !== undefined) definition(node)
    else if (node.tagName === 'tr' && node.properties.id !== undefined) entries.push(entryOf(node))
    else if (node.tagName === 'tr') add([rowOf(node)])
    else if (node.tagName === 'pre') add(textOf(node).split('\n'))
    else for (const child of node.children) walk(child)
  }

  /** An anchored disclosure, which defines the first name in its summary: a method, a function, a type. */
  function definition(node: Element): void {
    const outer = current
    current = { heading: firstCode(node) ?? '', anchor: String(node.properties.id), passages: [] }
    entries.push(current)
    for (const child of node.children) walk(child)
    endLoose()
    current = outer
  }

  function endLoose(): void {
    add(sentencesOf(loose))
    loose = ''
  }

  function add(passages: readonly string[]): void {
    current.passages.push(...passages.map(tidy).filter(Boolean))
  }
}

function firstCode(node: Element): string | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = child.tagName === 'code' ? tidy(textOf(child)) : firstCode(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Environment variables of a flag, which its row names in parentheses. */
const VARIABLES = /(?<=\((?:or set )?)[A-Z]+(?:_[A-Z\d]+)+/g

/** An anchored row defines the name in its first cell: an error, a function, a command, a flag with its variables. */
function entryOf(row: Element): Cut {
  const [first] = row.children.filter((cell) => cell.type === 'element')
  const anchor = String(row.properties.id)
  const name = first === undefined ? '' : tidy(textOf(first))
  const text = rowOf(row)
  const defines = anchor.startsWith('flag-') ? (text.match(VARIABLES) ?? []) : []
  return { heading: name.includes(anchor) ? anchor : name, anchor, passages: [text], defines }
}

const rowOf = (row: Element): string =>
  row.children
    .filter((cell) => cell.type === 'element')
    .map((cell) => tidy(cellOf(cell)))
    .filter(Boolean)
    .join(CELL_BREAK)

/** Separates adjacent elements of a cell, such as an error's message and code. */
const cellOf = ({ children }: Element): string =>
  children
    .map((child, at) => {
      const isBeside = child.type === 'element' && children[at - 1]?.type === 'element'
      return `${isBeside && INLINE.test(child.tagName) ? CELL_BREAK : ''}${textWithin(child)}`
    })
    .join('')

/** Text of an inline element, a cell or a code block, with spaces between blocks. */
function textOf(node: Element): string {
  if (isSkipped(node)) return ''
  return node.children.map(textWithin).join('')
}

function textWithin(node: ElementContent | RootContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return ' '
  const text = textOf(node)
  return INLINE.test(node.tagName) ? text : ` ${text} `
}

const isSkipped = (node: Element) =>
  SKIPPED_TAGS.includes(node.tagName) || SKIPPED_CLASSES.some((name) => hasClass(node, name))

function hasClass(node: Element, name: string): boolean {
  const { className } = node.properties
  return Array.isArray(className) && className.includes(name)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Text without a match is a single sentence and skips the slow segmenter. */
const SENTENCE_END = /[.!?…。！？]\s/

function sentencesOf(text: string): string[] {
  const line = tidy(text)
  if (!SENTENCE_END.test(line)) return line === '' ? [] : [line]
  return [...segmenter.segment(line)].map(({ segment }) => segment.trim()).filter(Boolean)
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()
