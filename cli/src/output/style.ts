/** Colors for terminals; plain text for pipes. */

/** Codes that start and end each format (ECMA-48 §8.3.117). */
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const
type Format = keyof typeof CODES

const ESCAPE = '\u001b'

export type Style = Readonly<Record<Format, (text: string) => string>>

/** Marks the start or end of a color. `openOutput` converts only marks with its own key. */
const MARK = new RegExp(`${ESCAPE}([0-9a-f]{32})(/?)(${Object.keys(CODES).join('|')});`, 'g')

/** @param key random per run, so that printed data cannot forge marks; undefined disables colors */
export function createStyle(key?: string): Style {
  const painter = (format: Format) => (text: string) =>
    key === undefined ? text : `${ESCAPE}${key}${format};${text}${ESCAPE}${key}/${format};`
  return {
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
  }
}

/** Converts marks with the key to colors, and maps the text between them. */
export function paint(text: string, key: string | undefined, map: (text: string) => string): string {
  let painted = ''
  let from = 0
  for (const { 0: mark, 1: its, 2: slash, 3: format, index } of text.matchAll(MARK)) {
    if (its !== key) continue
    const code = CODES[format as Format][slash === '' ? 0 : 1]
    painted += `${map(text.slice(from, index))}${ESCAPE}[${code}m`
    from = index + mark.length
  }
  return painted + map(text.slice(from))
}

/** Width of a text in columns. */
export const widthOf = (text: string): number => text.replace(MARK, '').length
