/** Texts of any length, in pieces that never split a character. */

export type TextPieces = AsyncIterable<string> | Iterable<string>

/** Joins pieces in memory. */
export async function textOf(pieces: TextPieces): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
