/** Finds the guide for a task: the page to read as a whole, before any section that mentions a word of the task. */
import type { DocPage } from './pages.ts'

/** Pages that list or define, and guide through nothing. */
const NO_GUIDES =
  /^\/(?:answers|api\/|category\/|reference\/|changelog|faq|markdown-page|api-overview\/errors|getting-started\/examples|sdks\/interoperability|$)/

/** Words without a topic of their own. */
const COMMON = new Set(
  'a about after all an and any are as at be before by can do does for from get have how i if in into is it its me my need of on one or our set should so that the their then there this to up use using want was what when which who why will with without write you your'.split(
    ' ',
  ),
)

/** Weight of a match, by the place of the word. */
const WORTH = { title: 4, route: 2, description: 2, heading: 1 } as const

/**
 * @param ranked routes of pages that a search found, best first, which decide between similar pages
 * @returns undefined if no page is about the task
 */
export function guideFor(
  task: string,
  pages: readonly DocPage[],
  ranked: readonly string[],
): DocPage | undefined {
  const words = stemsOf(task)
  let best: { page: DocPage; score: number } | undefined
  for (const page of pages) {
    if (NO_GUIDES.test(page.route)) continue
    const places = {
      title: new Set(stemsOf(page.title)),
      route: new Set(stemsOf(page.route)),
      description: new Set(stemsOf(page.description)),
      heading: new Set(page.sections.flatMap(({ heading }) => stemsOf(heading))),
    }
    const worth = words
      .map((word) =>
        Object.entries(WORTH).reduce(
          (sum, [place, value]) => sum + (places[place as keyof typeof WORTH].has(word) ? value : 0),
          0,
        ),
      )
      .reduce((sum, value) => sum + value, 0)
    if (worth < WORTH.title) continue
    const rank = ranked.indexOf(page.route)
    // A title about something else as well is a worse guide.
    const others = [...places.title].filter((word) => !words.includes(word)).length
    const isFirst = words.includes(stemsOf(page.title)[0] ?? '')
    const score = worth - others + (isFirst ? 2 : 0) + (rank < 0 ? 0 : 4 / (1 + rank))
    if (!best || score > best.score) best = { page, score }
  }
  return best?.page
}

const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON.has(word)).map(stemOf)

const stemOf = (word: string): string =>
  word.length < 4 ? word : word.replace(/(?:ied|ies)$/, 'y').replace(/(?:ment|ing|ed|es|s|e)$/, '')
