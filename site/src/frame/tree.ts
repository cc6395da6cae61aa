/**
 * After rendering, a page is an HTML tree. The build reads ids, links, search sections and the Markdown twin from it
 * and serializes it once, in the document.
 */
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { Fragment, isValidElement, type ReactNode } from 'react'
import { highlightLines } from '../shared/highlight/highlight.ts'

/** Renders components without state. Writing HTML and parsing it would take four times as long. */
export const renderTree = (node: ReactNode): Root => ({ type: 'root', children: render(node) })

function render(node: ReactNode): ElementContent[] {
  if (Array.isArray(node)) return joinTexts(node.flatMap(render))
  if (typeof node === 'string' || typeof node === 'number') return [{ type: 'text', value: String(node) }]
  if (!isValidElement<Props>(node)) return []
  const { type, props } = node
  if (type === Fragment) return render(props.children)
  if (typeof type === 'function') return render((type as (props: Props) => ReactNode)(props))
  const { children, dangerouslySetInnerHTML: raw, ...attributes } = props
  const inside = raw ? (parseTree(raw.__html).children as ElementContent[]) : render(children)
  return [{ type: 'element', tagName: String(type), properties: propertiesOf(attributes), children: inside }]
}

type Props = Readonly<Record<string, unknown>> & {
  readonly children?: ReactNode
  readonly dangerouslySetInnerHTML?: { readonly __html: string }
}

/** Like a parser, makes one text of adjacent ones and none of an empty one. */
function joinTexts(nodes: readonly ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'text' && last?.type === 'text') last.value += node.value
    else if (node.type !== 'text' || node.value !== '') joined.push(node)
  }
  return joined
}

/** Turns `aria-label` into `ariaLabel`, as trees spell it, and class names into a list. */
function propertiesOf(attributes: object): Properties {
  const properties: Properties = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue
    if (name === 'className') properties.className = value.split(/\s+/)
    else if (!name.includes('-')) properties[name] = value
    // These attributes have no values without text: `false` isn't the same as a missing attribute.
    else properties[name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())] = String(value)
  }
  return properties
}

/** Drops positions, because nothing reads them and they make copies expensive. */
export const parseTree = (html: string): Root =>
  fromParse5(parseFragment(html, { scriptingEnabled: false })) as Root

/** Highlights code only on output, so that readers of the tree see it as plain text. */
export const treeToHtml = (tree: Root): string =>
  toHtml(highlight(tree), { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } })

function highlight<N extends Nodes>(node: N): N {
  if (!('children' in node)) return node
  const code = node.type === 'element' && node.properties.dataCode !== undefined
  return { ...node, ...(code ? highlighted(node) : { children: node.children.map(highlight) }) }
}

function highlighted({ properties, children: [text] }: Element): Pick<Element, 'properties' | 'children'> {
  const { dataCode, dataMarks, dataFold, ...shown } = properties
  const marks = new Set(
    String(dataMarks ?? '')
      .split(',')
      .map(Number),
  )
  const code = text?.type === 'text' ? text.value : ''
  return {
    properties: shown,
    children: [{ type: 'raw', value: highlightLines(code, String(dataCode), marks, Number(dataFold ?? 0)) }],
  }
}

export const emptyTree: Root = { type: 'root', children: [] }
