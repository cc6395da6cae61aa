/** Which pages somebody may have meant by an address that has none. */
import { nearestWord } from '@keywright/policy'
import { decoded } from '../app/routes.ts'

/** More than a glance takes in would be a list to search. */
const MOST = 3

/**
 * The routes nearest to `address`, best first: the same but for letter case or a slip, then those that end in the same
 * word, then in nearly the same one. The home page is near to nothing.
 *
 * @param address the path of an address, as the browser has it, percent-encoded
 * @param routes of the site
 * @returns three at most; none where nothing is near
 */
export function nearPages(address: string, routes: readonly string[]): string[] {
  const known = routes.filter((route) => wordsOf(route).length > 0)
  const wanted = wordsOf(address)
  if (wanted.length === 0) return []
  // A third of the letters may differ: addresses are long, and a slip in each of their parts is one.
  const whole = nearestIn(wanted.join('/'), known, (words) => words.join('/'), 1 / 3)
  const last = wanted.at(-1)!
  const sameEnd = known.filter((route) => wordsOf(route).at(-1) === last)
  const nearEnd = nearestIn(last, known, (words) => words.at(-1)!, 1 / 4)
  return [...new Set([...whole, ...sameEnd, ...nearEnd])].slice(0, MOST)
}

/** The routes whose text of `take` is the one nearest to `text`, a share of whose letters may differ. */
function nearestIn(
  text: string,
  routes: readonly string[],
  take: (words: string[]) => string,
  share: number,
): string[] {
  const textOf = (route: string) => take(wordsOf(route))
  const nearest = nearestWord(text, routes.map(textOf), Math.floor(text.length * share))
  return nearest === undefined ? [] : routes.filter((route) => textOf(route) === nearest)
}

/** The parts of a path in small letters, without the endings that files of the site have. */
function wordsOf(path: string): string[] {
  return decoded(path)
    .toLowerCase()
    .replace(/(\/index)?\.(html?|mdx?)$/, '')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
