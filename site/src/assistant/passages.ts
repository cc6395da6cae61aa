/** Which sentences and rows of a section say what was asked. */
import { type RankedSection, remembered, tokenize } from '@keywright/search'
import { type Asked, bestIn, heaviest, recallOf } from './asked.ts'

export const LIMITS = '/getting-started/resource-limits'
export const LANGUAGE = '/concepts/policies/language'

const MOST_PASSAGES = 8
const MOST_CHARACTERS = 900
/** Of what the best passage is worth, what another one needs that is quoted with it. */
const ABOUT_AS_GOOD = 0.75

const DURATION = /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b/i
const NUMBER = /\d|\b(?:no limit|any number|unlimited)\b/i

export interface ReadPassage {
  readonly at: number
  /** What it is worth as the sentence that is quoted. */
  readonly worth: number
  /** The share of the question that it knows itself … */
  readonly inside: number
  /** … and with its heading and the page's title. */
  readonly together: number
}

/** What a passage is read with: title, heading and address of its section. */
export const termsAround = ({ title, heading, route }: RankedSection): ReadonlySet<string> =>
  termsOfNames(`${title} ${heading} ${route}`)
const termsOfNames = remembered((names): ReadonlySet<string> => new Set(tokenize(names)))

/** The share of the question that the heading of a section knows, or the title where it has none. */
export const aboutOf = ({ heading, title }: RankedSection, asked: Asked): number =>
  recallOf(new Set(tokenize(heading || title)), asked)

/** @param isAbout see `aboutOf` */
export function readPassages(
  passages: readonly string[],
  section: RankedSection,
  isAbout: number,
  asked: Asked,
): readonly ReadPassage[] {
  const { words, whole, identifiers } = asked
  const around = termsAround(section)
  return passages.map((passage, at) => {
    const own = new Set(tokenize(passage))
    let [inside, together] = [0, 0]
    for (const { terms, weight } of words) {
      const here = bestIn(own, terms)
      inside += weight * here
      together += weight * Math.max(here, bestIn(around, terms))
    }
    // The first sentences of a section say what its heading asks.
    const lead = isRow(passage) ? 0 : at === 0 ? 0.1 + 0.5 * isAbout : at === 1 ? 0.05 + 0.2 * isAbout : 0
    const number = isMeasure(passage, asked) ? 0.25 : 0
    const named = definesIt(passage, section, asked)
      ? 0.7
      : identifiers.some((identifier) => own.has(identifier))
        ? 0.2
        : 0
    const poor = isCode(passage) || isHeadOfTable(passages, at) || /^See .{0,60}$/.test(passage) ? -0.4 : 0
    return {
      at,
      worth: inside / whole + lead + number + named + poor,
      inside: inside / whole,
      together: together / whole,
    }
  })
}

export const isRow = (passage: string): boolean => passage.includes(' · ')

/** Whether it holds what "how long" or "how many" asks for. */
export const isMeasure = (passage: string, { forTime, forNumber }: Asked): boolean =>
  forTime ? DURATION.test(passage) : forNumber && NUMBER.test(passage)

/** Whether a row begins with the name that is asked for: of a field, of a value of policies, of what is limited. */
export function definesIt(
  passage: string,
  { route, heading }: RankedSection,
  { words, identifiers, names, forNumber }: Asked,
): boolean {
  const cut = passage.indexOf(' · ')
  if (cut < 0) return false
  const first = tokenize(passage.slice(0, cut))
  const isNamed =
    identifiers.includes(first[0] ?? '') || (words.length === 1 && words[0]!.terms.has(first[0] ?? ''))
  if (isNamed) return true
  if (
    forNumber &&
    route === LIMITS &&
    heaviest(words).some(({ terms }) => first.some((term) => terms.get(term) === 1))
  )
    return true
  // `eth.tx.value` is the row `value` of what the root names.
  return names.some((name) => {
    const steps = name.split('.')
    const [root = ''] = tokenize(steps[0]!)
    return (
      steps.length > 1 &&
      route === LANGUAGE &&
      first[0] === tokenize(steps.at(-1)!)[0] &&
      heading.toLowerCase().startsWith(root)
    )
  })
}

/** A line of JSON or of a program, or nothing but marks. */
const isCode = (passage: string): boolean => /^["{}[\]()]|[;{]$|^\S+$|^POST \/\S+$/.test(passage)

const isHeadOfTable = (passages: readonly string[], at: number): boolean =>
  isRow(passages[at]!) && !isRow(passages[at - 1] ?? '') && isRow(passages[at + 1] ?? '')

/** The best passage, others that are about as good or follow it, and of the rest what there is room for; in the order of the page. */
export function chosenPassages(
  passages: readonly string[],
  read: readonly ReadPassage[],
  best: number,
  isAbout: number,
): string[] {
  const order = [
    best,
    ...(isAbout >= 0.4 ? [0] : []),
    ...[...read]
      .sort((a, b) => b.worth - a.worth)
      .filter(({ at, worth }) => at !== best && worth > read[best]!.worth * ABOUT_AS_GOOD)
      .map(({ at }) => at),
    best + 1,
    best + 2,
    ...passages.keys(),
  ]
  const chosen = new Set<number>()
  let size = 0
  for (const at of order) {
    const passage = passages[at]
    if (
      passage === undefined ||
      chosen.has(at) ||
      (at !== best && isCode(passage)) ||
      [...chosen].some((other) => passages[other] === passage)
    )
      continue
    if (chosen.size === MOST_PASSAGES || (chosen.size > 0 && size + passage.length > MOST_CHARACTERS))
      continue
    chosen.add(at)
    size += passage.length
  }
  return [...chosen].sort((a, b) => a - b).map((at) => passages[at]!)
}
