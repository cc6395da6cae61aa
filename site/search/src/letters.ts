/** How alike texts are by their letters, in groups of three, whatever their grammar and slips. */
import { withoutValues } from './tokenize.ts'

/** @returns a function that, for a query, compares it with the most similar text of a list: 0 to 1 */
export function letterSimilarity(
  lists: readonly (readonly string[])[],
): (query: string) => (list: number) => number {
  let rarity: (group: string) => number
  return (query) => {
    rarity ??= rarityOf(lists)
    const typed = groupsOf(withoutValues(query))
    return (list) => Math.max(0, ...lists[list]!.map((text) => cosine(typed, groupsOf(text), rarity)))
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

function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity: (group: string) => number): number {
  const square = (groups: Iterable<string>) => {
    let sum = 0
    for (const group of groups) sum += rarity(group) ** 2
    return sum
  }
  const shared = square([...a].filter((group) => b.has(group)))
  return shared === 0 ? 0 : shared / Math.sqrt(square(a) * square(b))
}
