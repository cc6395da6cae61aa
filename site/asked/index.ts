/** How people ask for each section of the site; one file for each group of pages. */
import type { AskedAs } from './askedAs.ts'

const groups: readonly AskedAs[] = []

/** Each phrase with its place, in the order of the files. */
export const askedPhrases: readonly (readonly [place: string, phrase: string])[] = groups.flatMap((group) =>
  Object.entries(group).flatMap(([place, phrases]) => phrases.map((phrase) => [place, phrase] as const)),
)
