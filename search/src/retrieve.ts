/**
 * Retrieval for questions: the sections that a question is about, by BM25F over the files of the search, and how much
 * of the question each of them knows. A search box takes what is nearest; an answer must also know when nothing is near.
 */

import { editsBetween } from '@keywright/policy/edits'
import { type Allowance, createAllowance } from './allowance.ts'
import { isEveryday } from './everyday.ts'
import {
  decodePart,
  type OpenIndex,
  openIndex,
  PHRASE_STEP,
  rarityOf,
  type SearchFilesSource,
  type SearchIndexFile,
} from './indexFormat.ts'
import { decodeNumbers } from './numbers.ts'
import { exactPartsFor, partsFor, partsOfTerms } from './partsFor.ts'
import { synonymsOf } from './synonyms.ts'
import { normalize, queryWords, tokenize, type Words } from './tokenize.ts'
import { beginningOf, readVocabulary, vocabularyFilesWith, wordsLike } from './vocabulary.ts'

/** What a word is worth by where it stands (as `embedded.ts`, less steep: a question has many words). */
const WEIGHT = { title: 3, heading: 3.5, route: 1.5, text: 1, asked: 1 } as const
/** BM25's saturation and length normalization (Robertson and Zaragoza 2009, §3.5 for fields). */
const K1 = 1.2
const B = 0.4
/** A page says a word more often than one of its sections does before it counts in full. */
const PAGE_K1 = 6
const SYNONYM = 0.6
const FUZZY = 0.8
const BEGINNING = 0.7
/** Two words side by side that are one name. */
const PAIR = 0.8
/** A common word is in so many sections. */
const COMMON = 25
/** Of its weight, what an everyday word keeps where no title has it: around what is asked, or not at all in the pages. */
const AROUND = 0.5
/** Words of the questions before, where the present one has words of its own. */
const EARLIER = 0.5

/** A word of the question, with what it was found as. */
export interface AskedWord {
  readonly word: string
  /** How rare it is; the rarer, the more of the question it is. */
  readonly weight: number
  /** Whether the pages have it, in some spelling or by a synonym. */
  readonly isKnown: boolean
  /** Terms that stand for it, with how well each does. */
  readonly terms: ReadonlyMap<string, number>
  /** Steps of a path such as `eth.tx.value` that the pages have. */
  readonly parts: ReadonlySet<string>
}

/** What people say who look for a section, and how near that comes to the question. */
interface NearestPhrase {
  /** The nearest phrase: 0 to 1. */
  readonly asked: number
  /** Of all its phrases, squared. */
  readonly askedSum: number
  /** The words of the question that the nearest phrase has, with how well. */
  readonly askedWords: ReadonlyMap<string, number>
}

export interface RankedSection extends NearestPhrase {
  readonly route: string
  readonly title: string
  readonly kind: SearchIndexFile['pages'][number]['kind']
  readonly anchor: string
  readonly heading: string
  /** In which of its page's files its text is. */
  readonly textsFile: number
  readonly score: number
  /** The share of the question, by weight, that the section knows: 0 to 1. */
  readonly coverage: number
  /** The same two for its whole page. */
  readonly pageScore: number
  readonly pageCoverage: number
  /** The nearest phrase of its whole page. */
  readonly pageAsked: number
}

export interface Retrieved {
  readonly words: readonly AskedWord[]
  /** Of the questions before. */
  readonly earlier: readonly AskedWord[]
  /** Best first. */
  readonly sections: readonly RankedSection[]
}

export interface Retriever {
  /**
   * @param question its words; those of `earlier` help to choose and are no part of what must be known
   * @param whole the question as it was written: words side by side may be one name, such as "read only"
   * @throws when the files cannot be fetched
   */
  retrieve(question: string, earlier?: string, whole?: string): Promise<Retrieved>
  /** The passages of a section. */
  passages(section: Pick<RankedSection, 'route' | 'anchor' | 'textsFile'>): Promise<readonly string[]>
  /** Words of the pages that are like an identifier that they do not have; names of calls as they are written. */
  like(identifier: string): Promise<readonly string[]>
}

