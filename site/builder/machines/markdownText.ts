/** Helpers that write Markdown. */

/** Characters with a meaning inside a paragraph. */
const MARKS = /\\(?=[\\!-/:-@[-`{-~])|[*_`[\]~]|<(?=[!/?A-Za-z])|&(?=[#A-Za-z])/g

export const escaped = (text: string): string => text.replace(MARKS, '\\$&')

/** Doesn't escape underscores within words such as `CONSENSUS_NEEDED`, so that they stay searchable. */
export const oneLine = (markdown: string): string =>
  markdown
    .replace(/\s+/g, ' ')
    .replace(/(?<=\w)\\_(?=\w)/g, '_')
    .trim()

/** Writes plain text as one line of Markdown. */
export const words = (text: string): string => oneLine(escaped(text))

/** Escapes characters that would start a list item, heading, quote or rule. */
export const lineStart = (line: string): string =>
  line.replace(/^(?:[#>=]|[+-](?=\s|$|-))/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')

export function inlineCode(text: string): string {
  const value = text.replace(/\s+/g, ' ')
  const ticks = '`'.repeat(longestRun(value) + 1)
  const isPadded = /^`|`$|^ .* $/.test(value)
  return isPadded ? `${ticks} ${value} ${ticks}` : `${ticks}${value}${ticks}`
}

export function codeBlock(text: string, info = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${info}\n${text.replace(/\n$/, '')}\n${fence}`
}

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))

export const tableRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (cell === '' ? '| ' : `| ${cell.replaceAll('|', '\\|')} `)).join('')}|`

/** @param text of the item. Indents the lines after the first. */
export const listItem = (marker: string, text: string): string =>
  `${marker} ${text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length + 1)}`)}`

export const quote = (text: string): string =>
  text.replace(/^.*$/gm, (line) => (line === '' ? '>' : `> ${line}`))
