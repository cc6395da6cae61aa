/** A table of facts. The first cell of each row is its header. */

import type { ReactNode } from 'react'
import { breakable } from '../../shared/InlineCode.tsx'
import { TableScroll } from '../elements.tsx'

export interface FactsRow {
  readonly key: string
  readonly cells: readonly ReactNode[]
  /** Anchor of the row. */
  readonly id?: string
}

interface FactsTableProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly FactsRow[]
}

/** Rows per `tbody`: reader modes of browsers take the element with the most text for the page's content. */
const ROWS_TOGETHER = 40

export function FactsTable({ label, heads, rows }: FactsTableProps) {
  return (
    <TableScroll label={`Table: ${label}`}>
      <table className="facts">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {inGroups(rows).map((group) => (
          <tbody key={group[0]!.key}>
            {group.map(({ key, cells, id }) => (
              <tr key={key} id={id}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={heads[index]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={heads[index]}>{typeof cell === 'string' ? breakable(cell) : cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </TableScroll>
  )
}

const inGroups = (rows: readonly FactsRow[]): FactsRow[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_TOGETHER) }, (_, n) =>
    rows.slice(n * ROWS_TOGETHER, (n + 1) * ROWS_TOGETHER),
  )

/** `a, b` → `a`, `b`; no list → no names. */
export const listOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').map((item) => item.trim())
