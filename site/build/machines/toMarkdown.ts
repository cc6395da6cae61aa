/**
 * A page's tree as Markdown: what people see becomes what programs read. The same tree makes the HTML, so tables of the
 * contract, sources of examples and recorded answers are all in it.
 */
import type { Element, Nodes as HastNodes, Root as HastRoot } from 'hast'
import { type Handle, type State, toMdast } from 'hast-util-to-mdast'
import type {
  BlockContent,
  Blockquote,
  Code,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers as markdownHandlers, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { toString as textOfMdast } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { classesOf, find, textOf } from './hast.ts'
import { recordedAnswers } from './recordedAnswers.ts'
import { recordedCall } from './recordedCall.ts'

export interface MarkdownOptions {
  /** Where a link leads in the Markdown world; answers what it does not know as it stands. */
  readonly linkTo: (href: string) => string
}

/** @param page the article below its title, as the page shows it without scripts */
export function pageToMarkdown(page: HastRoot, { linkTo }: MarkdownOptions): string {
  const tree = markRows(page)
  // `document`: loose text beside blocks becomes paragraphs of its own.
  const root = toMdast(tree, { document: true, handlers, nodeHandlers: {} }) as Root
  visit(root, 'link', (link) => {
    link.url = linkTo(link.url)
  })
  return toMarkdown(root, written)
}

/** Rows that links lead to, such as an error of the catalogue, keep their ids as headings do. */
function markRows<N extends HastNodes>(node: N): N {
  if (!('children' in node)) return node
  const children = node.children.map(markRows)
  const id = node.type === 'element' && node.tagName === 'tr' ? node.properties.id : undefined
  const [first, ...rest] = children
  if (id === undefined || first?.type !== 'element') return { ...node, children } as N
  const marked = { ...first, children: [...first.children, { type: 'text', value: ` {#${id}}` }] }
  return { ...node, children: [marked, ...rest] } as N
}

/** Left out: what only works by script or only says to the eye what stands beside it. */
const SILENT = new Set(['anchor', 'copy', 'visually-hidden', 'tab-label', 'needs-script'])
/** A second line of a table's cell, which has only one in Markdown. */
const ASIDES = new Set(['facts-note', 'error-code'])

const skip: Handle = () => undefined

const handlers: Record<string, Handle> = {
  button: skip,
  svg: skip,
  nav: skip,
  wbr: skip,
  kbd: (state, node) => state.all(node),
  span: unlessSilent((state, node) => {
    const inside = state.all(node)
    return has(node, ASIDES) ? [{ type: 'text', value: ' · ' }, ...inside] : inside
  }),
  a: unlessSilent((state, node) => ({
    type: 'link',
    url: String(node.properties.href ?? ''),
    children: state.all(node) as PhrasingContent[],
  })),
  p: unlessSilent((state, node) => {
    const children = state.all(node) as PhrasingContent[]
    return children.length > 0 ? { type: 'paragraph', children } : undefined
  }),
  div: unlessSilent((state, node) => {
    if (node.properties.role === 'tablist') return undefined
    if (classesOf(node).includes('tabs')) return tabs(state, node)
    if (classesOf(node).includes('admonition')) return admonition(state, node)
    return state.toFlow(state.all(node))
  }),
  section: (state, node) => {
    const id = node.properties.dataExample
    if (typeof id === 'string') return example(state, node, id)
    const inside = state.toFlow(state.all(node)) as RootContent[]
    if (!classesOf(node).includes('call-outline')) return inside
    return [...inside, ...recordedCall(String(find(node, 'h3')?.properties.id))] as never
  },
  figure: (state, node) =>
    classesOf(node).includes('diagram') ? diagram(node) : (code(node) ?? state.toFlow(state.all(node))),
  details: (state, node) => {
    const [summary, ...rest] = node.children.filter((child) => child.type === 'element')
    // The calls of the reference fold what a program wants to see at once.
    const isFold = classesOf(node).includes('field-fold')
    const title = isFold || !summary ? [] : [label(textOf(summary))]
    return [...title, ...state.toFlow(state.all({ ...node, children: rest }))] as never
  },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
}

/** Headings keep their ids, so that a reader can cite the section. */
function heading(state: State, node: Element) {
  const children = state.all(node) as PhrasingContent[]
  const { id } = node.properties
  if (id !== undefined) children.push({ type: 'html', value: ` {#${id}}` })
  return { type: 'heading', depth: Number(node.tagName[1]) as 2, children } as const
}

function unlessSilent(handle: Handle): Handle {
  return (state, node, parent) => (has(node, SILENT) ? undefined : handle(state, node, parent))
}

const has = (node: Element, names: ReadonlySet<string>) => classesOf(node).some((name) => names.has(name))

const label = (text: string): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'strong', children: [{ type: 'text', value: text }] }],
})

