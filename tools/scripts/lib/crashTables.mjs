/** The tables that `npm run crash` writes into `hosts/server/README.md`, from the lines that its tests record. */

/** @returns {Map<string, string>} the Markdown of each table by its name; rows in the order of their first column */
export function tablesOf(lines) {
  const rows = new Map()
  for (const line of lines.split('\n').filter((one) => one !== '')) {
    const [table, row] = JSON.parse(line)
    rows.set(table, [...(rows.get(table) ?? []), row])
  }
  return new Map([...rows].map(([table, of]) => [table, toMarkdown(of)]))
}

function toMarkdown(rows) {
  const columns = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  const texts = rows.map((row) => line(columns.map((column) => row[column].toLocaleString('en-US'))))
  return [line(columns), line(columns.map(() => '---')), ...texts.sort()].join('\n')
}

/** Replaces what stands between `<!-- npm run crash: NAME -->` and `<!-- end -->`. Tables without rows stay. */
export function replaceTables(text, tables) {
  return text.replace(
    /(<!-- npm run crash: (.+?) -->\n)([\s\S]*?)(\n<!-- end -->)/g,
    (_, start, name, before, end) => `${start}\n${tables.get(name) ?? before.trim()}\n${end}`,
  )
}
