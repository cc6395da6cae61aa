/**
 * Converts a page's tree to Markdown. The HTML comes from the same tree, so the Markdown includes contract tables,
 * example sources and recorded responses.
 */
import type { Element, Nodes, RootContent } from 'hast'
import { classesOf, find, textOf } from '../../src/frame/hast.ts'
import {
  codeBlock,
  escaped,
  inlineCode,
  lineStart,
  listItem,
  oneLine,
  quote,
  tableRow,
  words,
} from './markdownText.ts'
import { recordedAnswers } from './recordedAnswers.ts'
import { recordedCall } from './recordedCall.ts'

export interface MarkdownOptions {
  /** Maps a link to its Markdown twin. Links without a twin stay the same. */
  readonly linkTo: (href: string) => string
}

/** @param page the article below its title, as shown without scripts */
export function pageToMarkdown(page: Nodes, { linkTo }: MarkdownOptions): string {
  return 'children' in page ? blocks(page.children, linkTo).join('\n\n') : ''
}

type Link = MarkdownOptions['linkTo']

/** Omitted: parts that need scripts or repeat the surrounding text. */
const SILENT = new Set(['anchor', 'copy', 'visually-hidden', 'tab-label', 'needs-script', 'example-more'])
const SILENT_TAGS = new Set(['button', 'svg', 'nav', 'wbr'])
/** Second lines of table cells, joined because Markdown cells have only one line. */
const ASIDES = new Set(['facts-note', 'error-code'])
const INLINE = new Set(['a', 'code', 'em', 'kbd', 'span', 'strong', 'wbr'])

const has = (node: Element, names: ReadonlySet<string>) => classesOf(node).some((name) => names.has(name))
const isSilent = (node: Element) => SILENT_TAGS.has(node.tagName) || has(node, SILENT)
const elementsIn = ({ children }: Element) => children.filter((child) => child.type === 'element')

/** Blocks in order. Inline content between blocks becomes a paragraph. */
function blocks(nodes: readonly RootContent[], link: Link): string[] {
  const found: string[] = []
  let loose: RootContent[] = []
  const endLoose = () => {
    found.push(...paragraph(loose, link))
    loose = []
  }
  for (const node of nodes) {
    if (node.type !== 'element' || INLINE.has(node.tagName)) loose.push(node)
    else if (!isSilent(node)) {
      endLoose()
      found.push(...block(node, link))
    }
  }
  endLoose()
  return found
}

function block(node: Element, link: Link): readonly string[] {
  const { tagName, children } = node
  if (/^h[1-4]$/.test(tagName)) return [heading(node, link)]
  switch (tagName) {
    case 'p':
      return paragraph(children, link).map((text) => text + anchorOf(node))
    case 'ul':
    case 'ol':
      return [list(node, link)]
    case 'table':
      return [table(node, link)]
    case 'div':
      return division(node, link)
    case 'section':
      return section(node, link)
    case 'figure':
      return figure(node, link)
    case 'details':
      return details(node, link)
    case 'pre':
      return [codeBlock(textOf(node))]
    default:
      return blocks(children, link)
  }
}

/** Inline content as one line of Markdown. */
const line = (nodes: readonly RootContent[], link: Link): string =>
  oneLine(nodes.map((node) => inline(node, link)).join(''))

function inline(node: RootContent, link: Link): string {
  if (node.type === 'text') return escaped(node.value)
  if (node.type !== 'element' || isSilent(node)) return ''
  if (node.tagName === 'code') return inlineCode(textOf(node))
  const text = node.children.map((child) => inline(child, link)).join('')
  if (text.trim() === '') return text
  switch (node.tagName) {
    case 'strong':
      return around(text, '**')
    case 'em':
      return around(text, '*')
    case 'a':
      return `[${text.trim()}](${link(String(node.properties.href ?? ''))})`
    default:
      return has(node, ASIDES) ? ` · ${text}` : text
  }
}

/** Moves outer spaces out of the marks, because Markdown ignores marks next to a space. */
const around = (text: string, mark: string): string =>
  text.replace(/^(\s*)(.*?)(\s*)$/s, `$1${mark}$2${mark}$3`)

function paragraph(nodes: readonly RootContent[], link: Link): string[] {
  const text = line(nodes, link)
  return text === '' ? [] : [lineStart(text)]
}

/** Headings and other blocks keep their ids, so that readers can link to sections. */
const heading = (node: Element, link: Link): string =>
  `${'#'.repeat(Number(node.tagName[1]))} ${line(node.children, link)}${anchorOf(node)}`

const anchorOf = ({ properties }: Element): string =>
  properties.id === undefined ? '' : ` {#${properties.id}}`