export function createRetriever(files: SearchFilesSource): Retriever {
  let opening: Promise<Reader> | undefined
  const open = () => {
    opening ??= files.index().then((file) => createReader(openIndex(file), files))
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  return {
    async retrieve(question, earlier = '', whole = question) {
      const reader = await open()
      return reader.rank(queryWords(question), queryWords(earlier), pairsOf(whole))
    },
    async passages({ route, anchor, textsFile }) {
      return (await files.texts(route, textsFile))[anchor] ?? []
    },
    like: async (identifier) => (await open()).like(identifier),
  }
}

interface Reader {
  rank(words: Words, earlier: Words, pairs: Words): Promise<Retrieved>
  like(identifier: string): Promise<readonly string[]>
}

const NO_PHRASE: NearestPhrase = { asked: 0, askedSum: 0, askedWords: new Map() }

/** Section → weight of the word there, before saturation. */
type Places = Map<number, number>

function createReader(file: OpenIndex, files: SearchFilesSource): Reader {
  const places = new Map<string, Places>()
  /** Terms of titles. */
  const names = new Set<string>()
  /** Terms by how they begin: forms of one word begin alike. */
  const alike = new Map<string, string[]>()
  const add = (term: string, section: number, weight: number) => {
    let own = places.get(term)
    if (own === undefined) {
      own = new Map()
      places.set(term, own)
      const beginning = term.slice(0, SHORTEST_STEM)
      alike.set(beginning, [...(alike.get(beginning) ?? []), term])
    }
    own.set(section, (own.get(section) ?? 0) + weight)
  }
  const termsOfPage = file.pages.map(({ title, route }) => ({
    title: new Set(tokenize(title)),
    route: new Set(tokenize(route)),
  }))
  for (const { title } of termsOfPage) for (const term of title) names.add(term)
  file.sections.forEach(([page, , heading], id) => {
    const { title, route } = termsOfPage[page]!
    for (const term of title) add(term, id, WEIGHT.title)
    for (const term of new Set(tokenize(heading))) add(term, id, WEIGHT.heading)
    for (const term of route) add(term, id, WEIGHT.route)
  })
  const average =
    file.sections.reduce((sum, [, , , words]) => sum + words, 0) / Math.max(1, file.sections.length)
  const pageLengths = file.pages.map(() => 0)
  for (const [page, , , words] of file.sections) pageLengths[page]! += words
  const averagePage = pageLengths.reduce((sum, words) => sum + words, 0) / Math.max(1, file.pages.length)

  /** The section of each phrase, and what its words weigh. */
  const sectionOfPhrase = decodeNumbers(file.phrases.ofSection).flatMap((count, section) =>
    new Array<number>(count).fill(section),
  )
  const weightOfPhrase = decodeNumbers(file.phrases.weights).map((steps) => Math.max(1, steps) * PHRASE_STEP)
  const phrasesWith = new Map<string, readonly number[]>()
  const loaded = new Map<number, Promise<void>>()
  const load = (parts: Iterable<number>) =>
    Promise.all(
      [...new Set(parts)].map((part) => {
        const known = loaded.get(part)
        if (known) return known
        const loading = files.part(part).then((content) => {
          for (const { word, sections, phrases } of decodePart(content)) {
            for (const section of sections) add(word, section, WEIGHT.text)
            for (const section of new Set(phrases.map((phrase) => sectionOfPhrase[phrase]!)))
              add(word, section, WEIGHT.asked)
            phrasesWith.set(word, phrases)
          }
        })
        loaded.set(part, loading)
        loading.catch(() => loaded.delete(part))
        return loading
      }),
    )
  /** Of words that stand in no part: where words like them stand, or their halves. */
  async function loadLike(
    words: readonly string[],
    mostFor: (word: string) => number,
    allowance: Allowance,
  ): Promise<void> {
    const looked = words.filter((word) => allowance.take(vocabularyFilesWith(file.parts, beginningOf(word))))
    const vocabulary = await readVocabulary(files, file.parts, looked.map(beginningOf))
    const known = new Set(vocabulary)
    const halves = looked.flatMap(splits).filter(([first]) => known.has(first!))
    const like = looked.flatMap((word) => wordsLike(word, vocabulary, mostFor(word))).map((word) => [word])
    const parts = [...halves, ...like].map((terms) => partsOfTerms(file.parts, terms))
    await load(parts.filter((own) => allowance.take(own.map(partName))).flat())
  }

  /** The terms that stand for a typed word, with how well each does. */
  function termsOf({ whole, parts }: Words[number]): Map<string, number> {
    const terms = new Map<string, number>()
    const put = (term: string, quality: number) => {
      if (places.has(term)) terms.set(term, Math.max(quality, terms.get(term) ?? 0))
    }
    put(whole, 1)
    for (const synonym of synonymsOf(whole)) put(synonym, SYNONYM)
    for (const term of alike.get(whole.slice(0, SHORTEST_STEM)) ?? [])
      if (term !== whole && isFormOf(term, whole)) put(term, BEGINNING)
    // An identifier that is nowhere as a whole may still be words side by side.
    if (terms.size === 0 && parts.length > 1) for (const part of parts) put(part, 1 / parts.length)
    return terms
  }

  function nearest(word: string): Map<string, number> {
    const most = slipsIn(word)
    if (most === 0) return new Map()
    const near = [...places.keys()]
      .filter((term) => Math.abs(term.length - word.length) <= most)
      .map((term) => ({ term, edits: editsBetween(word, term, most) }))
      .filter(({ edits }) => edits <= most)
      // The shorter a word, the likelier it is another one: it must be one of the words that the pages live of.
      .filter(({ term, edits }) => places.get(term)!.size >= leastFor(word, edits))
      // Who mistypes begins right.
      .filter(({ term, edits }) => edits === 1 || term[0] === word[0])
      .sort((a, b) => a.edits - b.edits || places.get(b.term)!.size - places.get(a.term)!.size)
    return new Map(
      near
        .slice(0, 3)
        .filter(({ edits }) => edits === near[0]!.edits)
        .map(({ term }) => [term, FUZZY]),
    )
  }

  const leastFor = (word: string, edits: number) =>
    word.length > 6 ? (edits === 1 ? 1 : 3) : word.length > 5 && edits === 1 ? 3 : COMMON

  /** `healthcheck` as `health` and `check`, where the pages have both and not the whole. */
  function halvesOf({ whole }: Words[number]): Words {
    const halves = splits(whole).find((pair) => pair.every((half) => (places.get(half)?.size ?? 0) > 1)) ?? []
    return halves.map((half) => ({ whole: half, parts: [] }))
  }

  async function understand(
    typed: Words,
    allowance: Allowance,
    { isStrict = false } = {},
  ): Promise<AskedWord[]> {
    const partsOf = isStrict ? exactPartsFor : partsFor
    const heard = new Set(
      mostTellingFirst(typed).filter((word) => allowance.take(partsOf(file, [word]).map(partName))),
    )
    const words = typed.filter((word) => heard.has(word))
    await load(partsOf(file, words))
    const exactly = ({ whole }: Words[number]) =>
      new Map(
        [[whole, 1] as const, ...synonymsOf(whole).map((term) => [term, SYNONYM] as const)].filter(([term]) =>
          places.has(term),
        ),
      )
    const termed = (list: Words) =>
      list.map((word) => ({ word, terms: isStrict ? exactly(word) : termsOf(word) }))
    let plain = termed(words)
    const strange = plain.filter(({ terms }) => terms.size === 0).map(({ word }) => word.whole)
    if (!isStrict && strange.length > 0) {
      await loadLike(strange, slipsIn, allowance)
      plain = plain.flatMap((one) => {
        const halves = one.terms.size === 0 ? halvesOf(one.word) : []
        return halves.length > 0 ? termed(halves) : [one]
      })
    }
    const all = new Set(plain.map(({ word }) => word.whole))
    return plain.map(({ word, terms: exact }) => {
      const terms = exact.size > 0 || isStrict ? exact : nearest(word.whole)
      // What was typed as well stands for itself only.
      for (const [term, quality] of terms)
        if (quality === SYNONYM && all.has(term) && terms.size > 1) terms.delete(term)
      const ofQuality = (least: number) => [...terms].filter(([, quality]) => quality >= least)
      // What it is rare by: itself and its forms; only where it has none, what stands for it.
      const own = ofQuality(BEGINNING)
      const found = new Set(
        (own.length > 0 ? own : ofQuality(SYNONYM)).flatMap(([term]) => [...places.get(term)!.keys()]),
      )
      const isAround = isEveryday(word.whole) && !names.has(word.whole)
      return {
        word: word.whole,
        terms,
        parts: new Set(word.parts.filter((part) => places.has(part))),
        isKnown: terms.size > 0,
        weight: rarityOf(found.size, file.sections.length) * (isAround ? AROUND : 1),
      }
    })
  }

  /** The phrases that come nearest to the words of a question, by section. */
  function nearestPhrases(words: readonly AskedWord[], whole: number): ReadonlyMap<number, NearestPhrase> {
    const matched = new Map<number, Map<string, number>>()
    for (const { word, terms } of words)
      for (const [term, quality] of terms)
        for (const phrase of phrasesWith.get(term) ?? []) {
          const own = matched.get(phrase) ?? new Map<string, number>()
          matched.set(phrase, own.set(word, Math.max(quality, own.get(word) ?? 0)))
        }
    const nearest = new Map<number, NearestPhrase>()
    for (const [phrase, own] of matched) {
      const section = sectionOfPhrase[phrase]!
      const before = nearest.get(section) ?? NO_PHRASE
      const weight = words.reduce((sum, one) => sum + one.weight * (own.get(one.word) ?? 0), 0)
      const near = Math.sqrt((weight / whole) * Math.min(1, weight / weightOfPhrase[phrase]!))
      nearest.set(section, {
        asked: Math.max(before.asked, near),
        askedSum: before.askedSum + near ** 2,
        askedWords: near > before.asked ? own : before.askedWords,
      })
    }
    return nearest
  }

  return {
    async rank(asked, earlier, pairs) {
      const allowance = createAllowance()
      const words = unique(await understand(asked, allowance))
      const before = unique(await understand(earlier, allowance)).filter(
        ({ word }) => !words.some((one) => one.word === word),
      )
      const names = (await understand(pairs, allowance, { isStrict: true })).filter(({ isKnown }) => isKnown)
      // "face id" is `faceid`, and each half of it is known where that is.
      for (const { word, terms } of names) {
        const halves = pairs.find(({ whole }) => whole === word)?.parts ?? []
        words.forEach((one, at) => {
          if (!halves.includes(one.word)) return
          const both = new Map(one.terms)
          for (const [term, quality] of terms) both.set(term, Math.max(both.get(term) ?? 0, PAIR * quality))
          words[at] = { ...one, terms: both, isKnown: true }
        })
      }
      const scores = new Map<number, { score: number; known: number }>()
      const pages = file.pages.map(() => ({ score: 0, known: 0 }))
      for (const [list, share] of [
        [words, 1],
        [before, words.length > 1 ? EARLIER : 1],
        [names, PAIR],
      ] as const) {
        for (const { terms, weight } of list) {
          const best = new Map<number, number>()
          for (const [term, quality] of terms)
            for (const [id, place] of places.get(term)!)
              best.set(id, Math.max(best.get(id) ?? 0, place * quality))
          const onPages = new Map<number, { sum: number; most: number }>()
          for (const [id, place] of best) {
            const page = file.sections[id]![0]
            const { sum, most } = onPages.get(page) ?? { sum: 0, most: 0 }
            onPages.set(page, { sum: sum + place, most: Math.max(most, place) })
          }
          for (const [page, { sum, most }] of onPages) {
            const length = 1 - B + (B * pageLengths[page]!) / averagePage
            pages[page]!.score += (share * weight * (K1 + 1) * sum) / (PAGE_K1 * length + sum)
            if (list === words) pages[page]!.known += weight * Math.min(1, most)
          }
          for (const [id, place] of best) {
            const length = 1 - B + (B * file.sections[id]![3]) / average
            const own = scores.get(id) ?? { score: 0, known: 0 }
            own.score += (share * weight * (K1 + 1) * place) / (K1 * length + place)
            if (list === words) own.known += weight * Math.min(1, place)
            scores.set(id, own)
          }
        }
      }
      const whole = words.reduce((sum, { weight }) => sum + weight, 0)
      const nearest = nearestPhrases(words, whole || 1)
      const pageAsked = file.pages.map(() => 0)
      for (const [id, { asked }] of nearest) {
        const page = file.sections[id]![0]
        pageAsked[page] = Math.max(pageAsked[page]!, asked)
      }
      const sections = [...scores]
        .map(([id, { score, known }]): RankedSection => {
          const [page, anchor, heading, , textsFile] = file.sections[id]!
          const { route, title, kind } = file.pages[page]!
          const own = pages[page]!
          const shareOf = (part: number) => (whole === 0 ? 0 : part / whole)
          return {
            route,
            title,
            kind,
            anchor,
            heading,
            textsFile,
            score,
            coverage: shareOf(known),
            pageScore: own.score,
            pageCoverage: shareOf(own.known),
            ...(nearest.get(id) ?? NO_PHRASE),
            pageAsked: pageAsked[page]!,
          }
        })
        .sort((a, b) => b.score - a.score)
      return { words, earlier: before, sections }
    },
    async like(identifier) {
      const [word] = queryWords(identifier)
      if (!word) return []
      const most = Math.max(2, Math.floor(word.whole.length / 4))
      await loadLike([word.whole], () => most, createAllowance(MOST_FOR_LIKE))
      return [...places.keys()]
        .map((term) => ({ term, edits: editsBetween(word.whole, term, most) }))
        .filter(({ edits }) => edits <= most)
        .sort((a, b) => a.edits - b.edits)
        .slice(0, 3)
        .map(({ term }) => file.sections.find(([, , heading]) => tokenize(heading)[0] === term)?.[2] ?? term)
    },
  }
}

/** Names as programs write them say most of a text that was pasted, everyday words least. */
const mostTellingFirst = (words: Words): Words => words.toSorted((a, b) => tellingOf(b) - tellingOf(a))
const tellingOf = ({ whole, parts }: Words[number]): number =>
  isEveryday(whole) ? 0 : parts.length > 1 ? 2 : 1

/** Files of the vocabulary that are looked into for names like one. */
const MOST_FOR_LIKE = 8

const partName = (part: number): string => `part ${part}`

/** Neighbours as one word: "sub organization" is "sub-organization", "consensus needed" is `CONSENSUS_NEEDED`. */
function pairsOf(text: string): Words {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, 40).flatMap((word, at) => {
    const next = words[at + 1]
    return next === undefined || isSmall(word) || (isSmall(next) && !PARTICLE.test(next))
      ? []
      : [{ whole: normalize(word + next), parts: [normalize(word), normalize(next)] }]
  })
}

