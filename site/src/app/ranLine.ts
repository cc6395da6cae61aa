/** The sentence at the foot of a page that says whether its code was run. */
import { brand } from '../../brand.ts'
import type { Page, RanCode } from '../model.ts'

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Of a page; it is in English, and stands on no other. */
export const ranSentenceOf = ({ language, ran }: Page): string | undefined =>
  language === undefined && ran ? sentenceOf(ran) : undefined

/** Undefined for a page without code that is run. */
export function sentenceOf({ examples, commands, requests, expressions, run }: RanCode): string | undefined {
  const counts = Object.entries({
    example: examples,
    command: commands,
    request: requests,
    expression: expressions,
  })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
  const last = counts.pop()
  if (last === undefined) return undefined
  const all = counts.length === 0 ? last : `${counts.join(', ')} and ${last}`
  if (run === undefined) return `Run by the tests of ${brand.name}: ${all}.`
  return `Run with ${brand.name} ${run.version} on ${DATE.format(new Date(run.at))}: ${all}.`
}
