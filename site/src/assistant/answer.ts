/** From what was retrieved to an answer: which passages to quote, and whether there is an answer at all. */
import {
  type AskedWord,
  queryWords,
  type RankedSection,
  type Retrieved,
  type Retriever,
  tokenize,
} from '@keywright/search'
import {
  asksForError,
  asksForNumber,
  asksForTime,
  asksWhatItIs,
  contentOf,
  identifiersIn,
  isAsked,
  isFollowUp,
  withoutValues,
} from './question.ts'

export interface Quote {
  readonly section: RankedSection
  readonly passages: readonly string[]
}

export interface Answer {
  /** Best first; empty where the pages have no answer. */
  readonly quotes: readonly Quote[]
  /** Other places that know the words. */
  readonly more: readonly RankedSection[]
  /** Words of the question that the pages do not have. */
  readonly missing: readonly string[]
  /** For an identifier that there is not: those that there are. */
  readonly meant: readonly string[]
}

/** Chosen by the scored questions (`assistant.slow.test.ts`): what was measured stands in `site/README.md`. */
export const TUNING = {
  /** Of the question, by weight, the best section must know this share. */
  leastCoverage: 0.65,
  /** The same for a question with words that the pages do not have. */
  leastWithUnknown: 0.8,
  /** Of the question, the passages with their headings must know this share. */
  leastKnown: 0.5,
  /** With words that no page has: of the words that pages have, the best section must know this share … */
  leastOfKnown: 0.9,
  /** … and they must be this share of the question. */
  leastSure: 0.5,
  /** So many rare words in headings and texts that the question is about this place, whatever else it says. */
  surely: 6.5,
  leastWhenSure: 0.45,
  leastWhenNamed: 0.35,
  title: 0.7,
  top: 0.35,
  heading: 0.42,
  reference: 0.45,
  named: 2.2,
  faq: 1.15,
  policy: 2.2,
  elsewhere: 0.8,
  side: 0.65,
  catalogue: 2,
  limits: 1.7,
  meaning: 1.5,
  lastRoute: 2.5,
  known: 0.75,
  /** A word about as rare as the rarest one: this share of its weight. */
  heavy: 0.85,
  leadAbout: 0.5,
  number: 0.25,
  measured: 0.8,
  defined: 1.6,
  leastSolid: 0.69,
  whole: 0.9,
}
const CONSIDERED = 10
const MOST_QUOTES = 2
const MOST_PASSAGES = 4
const MOST_CHARACTERS = 560
/** Of the best score, what a second quotation needs. */
const SECOND = 0.72
const MOST_MORE = 3

/** @param earlier the questions before, which a follow-up leans on; and the page that answered last */
export async function answer(
  retriever: Retriever,
  question: string,
  earlier: { readonly questions: readonly string[]; readonly route?: string | undefined } = { questions: [] },
): Promise<Answer> {
  const asked = contentOf(question)
  const leansOn = isFollowUp(question) ? earlier : { questions: [] }
  const found = await retriever.retrieve(asked, leansOn.questions.map(contentOf).join(' '), question)
  const nothing = {
    quotes: [],
    more: found.sections.slice(0, MOST_MORE),
    missing: missingOf(found),
    meant: [],
  }
  if (found.words.length === 0 && leansOn.questions.length === 0) return { ...nothing, more: [] }

  const strange = identifiersIn(question).filter((one) => !isKnown(one, found))
  if (strange.length > 0) {
    const meant = (await Promise.all(strange.map((one) => retriever.like(one)))).flat()
    return { ...nothing, missing: strange, meant }
  }
  const hasFileName = FILE_NAME.test(question)
  const identifiers = identifiersIn(question).flatMap((one) => queryWords(one).map(({ whole }) => whole))
  const ranked = await rank(retriever, found, {
    words: found.words.length > 0 ? found.words : found.earlier,
    identifiers,
    names: identifiersIn(question),
    question,
    forTime: asksForTime(question),
    isForMeaning: asksWhatItIs(question) && found.words.length < 3,
    forNumber: asksForNumber(question),
    isError: asksForError(question) || (await isMessage(retriever, question)),
    lastRoute: leansOn.route,
  })
  const context = {
    isFollowUp: leansOn.questions.length > 0,
    hasIdentifier: identifiers.length > 0 || hasFileName,
  }
  const best = ranked.slice(0, 3).find((candidate) => isAnswer(candidate, found, context))
  if (!best) return nothing
  const chosen = [
    best,
    ...ranked.filter((other) => other !== best && other.score >= best.score * SECOND),
  ].slice(0, MOST_QUOTES)
  return {
    quotes: chosen.map(({ section, passages }) => ({ section, passages })),
    more: ranked
      .map(({ section }) => section)
      .filter(
        ({ route, anchor }) =>
          !chosen.some(({ section }) => section.route === route && section.anchor === anchor),
      )
      .slice(0, MOST_MORE),
    missing: missingOf(found),
    meant: [],
  }
}