/** A small word makes a name of two only as in "sign in"; each pair that is looked up may bring a part along. */
const isSmall = (word: string): boolean => queryWords(word).length === 0
const PARTICLE = /^(?:in|on)$/i

/** How many slips of the hand a word may have: a short one is soon another word. */
const slipsIn = (word: string): number => (word.length > 7 ? 2 : word.length > 4 ? 1 : 0)

/** A word cut in two, the longest beginning first. */
const splits = (word: string): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(0, word.length - 5) }, (_, n) => word.length - 3 - n).map((at) =>
    [word.slice(0, at), word.slice(at)].map((half) => normalize(half)),
  )

/** `signing` for `sign`, `policies` for `policy`: the same beginning, and an ending that only bends. */
const SHORTEST_STEM = 4
const ENDINGS = /^(?:s|es|d|ed|r|er|or|ing|ings|ion|ation|al|able|ly|ment)$/
function isFormOf(term: string, word: string): boolean {
  const [short, long] = term.length < word.length ? [term, word] : [word, term]
  if (short.length < SHORTEST_STEM) return false
  if (long.startsWith(short)) return ENDINGS.test(long.slice(short.length))
  // `create` and `creating`, `derive` and `derivation`.
  const stem = short.replace(/e$/, '')
  return (
    stem.length >= SHORTEST_STEM &&
    stem !== short &&
    long.startsWith(stem) &&
    ENDINGS.test(long.slice(stem.length))
  )
}

function unique(words: readonly AskedWord[]): AskedWord[] {
  return [...new Map(words.map((word) => [word.word, word])).values()]
}
