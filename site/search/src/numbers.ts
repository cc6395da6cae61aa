/** Numbers as text, a character each: the first one follows the quotation mark, which JSON escapes. */
const FIRST = '#'.charCodeAt(0)

export const encodeNumbers = (numbers: readonly number[]): string =>
  numbers.map((number) => String.fromCodePoint(FIRST + number)).join('')

export const decodeNumbers = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0)! - FIRST)

/** Ascending numbers as differences. */
export const encodeList = (list: readonly number[]): string =>
  encodeNumbers(list.map((number, at) => number - (list[at - 1] ?? -1) - 1))

export function decodeList(text: string): number[] {
  let last = -1
  return decodeNumbers(text).map((gap) => {
    last += gap + 1
    return last
  })
}