/** Whether the best place is about the question, and does not only share words with it. */
function isAnswer(
  { section, known, score, isNamed, isNamedWell, isCatalogued }: Candidate,
  { words }: Retrieved,
  { isFollowUp, hasIdentifier }: { readonly isFollowUp: boolean; readonly hasIdentifier: boolean },
): boolean {
  if (isCatalogued) return true
  const hasUnknown = words.some(({ isKnown }) => !isKnown)
  if (isFollowUp && !hasUnknown) return true
  const leastSurely = isNamedWell ? TUNING.leastWhenNamed : TUNING.leastWhenSure
  if (!hasUnknown && isNamed && score >= TUNING.surely && known >= leastSurely) return true
  const least = hasUnknown ? TUNING.leastWithUnknown : TUNING.leastCoverage
  if (known < TUNING.leastKnown && !hasUnknown) return false
  if (section.coverage < least) {
    const [sure, unsure] = [true, false].map((isKnown) => words.filter((word) => word.isKnown === isKnown))
    const weightOf = (list: readonly AskedWord[]) => list.reduce((sum, { weight }) => sum + weight, 0)
    const ofKnown = (section.coverage * weightOf(words)) / (weightOf(sure!) || 1)
    return (
      hasUnknown &&
      sure!.length > unsure!.length &&
      isNamedWell &&
      ofKnown >= TUNING.leastOfKnown &&
      weightOf(sure!) >= TUNING.leastSure * weightOf(words)
    )
  }
  if (known < TUNING.leastKnown) return false
  // One word that stands somewhere in a text is a mention. Two must not both be found by chance.
  if (
    words.length < 4 &&
    !isNamedWell &&
    !hasIdentifier &&
    Math.max(known, section.coverage * TUNING.whole) < TUNING.leastSolid
  )
    return false
  return words.length > 1 || isNamed || hasIdentifier
}

interface Candidate extends Quote {
  /** Whether it is the row of the error that was pasted. */
  readonly isCatalogued: boolean
  /** Whether the heading, the title or a passage's beginning has words of the question. */
  readonly isNamed: boolean
  /** Whether heading or title have the rarest word of the question. */
  readonly isNamedWell: boolean
  readonly score: number
  /** The share of the question that the passages, their heading and the page's title know. */
  readonly known: number
}

interface Asked {
  readonly words: readonly AskedWord[]
  /** Names of calls, fields and errors in the question, as terms. */
  readonly identifiers: readonly string[]
  /** The same as they were written. */
  readonly names: readonly string[]
  readonly question: string
  readonly forNumber: boolean
  readonly forTime: boolean
  readonly isForMeaning: boolean
  readonly isError: boolean
  readonly lastRoute: string | undefined
}

