/** Every id once on a page: those of headings and rows beside those that tabs, requests and tables of facts are given. */
import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** @param body of a page, rendered */
export function checkIds(body: Root, report: Reporter): void {
  const seen = new Set<unknown>()
  visit(body, 'element', ({ properties: { id } }: Element) => {
    if (id === undefined) return
    if (seen.has(id)) report.error(`duplicate id \`${id}\``)
    seen.add(id)
  })
}