/** One variant below the other, each under its name. */
function tabs(state: State, node: Element) {
  const elements = node.children.filter((child) => child.type === 'element')
  const names = elements
    .filter(({ properties }) => properties.role === 'tablist')
    .flatMap((list) => list.children)
    .map((tab) => textOf(tab))
  const panels = elements.filter(({ properties }) => properties.role === 'tabpanel')
  return panels.flatMap((panel, at) => [
    label(`${names[at]}:`),
    ...(state.toFlow(state.all(panel)) as BlockContent[]),
  ])
}

function admonition(state: State, node: Element): Blockquote {
  const kind = String(node.properties.dataKind)
  const [title, body] = node.children.filter((child) => child.type === 'element')
  const word = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
  const shown = textOf(title!).replace(`${word}: `, '').trim()
  const head = shown === word ? word : `${word}: ${shown}`
  return {
    type: 'blockquote',
    children: [label(head), ...(state.toFlow(state.all(body!)) as BlockContent[])],
  }
}

function diagram(node: Element): Paragraph {
  const title = textOf(find(node, 'figcaption') ?? node)
  const alt = textOf(find(node, 'desc') ?? { type: 'root', children: [] })
  const words = alt === '' || alt === title ? title : `${title}. ${alt}`
  return {
    type: 'paragraph',
    children: [{ type: 'emphasis', children: [{ type: 'text', value: `Diagram: ${words}` }] }],
  }
}

/** A block of code with its language and title; undefined for a figure without code. */
function code(node: Element): Code | undefined {
  const pre = find(node, 'pre')
  if (!pre) return undefined
  const caption = find(node, 'figcaption')
  // A caption without the name of a language is all title.
  const isTitle = caption && !findClass(caption, 'code-lang')
  const title = findClass(node, 'code-title') ?? (isTitle ? caption : undefined)
  const meta = title && textOf(title) !== '' ? `title="${textOf(title)}"` : null
  const lang = String(node.properties.dataLang ?? '') || null
  return { type: 'code', lang, meta: lang === null ? null : meta, value: textOf(pre).replace(/\n$/, '') }
}

/** The source as the page shows it, then everything that was recorded when it was run. */
function example(_state: State, node: Element, id: string) {
  const file = String(node.properties.dataFile)
  const head: Paragraph = {
    type: 'paragraph',
    children: [
      { type: 'strong', children: [{ type: 'text', value: `Example: ${node.properties.dataTitle}` }] },
      { type: 'text', value: ' (' },
      { type: 'inlineCode', value: file },
      { type: 'text', value: ')' },
    ],
  }
  const source = find(node, 'figure')
  return [head, ...(source ? [code(source)!] : []), ...recordedAnswers(id)] as never
}

function findClass(node: HastNodes, name: string): Element | undefined {
  let found: Element | undefined
  visit(node, 'element', (element) => {
    if (classesOf(element).includes(name)) found ??= element
  })
  return found
}

const written: Options = {
  bullet: '-',
  fences: true,
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: {
    // `CONSENSUS_NEEDED` emphasizes nothing, and is looked for as it stands.
    text: (node, parent, state, info) =>
      markdownHandlers.text(node, parent, state, info).replace(/(?<=\w)\\_(?=\w)/g, '_'),
    // A fence longer than what it holds is the writer's own affair; a paragraph of nothing is none.
    paragraph: (node, parent, state, info) =>
      textOfMdast(node as Nodes).trim() === '' ? '' : markdownHandlers.paragraph(node, parent, state, info),
  },
}
