/** A line as shells read it: words between blanks, quotes around blanks, nothing else. */

/** @throws Error for a quote that is not closed */
export function splitWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (quote === '"' && character === '\\' && /["\\]/.test(line[at + 1] ?? '')) word += line[++at]!
      else word += character
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === '\\') {
      word = (word ?? '') + (line[++at] ?? '')
    } else word = (word ?? '') + character
  }
  if (quote !== '') throw new Error(`the quote ${quote} is not closed`)
  return word === undefined ? words : [...words, word]
}

/** What the command is given: `npx keywright` before it may be typed or not. */
export function withoutProgram(words: readonly string[]): readonly string[] {
  const rest = words[0] === 'npx' ? words.slice(1) : words
  return rest[0] === 'keywright' ? rest.slice(1) : rest
}
