/**
 * After rendering, a page is an HTML tree. The build reads ids, links, search sections and the Markdown twin from it
 * and serializes it once, in the document.
 */
import type { Element, Nodes, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { highlightLines } from '../highlight/highlight.ts'

/** Renders components and parses the HTML like a browser. */
export const renderTree = (node: ReactNode): Root => parseTree(renderToStaticMarkup(node))

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
