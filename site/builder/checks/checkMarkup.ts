/** Finds Markdown syntax that was rendered as text. */
import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** Backticks, asterisks, tildes, links, references, footnotes, anchors, admonitions, rows outside tables. */
export const MARKUP_AS_TEXT = /`|\*\*\S|~~\S|\]\(|\]\[|\[\^|\{#|:::|(?<!\w):[a-z]+\[|^\|.*\|$/m

export const shownAsText = (text: string): string =>
  `the page shows markup as text: \`${text.trim().slice(0, 80)}\``

const VERBATIM = new Set(['pre', 'code', 'svg', 'script', 'style', 'textarea'])

/** @param body the rendered page body */
export function checkMarkup(body: Root, report: Reporter): void {
  visit(body, (node) => {
    if (node.type === 'element' && VERBATIM.has((node as Element).tagName)) return SKIP
    if (node.type === 'text' && MARKUP_AS_TEXT.test(node.value)) report.error(shownAsText(node.value))
    return undefined
  })
}