async function rank(retriever: Retriever, found: Retrieved, asked: Asked): Promise<Candidate[]> {
  const catalogue = found.sections.filter(
    ({ anchor, route }) => asked.isError && anchor === CATALOGUE && route === ERRORS,
  )
  const promising = found.sections
    .map((section) => ({ ...section, score: section.score * worthOf(section, asked) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, CONSIDERED)
    .filter(({ anchor, route }) => !(asked.isError && anchor === CATALOGUE && route === ERRORS))
    .concat(catalogue)
    // Their texts are not fetched in vain.
    .filter(({ route }) => !LISTS.test(route))
  const candidates = await Promise.all(
    promising.map(async (section) => candidateOf(section, await retriever.passages(section), asked)),
  )
  return candidates.filter(({ passages }) => passages.length > 0).sort((a, b) => b.score - a.score)
}

const ERRORS = '/api-overview/errors'
const CATALOGUE = 'catalogue'
const LIMITS = '/getting-started/resource-limits'
const FILE_NAME = /\w\.(?:js|ts|md|json|ya?ml|toml)\b/
const DURATION = /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b/i
const NUMBER = /\d|\b(?:no limit|any number|unlimited)\b/i

/** Places that hold many words and explain few: never quoted. */
const LISTS = /^\/(?:getting-started\/examples|sdks\/interoperability|markdown-page|changelog)$/
const SIDE_SECTIONS =
  /^(?:run|errors|when-it-fails|prerequisites|what-you-see|session-clock|address-explorer|bundle-decoder|transaction-decoder|dev-inbox|signature-verifier|checklist|policy-playground|stamp-inspector|limits-meter|error-explorer)$/

/** Roots of the values that policies know. */
const POLICY_ROOTS = /^(?:activity|approvers|credentials|eth|solana|user|wallet|private_key|bitcoin|tron)\./

/** What a place is worth beside the words that it has. */
function worthOf({ route, title, kind, anchor, heading }: RankedSection, asked: Asked): number {
  const { identifiers, names, lastRoute } = asked
  const titled = namesake(title, asked)
  const namesIt = identifiers.some((identifier) => tokenize(heading)[0] === identifier)
  let worth =
    1 +
    TUNING.title * titled +
    (anchor === '' ? TUNING.top * titled : TUNING.heading * namesake(heading, asked))
  if (kind === 'reference') worth *= namesIt ? TUNING.named : identifiers.length > 0 ? 0.8 : TUNING.reference
  if (kind === 'category') worth *= 0.3
  if (route === '/faq') worth *= TUNING.faq
  if (asked.forNumber && route === LIMITS) worth *= TUNING.limits
  if (names.some((name) => POLICY_ROOTS.test(name)) && route === '/concepts/policies/language')
    worth *= TUNING.policy
  // Pages of one language or one recipe say again, for their readers, what others are about.
  if (titled === 0 && /^\/sdks\/|\/code-examples\/|^\/concepts\/policies\/examples$/.test(route))
    worth *= TUNING.elsewhere
  if (asked.isForMeaning && anchor === '') worth *= 1 + (TUNING.meaning - 1) * titled
  if (SIDE_SECTIONS.test(anchor)) worth *= identifiers.length > 0 ? 0.8 : TUNING.side
  return route === lastRoute ? worth * TUNING.lastRoute : worth
}

/** How far a name is what was asked about: it says little else, and leaves little out. */
function namesake(name: string, { words }: Asked): number {
  const own = queryWords(contentOf(name)).map(({ whole }) => whole)
  if (own.length === 0) return 0
  const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const has = new Set([...own, ...tokenize(name)])
  const recall = words.reduce((sum, { weight, terms }) => sum + weight * bestIn(has, terms), 0) / whole
  const matched = own.filter((term) => words.some(({ terms }) => (terms.get(term) ?? 0) >= 0.6)).length
  return Math.sqrt(recall * (matched / own.length))
}

function candidateOf(section: RankedSection, passages: readonly string[], asked: Asked): Candidate {
  const { words, identifiers, question, forNumber, forTime, isError } = asked
  const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const around = new Set(tokenize(`${section.title} ${section.heading} ${section.route}`))
  const inHeading = new Set(tokenize(section.heading || section.title))
  const isAbout = words.reduce((sum, { weight, terms }) => sum + weight * bestIn(inHeading, terms), 0) / whole
  const scored = passages.map((passage, at) => {
    const own = new Set(tokenize(passage))
    let [inside, together] = [0, 0]
    for (const { terms, weight } of words) {
      const here = bestIn(own, terms)
      inside += weight * here
      together += weight * Math.max(here, bestIn(around, terms))
    }
    // The first sentences of a section say what its heading asks.
    const isRow = passage.includes(' · ')
    const lead = isRow ? 0 : at === 0 ? 0.1 + TUNING.leadAbout * isAbout : at === 1 ? 0.05 + 0.2 * isAbout : 0
    const isMeasure = forTime ? DURATION.test(passage) : forNumber && NUMBER.test(passage)
    const number = isMeasure ? TUNING.number : 0
    const named = definesIt(passage, section, asked)
      ? 0.7
      : identifiers.some((identifier) => own.has(identifier))
        ? 0.2
        : 0
    const poor = isCode(passage) || isHeadOfTable(passages, at) || /^See .{0,60}$/.test(passage) ? -0.4 : 0
    return {
      at,
      own: inside / whole + lead + number + named + poor,
      inside: inside / whole,
      together: together / whole,
    }
  })
  const template = isError && section.anchor === CATALOGUE ? bestTemplate(passages, question) : -1
  const isCatalogued = template >= 0
  if (isCatalogued) scored[template]!.own += 10
  const best = scored.reduce(
    (a, b) => (b.own > a.own ? b : a),
    scored[0] ?? { at: 0, own: 0, inside: 0, together: 0 },
  )
  const isDefined = definesIt(passages[best.at] ?? '', section, asked)
  const isMeasured = forTime
    ? DURATION.test(passages[best.at] ?? '')
    : forNumber && NUMBER.test(passages[best.at] ?? '')
  const known = Math.max(
    isCatalogued ? 1 : best.together,
    Math.max(0, ...scored.slice(0, 3).map(({ together }) => together)),
  )
  return {
    section,
    passages: chosenPassages(passages, scored, best.at, isAbout),
    known,
    isCatalogued,
    isNamed: isDefined || isAbout > 0 || bestOfAll(around, words) > 0,
    isNamedWell: bestOfAll(around, heaviest(words)) > 0,
    score:
      section.score *
        (isDefined ? TUNING.defined : 1) *
        (isCode(passages[best.at] ?? '') ? 0.6 : 1) *
        (1 - TUNING.known + TUNING.known * known) *
        (isMeasured ? 1 + TUNING.measured * best.inside : 1) +
      (isCatalogued ? 1000 : 0),
  }
}

/** Whether it is a message of the catalogue, or much of one. */
async function isMessage(retriever: Retriever, question: string): Promise<boolean> {
  if (question.trim().split(/\s+/).length < 3 || isAsked(question)) return false
  return bestTemplate(await retriever.passages({ route: ERRORS, anchor: CATALOGUE }), question) >= 0
}

/** The row of the catalogue that a pasted message or code is of; -1 for none. */
function bestTemplate(rows: readonly string[], question: string): number {
  const said = plainMessage(question)
  let [found, longest] = [-1, 7]
  rows.forEach((row, at) => {
    const [message = '', about = ''] = row.split(' · ')
    const code = /^[A-Z]+(?:_[A-Z0-9]+)+/.exec(about)?.[0]
    if (code === undefined) return
    const literals = message
      .split(PLACEHOLDER)
      .map((part) => plainMessage(part))
      .filter(Boolean)
    const length = question.includes(code)
      ? 1000 + code.length
      : literals.every((part) => said.includes(part))
        ? literals.join('').length
        : sharedLength(pairsOf(withoutValues(question)), pairsOf(message.replace(PLACEHOLDER, ' ')))
    if (length > longest) [found, longest] = [at, length]
  })
  return found
}

const PLACEHOLDER = /\{\w+\}/g
/** Of the neighbours in what was pasted so many must stand in the message. */
const LEAST_SHARED = 0.6
const LEAST_PAIRS = 3

/** How many characters the neighbouring words make that stand in a message, when most of them do; else 0. */
function sharedLength(said: readonly string[], message: readonly string[]): number {
  const shared = said.filter((pair) => message.includes(pair))
  return shared.length >= LEAST_PAIRS && shared.length >= LEAST_SHARED * said.length
    ? shared.join('').length / 2
    : 0
}

function pairsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.slice(1).map((word, at) => `${words[at]} ${word}`)
}

const plainMessage = (text: string) =>
  text
    .toLowerCase()
    .replace(/[`'"“”\s]+/g, ' ')
    .trim()

/** Whether a row begins with the name that is asked for: of a field, of a value of policies, of what is limited. */
function definesIt(
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
      route === '/concepts/policies/language' &&
      first[0] === tokenize(steps.at(-1)!)[0] &&
      heading.toLowerCase().startsWith(root)
    )
  })
}

/** A line of JSON or of a program, or nothing but marks. */
const isCode = (passage: string): boolean => /^["{}[\]()]|[;{]$|^\S+$/.test(passage)

const isHeadOfTable = (passages: readonly string[], at: number): boolean =>
  passages[at]!.includes(' · ') &&
  !passages[at - 1]?.includes(' · ') &&
  passages[at + 1]?.includes(' · ') === true

/** The rarest words; several where they are about as rare. */
function heaviest(words: readonly AskedWord[]): readonly AskedWord[] {
  const known = words.filter(({ isKnown }) => isKnown)
  const most = Math.max(0, ...known.map(({ weight }) => weight))
  return known.filter(({ weight }) => weight >= TUNING.heavy * most)
}

const bestOfAll = (own: ReadonlySet<string>, words: readonly AskedWord[]) =>
  Math.max(0, ...words.map(({ terms }) => bestIn(own, terms)))

function bestIn(own: ReadonlySet<string>, terms: ReadonlyMap<string, number>): number {
  let best = 0
  for (const [term, quality] of terms) if (quality > best && own.has(term)) best = quality
  return best
}

/** The best passage, and others that are about as good or that follow it, in the order of the page. */
function chosenPassages(
  passages: readonly string[],
  scored: readonly { readonly at: number; readonly own: number }[],
  best: number,
  isAbout: number,
): string[] {
  const order = [
    best,
    ...(isAbout >= 0.4 ? [0] : []),
    ...[...scored]
      .sort((a, b) => b.own - a.own)
      .filter(({ at, own }) => at !== best && own > scored[best]!.own * 0.75)
      .map(({ at }) => at),
    best + 1,
    best + 2,
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

const missingOf = ({ words }: Retrieved) => words.filter(({ isKnown }) => !isKnown).map(({ word }) => word)

/** Whether the pages have an identifier as it was written, not only something like it. */
function isKnown(identifier: string, { words }: Retrieved): boolean {
  const knows = (name: string) => {
    const [{ whole } = { whole: '' }] = queryWords(name)
    return words.some(({ word, parts, terms }) => (word === whole && terms.has(whole)) || parts.has(whole))
  }
  // A path of the policy language is known by its steps.
  return knows(identifier) || (identifier.includes('.') && identifier.split('.').every(knows))
}
