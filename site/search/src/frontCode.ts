/** Sorted lower-case words as text: an upper-case letter counts the letters shared with the word before. */

const A = 'A'.charCodeAt(0)
const MOST_SHARED = 25

export function frontCode(words: readonly string[]): string {
  let last = ''
  return words
    .map((word) => {
      let shared = 0
      while (shared < MOST_SHARED && shared < last.length && last[shared] === word[shared]) shared++
      last = word
      return String.fromCharCode(A + shared) + word.slice(shared)
    })
    .join('')
}

export function frontDecode(text: string): string[] {
  let last = ''
  return [...text.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, shared, rest]) => {
    last = last.slice(0, shared!.charCodeAt(0) - A) + rest
    return last
  })
}
