/** What an author wrote as markup is markup on the page: no text of it shows the signs. */
import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** A pair of backticks or asterisks, a link, an anchor, an admonition. */
const SIGNS = /`[^`]+`|\*\*\S|\]\(|\{#|:::/

const VERBATIM = new Set(['pre', 'code', 'svg', 'script', 'style', 'textarea'])

/** @param body of a page, rendered */
export function checkMarkup(body: Root, report: Reporter): void {
  visit(body, (node) => {
    if (node.type === 'element' && VERBATIM.has((node as Element).tagName)) return SKIP
    if (node.type === 'text' && SIGNS.test(node.value))
      report.error(`the page shows markup as text: \`${node.value.trim().slice(0, 80)}\``)
    return undefined
  })
}
