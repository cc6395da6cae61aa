/**
 * `npm run relevance`: tests search and answers with the cases next to the pages (`site/content/**.asked.txt`). If a
 * search or a question disappoints, add a case there, then improve the page, its phrases or the ranking.
 */
import { brotliCompressSync } from 'node:zlib'
import { calls, errors, grpcStatus } from '@keywright/contract'
import {
  type AnswerPart,
  createEmbeddedSearch,
  encodeSearch,
  filesOf,
  type SearchSection,
} from '@keywright/search'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { methodOf } from '../src/reference/examples.ts'
import { loadSections } from '../test/loadSections.ts'
import { type AskedCase, readAsked, readElsewhere } from './content/asked.ts'
import { contentDir } from './content/pageSources.ts'
import { suggestion } from './suggest.ts'

/** Minimum shares. Raise them when the ranking improves. */
const FIRST = 0.93
const AMONG_FIVE = 0.98
const RIGHT = 0.72
const NOT_COVERED = 0.9
/** Upper bound of the index size with Brotli. */
const MOST_BYTES = 105_000

const { phrases, cases } = readAsked(contentDir)
const ofKind = (kind: AskedCase['kind']) => cases.filter((one) => one.kind === kind)
const elsewhere = readElsewhere(contentDir)
let sections: readonly SearchSection[]
let provider: ReturnType<typeof createEmbeddedSearch>

beforeAll(async () => {
  sections = await loadSections()
  provider = createEmbeddedSearch(filesOf(sections, { elsewhere }))
}, 300_000)

async function pagesFor(query: string): Promise<readonly string[]> {
  const { groups } = await provider.search(query)
  return groups.map(({ hits }) => hits[0]!.href.split('#')[0]!)
}

async function ask(question: string): Promise<readonly AnswerPart[]> {
  const parts: AnswerPart[] = []
  for await (const part of provider.ask(question, new AbortController().signal)) parts.push(part)
  return parts
}

/** Whether the first quotation is from an accepted page and the quotations contain the fact. */
async function isRight({ text, routes, fact }: AskedCase): Promise<boolean> {
  const quotes = (await ask(text)).filter((part) => part.kind === 'quote')
  const [first] = quotes
  const passages = quotes.flatMap((quote) => quote.passages).join(' ')
  return first !== undefined && routes.includes(first.source.href.split('#')[0]!) && fact!.test(passages)
}

/** Prints and returns the failing cases. */
async function failing(
  what: string,
  list: readonly AskedCase[],
  isOk: (one: AskedCase) => Promise<boolean>,
): Promise<readonly AskedCase[]> {
  const failed: AskedCase[] = []
  for (const one of list) if (!(await isOk(one))) failed.push(one)
  const share = ((1 - failed.length / list.length) * 100).toFixed(1)
  console.log(`${what}: ${share} % of ${list.length}\n${failed.map(({ text }) => `  ${text}`).join('\n')}`)
  return failed
}
const share = (failed: readonly unknown[], list: readonly unknown[]) => 1 - failed.length / list.length

describe('the lists', () => {
  it('name only sections and pages that exist', () => {
    const places = new Set(
      sections.map(({ route, anchor }) => (anchor === '' ? route : `${route}#${anchor}`)),
    )
    const wrong = [...phrases.keys()].filter((place) => !places.has(place))
    expect(wrong.map((place) => `${place}${suggestion(place, places)}`)).toEqual([])
    const routes = cases.filter(({ kind }) => kind !== '!').flatMap((one) => one.routes)
    expect(routes.filter((route) => !places.has(route))).toEqual([])
  })

  it('have no duplicate phrases', () => {
    const plain = [...phrases.values()].flat().map((phrase) => phrase.toLowerCase())
    expect(plain.filter((phrase, at) => plain.indexOf(phrase) !== at)).toEqual([])
  })
})

describe('search', () => {
  it(`finds the right page first for ${FIRST * 100} % of the searches`, async () => {
    const list = ofKind('=')
    const isAmong =
      (most: number) =>
      async ({ text, routes }: AskedCase) =>
        (await pagesFor(text)).slice(0, most).some((page) => routes.includes(page))
    expect(share(await failing('first', list, isAmong(1)), list)).toBeGreaterThanOrEqual(FIRST)
    expect(share(await failing('among five', list, isAmong(5)), list)).toBeGreaterThanOrEqual(AMONG_FIVE)
  })

  it('finds contract terms first at their definition', async () => {
    const rows = '/sdks/cli'
    const defined: readonly (readonly [typed: string, place: string])[] = [
      ...Object.values(grpcStatus).map(({ http }) => [`${http}`, '/api-overview/errors#codes'] as const),
      ...Object.keys(errors).map((code) => [code, `/api-overview/errors#${code}`] as const),
      ...Object.entries(calls).flatMap(([name, { path }]) =>
        [name, methodOf(name), path].map((typed) => [typed, `/api/#${name}`] as const),
      ),
      ...['walletName', 'mnemonicLength'].map((field) => [field, '/api/#create_wallet'] as const),
      ['timestampMs', '/api-overview/introduction#frames'],
      ...commands.map(
        ({ name }) => [`keywright ${name}`, `${rows}#command-${name.replaceAll(' ', '-')}`] as const,
      ),
      ...[...commands.flatMap(({ flags = [] }) => flags), ...sharedFlags]
        .filter(({ refused }) => refused === undefined)
        .map(({ name }) => [`--${name}`, `${rows}#flag-${name}`] as const),
    ]
    const wrong: string[] = []
    for (const [typed, place] of new Map(defined)) {
      const first = (await provider.search(typed)).groups[0]?.hits[0]?.href
      // `oauth` has its own page, which comes first. `--to` is a word that no index contains.
      if (first !== place && typed !== 'oauth' && typed !== '--to') wrong.push(`${typed}: ${first}`)
    }
    expect(wrong).toEqual([])
  })

  it(`fetches at most ${MOST_BYTES} bytes for its index`, () => {
    const { index } = encodeSearch(sections, { elsewhere })
    const bytes = brotliCompressSync(JSON.stringify(index)).length
    console.log(`index: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  })
})

describe('answers', () => {
  it(`quote the right passage for ${RIGHT * 100} % of the questions`, async () => {
    const list = ofKind('?')
    expect(share(await failing('right', list, isRight), list)).toBeGreaterThanOrEqual(RIGHT)
  }, 300_000)

  it(`say that the documentation doesn't cover ${NOT_COVERED * 100} % of what it doesn't`, async () => {
    const list = ofKind('!')
    const isRefused = async ({ text }: AskedCase) => (await ask(text)).every(({ kind }) => kind !== 'quote')
    expect(share(await failing('not covered', list, isRefused), list)).toBeGreaterThanOrEqual(NOT_COVERED)
  }, 300_000)

  it('explain every error with its row of the catalog', async () => {
    const wrong: string[] = []
    for (const code of Object.keys(errors)) {
      const [first] = await ask(`what does ${code} mean`)
      const href = first?.kind === 'quote' ? first.source.href : undefined
      if (href !== `/api-overview/errors#${code}`) wrong.push(`${code}: ${href}`)
    }
    expect(wrong).toEqual([])
  })

  it('state the documentation’s language for questions in other languages, with the closest pages', async () => {
    const list = ofKind('~')
    const isOk = async ({ text, routes }: AskedCase) =>
      (await ask(text))[0]?.kind === 'foreign' &&
      (await pagesFor(text)).slice(0, 5).some((page) => routes.includes(page))
    expect(await failing('other languages', list, isOk)).toEqual([])
  })
})
