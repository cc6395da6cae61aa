/** Names the cells of wide tables by their column, for narrow screens that show each row as a card. */
import type { Element, Nodes } from 'hast'
import { textOf } from './hast.ts'

/** Tables of fewer columns fit. */
const WIDE = 3

export function labelCells<N extends Nodes>(node: N): N {
  if (node.type === 'element' && node.tagName === 'table') return labeled(node) as N
  return 'children' in node ? { ...node, children: node.children.map(labelCells) } : node
}

function labeled(table: Element): Element {
  const [head] = rowsOf(table, 'thead')
  const names = head ? cellsOf(head).map((cell) => textOf(cell).trim()) : []
  if (names.length < WIDE) return table
  const mark = (row: Element): Element => {
    let column = 0
    return {
      ...row,
      children: row.children.map((cell) =>
        cell.type === 'element'
          ? { ...cell, properties: { ...cell.properties, dataLabel: names[column++] } }
          : cell,
      ),
    }
  }
  const body = new Set(rowsOf(table, 'tbody'))
  const walk = (node: Element): Element => ({
    ...node,
    children: node.children.map((child) =>
      child.type !== 'element' ? child : body.has(child) ? mark(child) : walk(child),
    ),
  })
  return { ...walk(table), properties: { ...table.properties, dataCards: '' } }
}

const elementsOf = ({ children }: Element, names: readonly string[]): Element[] =>
  children.filter((child): child is Element => child.type === 'element' && names.includes(child.tagName))

const rowsOf = (table: Element, part: 'thead' | 'tbody'): Element[] =>
  elementsOf(table, [part]).flatMap((section) => elementsOf(section, ['tr']))

const cellsOf = (row: Element): Element[] => elementsOf(row, ['th', 'td'])
