/**
 * Splits text at line feeds only, because `readline` also splits at U+2028, which names may contain.
 * @returns what follows the last line feed
 */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string, string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  return rest
}
