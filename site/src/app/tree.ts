/**
 * A page is a tree of HTML from its rendering on: ids, links, search sections and the Markdown twin are read from it, and
 * it becomes text once, in the document.
 */
import type { Element, Nodes, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { highlightLines } from '../highlight/highlight.ts'

/** What components render, as a browser would read it. */
export const renderTree = (node: ReactNode): Root => parseTree(renderToStaticMarkup(node))

/** Without positions, which nothing reads and every copy of a tree would copy. */
export const parseTree = (html: string): Root =>
  fromParse5(parseFragment(html, { scriptingEnabled: false })) as Root

/** Highlights code on its way out, so that whatever reads the tree meets code as plain text. */
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
