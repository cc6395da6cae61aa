/** Tables: each gets a name for assistive technology, made of its column heads. */
import type { Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

/** Labels every table in place: `Table: Header, Credential, Value`. */
export function labelTables(tree: Root): void {
  visit(tree, 'table', (table) => {
    const heads = table.children[0]?.children.map((cell) => textOf(cell)).filter((text) => text !== '')
    table.data = { ...table.data, hProperties: { ariaLabel: `Table: ${heads?.join(', ')}` } }
  })
}
