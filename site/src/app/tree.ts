/**
 * A page is a tree of HTML from its rendering on: ids, links, search sections and the Markdown twin are read from it, and
 * it becomes text once, in the document.
 */
import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What components render, as a browser would read it. */
export const renderTree = (node: ReactNode): Root => parseTree(renderToStaticMarkup(node))

export const parseTree = (html: string): Root => fromHtml(html, { fragment: true })

export const treeToHtml = (tree: Root): string =>
  toHtml(tree, { characterReferences: { useNamedReferences: true } })

export const emptyTree: Root = { type: 'root', children: [] }
