/**
 * Static index pruning: keeps the words of each section that distinguish it from the others, because only they decide
 * which sections come first (document-centric pruning, Büttcher and Clarke, 2006).
 */

import { NAME, tokenize } from './tokenize.ts'
import type { SearchSection } from './types.ts'

/** Words of a section that are kept. */
const KEPT = 5
/** A site with fewer sections has room for every word. */
export const SMALL = 200

/**
 * Returns for each section the words to index, without those of its title, heading and route. A section whose heading is
 * a name, such as a flag, is found by it: its words were 7 % of the index and found nothing more.
 */
export function tellingWords(sections: readonly SearchSection[]): readonly (readonly string[])[] {
  const texts = sections.map(({ words, passages }) => tokenize(words ?? passages.join('\n')))
  const isSmall = sections.length < SMALL
  const everywhere = countWords(texts.flat())
  const total = texts.reduce((sum, { length }) => sum + length, 0)
  return sections.map(({ pageTitle, heading, route }, at) => {
    if (NAME.test(heading) && !heading.includes(' ') && !isSmall) return []
    const text = texts[at]!
    const heads = new Set(tokenize(`${pageTitle} ${heading} ${route}`))
    /** Part of the Kullback–Leibler divergence between the section and all sections. */
    const worth = ([word, count]: readonly [string, number]) =>
      count * Math.log(((count / text.length) * total) / everywhere.get(word)!)
    return [...countWords(text)]
      .filter(([word]) => !heads.has(word))
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, isSmall ? undefined : KEPT)
      .map(([word]) => word)
  })
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
