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

/** Replaces or adds rows of the table between `<!-- NAME -->` and `<!-- end -->`, by their first column. */
export function replaceRows(text, name, rows) {
  const keyOf = (line) => line.split(' | ')[0]
  return text.replace(
    new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)(\n<!-- end -->)`),
    (_, start, before, end) => {
      const [head, rule, ...after] = toMarkdown(rows).split('\n')
      const lines = new Map(
        before
          .trim()
          .split('\n')
          .slice(2)
          .map((line) => [keyOf(line), line]),
      )
      for (const line of after) lines.set(keyOf(line), line)
      return `${start}\n${[head, rule, ...lines.values()].join('\n')}\n${end}`
    },
  )
}

/** Replaces what stands between `<!-- npm run crash: NAME -->` and `<!-- end -->`. Tables without rows stay. */
export function replaceTables(text, tables) {
  return text.replace(
    /(<!-- npm run crash: (.+?) -->\n)([\s\S]*?)(\n<!-- end -->)/g,
    (_, start, name, before, end) => `${start}\n${tables.get(name) ?? before.trim()}\n${end}`,
  )
}
