/** Numbers as text that a JSON file holds without an escape: most take one character. */

/** Printable characters but the space that need no escape in JSON. The first half end a number, the others continue it. */
const DIGITS = '!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~'
const HALF = Math.floor(DIGITS.length / 2)

/** Ascending numbers as differences, most significant digit first. */
export function encodeList(list: readonly number[]): string {
  let last = -1
  let text = ''
  for (const number of list) {
    text += encodeNumber(number - last - 1)
    last = number
  }
  return text
}

export function decodeList(text: string): number[] {
  let last = -1
  return decodeNumbers(text).map((gap) => {
    last += gap + 1
    return last
  })
}

/** Numbers in any order. */
export const encodeNumbers = (numbers: readonly number[]): string => numbers.map(encodeNumber).join('')

export function decodeNumbers(text: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    number = number * HALF + (digit % HALF)
    if (digit >= HALF) continue
    numbers.push(number)
    number = 0
  }
  return numbers
}

function encodeNumber(value: number): string {
  let rest = Math.floor(value / HALF)
  let text = DIGITS[value % HALF]!
  while (rest > 0) {
    text = DIGITS[HALF + (rest % HALF)]! + text
    rest = Math.floor(rest / HALF)
  }
  return text
}
