import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FactsTable } from './FactsTable.tsx'

it('divides a long table, which reader modes would otherwise take for the whole page', () => {
  const rows = Array.from({ length: 90 }, (_, n) => ({ key: `row ${n}`, cells: [`cell ${n}`, 'text'] }))
  const html = renderToStaticMarkup(<FactsTable label="rows" heads={['a', 'b']} rows={rows} />)
  const groups = html.split('<tbody>').slice(1)
  expect(groups.map((group) => group.match(/<tr/g)?.length)).toEqual([40, 40, 10])
  expect(html.match(/cell \d+/g)).toEqual(rows.map(({ cells }) => cells[0]))
})
