/** Tables: accessible names from the column headers, and row anchors. */
import type { Root, TableRow } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { SHELL_IDS } from '../../src/frame/shellIds.ts'
import type { Reporter } from '../problems.ts'
import { takeExplicitId } from './headings.ts'

/** Labels every table in place: `Table: Header, Credential, Value`. */
export function labelTables(tree: Root): void {
  visit(tree, 'table', (table) => {
    const heads = table.children[0]?.children.map((cell) => textOf(cell)).filter((text) => text !== '')
    table.data = { ...table.data, hProperties: { ariaLabel: `Table: ${heads?.join(', ')}` } }
  })
}

/** `{#id}` at the end of a row's first cell is the row's anchor, for links and search. */
export function anchorRows(tree: Root, report: Reporter): void {
  const taken = new Set<unknown>(SHELL_IDS)
  visit(tree, 'heading', ({ data }) => {
    taken.add((data?.hProperties as { id?: string } | undefined)?.id)
  })
  visit(tree, 'tableRow', (row: TableRow) => {
    const id = row.children[0] && takeExplicitId(row.children[0])
    if (id === undefined) return
    if (taken.has(id)) report.error(`duplicate id \`${id}\``, row.position?.start.line)
    taken.add(id)
    row.data = { ...row.data, hProperties: { id } }
  })
}
