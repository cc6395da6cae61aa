/** How alike texts are by their letters, in groups of three, whatever their grammar and slips. */

const GROUP = 3

/** @returns a function that, for a query, compares it with the most similar text of a list: 0 to 1 */
export function letterSimilarity(
  lists: readonly (readonly string[])[],
): (query: string) => (list: number) => number {
  const rarity = rarityOf(lists)
  const square = (groups: ReadonlySet<string>) =>
    [...groups].reduce((sum, group) => sum + rarity(group) ** 2, 0)
  const cosine = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
    square(new Set([...a].filter((group) => b.has(group)))) / (Math.sqrt(square(a) * square(b)) || 1)
  return (query) => {
    const typed = groupsOf(query)
    return (list) => Math.max(0, ...lists[list]!.map((text) => cosine(typed, groupsOf(text))))
  }
}

/** The rarity of a group, by the number of lists with it. */
function rarityOf(lists: readonly (readonly string[])[]): (group: string) => number {
  const found = new Map<string, number>()
  for (const texts of lists)
    for (const group of groupsOf(texts.join(' '))) found.set(group, (found.get(group) ?? 0) + 1)
  return (group) => Math.log(1 + lists.length / (1 + (found.get(group) ?? 0)))
}

function groupsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  return new Set(Array.from({ length: letters.length - GROUP + 1 }, (_, at) => letters.slice(at, at + GROUP)))
}