const label = (text: string): string => `**${words(text)}**`

function list(node: Element, link: Link): string {
  const items = elementsIn(node)
  return items
    .map((item, at) => {
      const marker = node.tagName === 'ol' ? `${at + 1}.` : '-'
      return listItem(
        marker,
        blocks(item.children, link).join(isLoose(item) || endsInText(item) ? '\n\n' : '\n'),
      )
    })
    .join(items.some(isLoose) ? '\n\n' : '\n')
}

/** Whether an item has paragraphs or several blocks. */
function isLoose(item: Element): boolean {
  const own = elementsIn(item).filter(({ tagName }) => !INLINE.has(tagName))
  return own.length > 1 || own.some((child) => child.tagName === 'p' || isLoose(child))
}

/** Whether the first line would run into the text of the item's block. */
const endsInText = (item: Element): boolean => elementsIn(item).some(({ tagName }) => tagName === 'div')

function table(node: Element, link: Link): string {
  const [head, ...rows] = elementsIn(node)
    .flatMap(elementsIn)
    .map((row) => {
      const [first = '', ...rest] = elementsIn(row).map((cell) => line(cell.children, link))
      return [first + anchorOf(row), ...rest]
    })
  return [head!, head!.map(() => '-'), ...rows].map(tableRow).join('\n')
}

function division(node: Element, link: Link): readonly string[] {
  if (node.properties.role === 'tablist') return []
  if (classesOf(node).includes('tabs')) return tabs(node, link)
  if (classesOf(node).includes('admonition')) return [admonition(node, link)]
  return blocks(node.children, link)
}

/** Tab panels below each other, each under its label. */
function tabs(node: Element, link: Link): string[] {
  const elements = elementsIn(node)
  const names = elements
    .filter(({ properties }) => properties.role === 'tablist')
    .flatMap((tabList) => tabList.children)
    .map(textOf)
  const panels = elements.filter(({ properties }) => properties.role === 'tabpanel')
  return panels.flatMap((panel, at) => [label(`${names[at]}:`), ...blocks(panel.children, link)])
}

function admonition(node: Element, link: Link): string {
  const kind = String(node.properties.dataKind)
  const [title, body] = elementsIn(node)
  const word = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
  const shown = textOf(title!).replace(`${word}: `, '').trim()
  const text = [label(shown === word ? word : `${word}: ${shown}`), ...blocks(body!.children, link)]
  return quote(text.join('\n\n'))
}

function section(node: Element, link: Link): readonly string[] {
  const { dataExample, dataTitle, dataFile } = node.properties
  if (typeof dataExample === 'string') {
    const source = find(node, named('figure'))
    const head = `**${words(`Example: ${dataTitle}`)}** (${inlineCode(String(dataFile))})`
    return [head, ...(source ? figure(source, link) : []), ...recordedAnswers(dataExample)]
  }
  const inside = blocks(node.children, link)
  if (!classesOf(node).includes('call')) return inside
  const [title, ...rest] = inside
  return [title + anchorOf(node), ...rest, ...recordedCall(String(node.properties.id))]
}

function details(node: Element, link: Link): readonly string[] {
  const [summary, ...rest] = elementsIn(node)
  // Expand the collapsed fields of the reference.
  const isFold = classesOf(node).includes('field-fold')
  return [...(isFold || !summary ? [] : [label(textOf(summary)) + anchorOf(node)]), ...blocks(rest, link)]
}

/** A diagram as text, a code block with language and title, or other content of a figure. */
function figure(node: Element, link: Link): readonly string[] {
  if (classesOf(node).includes('diagram')) return [diagram(node)]
  const pre = find(node, named('pre'))
  if (!pre) return blocks(node.children, link)
  const lang = String(node.properties.dataLang ?? '')
  const caption = find(node, named('figcaption'))
  // Without a language, the whole caption is the title.
  const title =
    find(node, withClass('code-title')) ??
    (caption && !find(caption, withClass('code-lang')) ? caption : undefined)
  const shown = title === undefined ? '' : textOf(title)
  return [codeBlock(textOf(pre), lang === '' || shown === '' ? lang : `${lang} title="${shown}"`)]
}

function diagram(node: Element): string {
  const title = textOf(find(node, named('figcaption')) ?? node)
  const desc = find(node, named('desc'))
  const alt = desc ? textOf(desc) : ''
  return `*${words(`Diagram: ${alt === '' || alt === title ? title : `${title}. ${alt}`}`)}*`
}

const named = (tagName: string) => (element: Element) => element.tagName === tagName
const withClass = (name: string) => (element: Element) => classesOf(element).includes(name)
