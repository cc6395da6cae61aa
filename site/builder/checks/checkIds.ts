/** Checks that ids are unique on a page, including generated ids of tabs, requests and tables. */
import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** @param body the rendered page body */
export function checkIds(body: Root, report: Reporter): void {
  const seen = new Set<unknown>()
  visit(body, 'element', ({ properties: { id } }: Element) => {
    if (id === undefined) return
    if (seen.has(id)) report.error(`duplicate id \`${id}\``)
    seen.add(id)
  })
}
