/** The source to show, without the head comment, which repeats the page, and without region markers. */
export function shownSource(source: string): string {
  return withoutMarks(source.replace(/^\/\*\*[\s\S]*?\*\/\n/, ''))
}

/**
 * Number of lines at the top of `shownSource` that create the client, including the blank line after them. The page
 * collapses them, unless they are few, because they are similar in every example.
 */
export function clientLines(source: string, [first]: readonly { readonly to: number }[]): number {
  if (!first) return 0
  const head = shownSource(source.split('\n').slice(0, first.to).join('\n'))
  const lines = head.split('\n').length
  if (!/new Keywright(?:Client|Server)\(/.test(head) || lines < FEW) return 0
  return shownSource(source).split('\n')[lines] === '' ? lines + 1 : lines
}

const FEW = 6

/** The lines `from` to `to`, starting at 1, without indentation. */
export function shownLines(source: string, { from, to }: { from: number; to: number }): string {
  const lines = source.split('\n').slice(from - 1, to)
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const indent = Math.min(...indents)
  return withoutMarks(lines.map((line) => line.slice(indent)).join('\n'))
}

const withoutMarks = (text: string): string =>
  text
    .replace(/^[ \t]*\/\/ #(?:region .+|endregion.*)\n?/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
