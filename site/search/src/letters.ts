/** How alike texts are by their letters, in groups of three, whatever their grammar and slips. */
import { withoutValues } from './tokenize.ts'

/** The groups of a text, and the length of their vector. */
interface Letters {
  readonly groups: ReadonlySet<string>
  readonly length: number
}

/** @returns a function that, for a query, compares it with the most similar text of a list: 0 to 1 */
export function letterSimilarity(
  lists: readonly (readonly string[])[],
): (query: string) => (list: number) => number {
  let rarity: (group: string) => number
  const square = (groups: readonly string[]) => groups.reduce((sum, group) => sum + rarity(group) ** 2, 0)
  function lettersOf(text: string): Letters {
    const groups = groupsOf(text)
    return { groups, length: Math.sqrt(square([...groups])) }
  }
  const known = new Map<string, Letters>()
  const knownLetters = (text: string) => {
    const letters = known.get(text) ?? lettersOf(text)
    known.set(text, letters)
    return letters
  }
  const cosine = (a: Letters, b: Letters) =>
    square([...a.groups].filter((group) => b.groups.has(group))) / (a.length * b.length || 1)
  return (query) => {
    rarity ??= rarityOf(lists)
    const typed = lettersOf(withoutValues(query))
    return (list) => Math.max(0, ...lists[list]!.map((text) => cosine(typed, knownLetters(text))))
  }
}

/** The rarity of a group, by the number of lists with it. */
function rarityOf(lists: readonly (readonly string[])[]): (group: string) => number {
  const found = new Map<string, number>()
  for (const texts of lists)
    for (const group of groupsOf(texts.join(' '))) found.set(group, (found.get(group) ?? 0) + 1)
  return (group) => Math.log(1 + lists.length / (1 + (found.get(group) ?? 0)))
}

function groupsOf(text: string): Set<string> {
  const letters = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  return new Set(Array.from({ length: letters.length - 2 }, (_, at) => letters.slice(at, at + 3)))
}
