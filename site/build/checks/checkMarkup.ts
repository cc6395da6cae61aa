/** What an author wrote as markup is markup on the page: no text of it shows the signs. */
import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** Backticks, asterisks, a link, a reference or footnote without its definition, an anchor, an admonition, a row of no table. */
export const MARKUP_AS_TEXT = /`|\*\*\S|\]\(|\]\[|\[\^|\{#|:::|(?<!\w):[a-z]+\[|^\|.*\|$/m

export const shownAsText = (text: string): string =>
  `the page shows markup as text: \`${text.trim().slice(0, 80)}\``

const VERBATIM = new Set(['pre', 'code', 'svg', 'script', 'style', 'textarea'])

/** @param body of a page, rendered */
export function checkMarkup(body: Root, report: Reporter): void {
  visit(body, (node) => {
    if (node.type === 'element' && VERBATIM.has((node as Element).tagName)) return SKIP
    if (node.type === 'text' && MARKUP_AS_TEXT.test(node.value)) report.error(shownAsText(node.value))
    return undefined
  })
}
