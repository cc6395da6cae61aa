/** Checks that ids are unique on a page, including generated ids of tabs, requests and tables. */
import type { Root } from 'hast'
import { elementsIn } from '../../src/frame/hast.ts'
import type { Reporter } from '../problems.ts'

/** @param body the rendered page body */
export function checkIds(body: Root, report: Reporter): void {
  const seen = new Set<unknown>()
  for (const { properties } of elementsIn(body)) {
    const { id } = properties
    if (id === undefined) continue
    if (seen.has(id)) report.error(`duplicate id \`${id}\``)
    seen.add(id)
  }
}
