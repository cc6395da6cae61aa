/** Suggests pages for an unknown URL. */
import { nearestWord } from '@keywright/policy'
import { decoded, markdownPath, normalizePath } from '../../config/routes.ts'

/** Most suggestions, few enough to scan. */
const MOST = 3

/**
 * Returns the routes closest to `address`, best first: those that differ only in case or by a typo, then those with the
 * same last word, then those with a similar one. Never suggests the home page.
 *
 * @param address the percent-encoded path of a URL
 * @param routes of the site
 * @returns at most three routes
 */
export function nearPages(address: string, routes: readonly string[]): string[] {
  const known = routes.filter((route) => wordsOf(route).length > 0)
  const wanted = wordsOf(address)
  if (wanted.length === 0) return []
  // Up to a third of the letters may differ, because long URLs can have a typo in every part.
  const whole = nearestIn(wanted.join('/'), known, (words) => words.join('/'), 1 / 3)
  const last = wanted.at(-1)!
  const sameEnd = known.filter((route) => wordsOf(route).at(-1) === last)
  const nearEnd = nearestIn(last, known, (words) => words.at(-1)!, 1 / 4)
  return [...new Set([...whole, ...sameEnd, ...nearEnd])].slice(0, MOST)
}

/** The route or Markdown twin that differs from a path only in letter case, or in punctuation that was copied with it. */
export function meantRoute(path: string, routes: readonly string[]): string | undefined {
  const wanted = normalizePath(decoded(path).replace(/[\s.,:;!?'"’”)>\]}*`]+$/, '')).toLowerCase()
  const route = [...routes, ...routes.map(markdownPath)].find((one) => one.toLowerCase() === wanted)
  return route === path ? undefined : route
}

/** Routes whose `take` text is closest to `text`, with at most a share of different letters. */
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

/** The parts of a path in lower case, without file extensions. */
function wordsOf(path: string): string[] {
  return decoded(path)
    .toLowerCase()
    .replace(/(\/index)?\.(html?|mdx?)$/, '')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
