/**
 * `npm run relevance`: judges search and answers with the lists next to this file. `npm run relevance:fit` prints every
 * case that fails, and better weights.
 */
import { brotliCompressSync } from 'node:zlib'
import { calls, errors, grpcStatus } from '@keywright/contract'
import { openapi } from '@keywright/contract/reference'
import { FUNCTIONS, OPERATIONS, VOCABULARY } from '@keywright/policy'
import {
  createEmbeddedSearch,
  encodeSearch,
  filesOf,
  normalize,
  type SearchProvider,
  STOP_WORDS,
} from '@keywright/search'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { methodOf } from '../../src/reference/examples.ts'
import { loadSections } from '../loadSections.ts'
import { createJudge, printed, readCases, type Score, scoreOf } from './judge.ts'

/** Least shares per list, and the most shares of wrong answers. Raise them when search improves. */
const BARS: Readonly<Record<string, Pick<Score, 'first' | 'withinThree' | 'well' | 'wrong'>>> = {
  known: { first: 0.77, withinThree: 0.89, well: 0.57, wrong: 0.13 },
  fresh: { first: 0.93, withinThree: 0.98, well: 0.96, wrong: 0.01 },
  short: { first: 0.86, withinThree: 0.97, well: 0.93, wrong: 0.03 },
  strangers: { first: 0.77, withinThree: 0.91, well: 0.62, wrong: 0.14 },
  questions: { first: 0.8, withinThree: 0.94, well: 0.79, wrong: 0.05 },
}
/** Upper bound of the index size with Brotli: the first search receives at most 80 KB besides React, of which 13 are code. */
const MOST_BYTES = 67_000

let loaded: Awaited<ReturnType<typeof loadSections>>
beforeAll(async () => {
  loaded = await loadSections()
}, 300_000)

describe('the lists', () => {
  it.each(Object.keys(BARS))('of %s name only pages that exist', (name) => {
    const places = new Set(
      loaded.sections.flatMap(({ route, anchor }) => [route, anchor === '' ? route : `${route}#${anchor}`]),
    )
    expect(readCases(name).flatMap(({ routes }) => routes.filter((route) => !places.has(route)))).toEqual([])
  })
})

it.each(Object.entries(BARS))('search and answers reach the bars of %s', (name, bar) => {
  const score = scoreOf(createJudge(loaded.sections, loaded.answers)(readCases(name)))
  console.log(printed(name, score))
  expect(score.first).toBeGreaterThanOrEqual(bar.first)
  expect(score.withinThree).toBeGreaterThanOrEqual(bar.withinThree)
  expect(score.well).toBeGreaterThanOrEqual(bar.well)
  expect(score.wrong).toBeLessThanOrEqual(bar.wrong)
})

/** The answer to a text: its question, and where one reads on. */
async function askedWith(search: SearchProvider['search'], text: string) {
  const answer = await (await search(text)).answer?.()
  return answer && { question: answer.written!.question, href: answer.sources[0]!.href }
}

const wordsOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => normalize(word)).join(' ')

it('answers each question that is typed as it is written', async () => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const asked = loaded.answers.flatMap(({ question, asks }) =>
    [question, ...asks].map((text) => [text, question] as const),
  )
  const titles = new Set(loaded.sections.map(({ pageTitle }) => wordsOf(pageTitle)))
  const owners = new Map<string, string[]>()
  for (const [text, question] of asked)
    owners.set(wordsOf(text), [...(owners.get(wordsOf(text)) ?? []), question])
  const missed: string[] = []
  for (const [text, question] of asked) {
    if (titles.has(wordsOf(text))) continue
    const found = await askedWith(search, text)
    if (!found || !owners.get(wordsOf(text))!.includes(found.question))
      missed.push(`${text}: ${found?.question}, not ${question}`)
  }
  expect(missed).toEqual([])
}, 300_000)

it('answers a word, a title or a term only with its definition', async () => {
  const { sections, answers } = loaded
  const { search } = createEmbeddedSearch(filesOf(sections, answers))
  const wordings = new Map(
    answers.map(({ question, asks }) => [question, [question, ...asks].map(wordsOf)] as const),
  )
  const typed = new Set([
    ...sections.flatMap(({ pageTitle, heading }) => [pageTitle, ...heading.split(/[^\p{L}\p{N}]+/u)]),
    ...answers.flatMap(({ question, asks, links }) =>
      links[0]!.endsWith('#glossary') ? asks : `${question} ${asks.join(' ')}`.split(/[^\p{L}\p{N}]+/u),
    ),
  ])
  const wrong: string[] = []
  for (const text of typed) {
    const found = await askedWith(search, text)
    if (found && !wordings.get(found.question)!.includes(wordsOf(text)))
      wrong.push(`${text}: ${found.question}`)
  }
  expect(wrong).toEqual([])
}, 300_000)

it('drops no word of the site’s own vocabulary', async () => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const vocabulary: readonly (readonly [typed: string, route: string])[] = [
    ['go', '/sdks/golang'],
    ['rust', '/sdks/rust'],
    ['ruby', '/sdks/Ruby'],
    ['swift', '/sdks/swift'],
    ...['in', 'any', 'all', '==', '!=', '&&', '||', '<=', '>='].map(
      (name) => [name, '/concepts/policies/language'] as const,
    ),
    ...loaded.sections
      .filter(({ anchor, pageTitle }) => anchor === '' && !pageTitle.includes(' '))
      .map(({ route, pageTitle }) => [pageTitle, route] as const),
  ]
  const wrong: string[] = []
  for (const [typed, route] of vocabulary) {
    const { groups } = await search(typed)
    const found = groups.slice(0, 3).map(({ hits: [hit] }) => hit!.href.split('#')[0])
    if (!found.includes(route)) wrong.push(`${typed}: ${found.join(' ')}`)
  }
  expect(wrong).toEqual([])
})

/** Names of the policy language, of fields, commands and flags. */
function ownNames(): ReadonlySet<string> {
  const names = new Set<string>(['in', ...FUNCTIONS])
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) for (const name of Object.keys(Object(node.properties))) names.add(name)
    for (const inside of Object.values(node)) collect(inside)
  }
  collect(openapi())
  for (const { name, flags = [] } of commands)
    for (const word of [...name.split(' '), ...flags.map((flag) => flag.name)]) names.add(word)
  for (const { name } of sharedFlags) names.add(name)
  return names
}

it('finds each stop word that the product also uses as a name at its definition', async () => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const own = ownNames()
  const both = [...STOP_WORDS].filter((word) => own.has(word))
  expect(both).toEqual(expect.arrayContaining(['in', 'any', 'all', 'after', 'before']))
  const wrong: string[] = []
  for (const word of both) {
    const places = loaded.sections
      .filter(
        ({ names = [], heading }) => names.includes(word) || heading === word || heading === `--${word}`,
      )
      .map(({ route, anchor }) => `${route}#${anchor}`)
    const found = (await search(word)).groups[0]?.hits[0]?.href
    if (!found || !places.includes(found)) wrong.push(`${word}: ${found}, not ${places.join(' or ')}`)
  }
  expect(wrong).toEqual([])
})

it('leads each expression of the policy language to the definition of its first name', async () => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const fieldsOf = (type: string) =>
    VOCABULARY.structs.find(({ name }) => type === name || type === `list<${name}>`)?.fields ?? []
  const names = VOCABULARY.names.flatMap(({ path, type }) =>
    fieldsOf(type).map(({ name }) => `${path}.${name}`),
  )
  const expressions = [
    ...OPERATIONS.flatMap(({ form }) => /^\w+\(.*\)$/.exec(form)?.[0] ?? []),
    ...names.flatMap((name) => [name, `${name} <= 1`, `'a' == ${name}`, `(${name} != 'a') && true`]),
    ...VOCABULARY.names.map(({ path }) => `${path}.count() >= 2`),
  ]
  const wrong: string[] = []
  for (const text of expressions) {
    const found = (await search(text)).groups[0]?.hits[0]?.href ?? ''
    if (!/^\/concepts\/policies\/(language#|contract-calls#time$)/.test(found))
      wrong.push(`${text}: ${found}`)
    const answer = await askedWith(search, text)
    if (answer) wrong.push(`${text}: ${answer.question}`)
  }
  expect(wrong).toEqual([])
})

it('begins no passage in the middle of a name', () => {
  const cut = loaded.sections.flatMap(({ route, passages }) =>
    passages.filter((passage) => /^[-_]\p{Lu}/u.test(passage)).map((passage) => `${route}: ${passage}`),
  )
  expect(cut).toEqual([])
})

/** Messages that have the same words, such as two of another order, share a card. */
const MOST_SHARED = 5

it('explains every error with its card, by code and by message', async () => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const wrong: string[] = []
  const shared: string[] = []
  for (const [code, { message }] of Object.entries(errors))
    for (const typed of [
      code,
      `${message} `.replaceAll(/\{\w+\}/g, '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21'),
    ]) {
      const href = (await askedWith(search, typed))?.href
      if (href === `/api-overview/errors#${code}`) continue
      if (typed !== code && href?.startsWith('/api-overview/errors#')) shared.push(typed)
      else wrong.push(`${typed}: ${href}`)
    }
  expect(wrong).toEqual([])
  expect(shared.length).toBeLessThanOrEqual(MOST_SHARED)
})

it('finds names of the contract first at their definition', async () => {
  const provider = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const rows = '/sdks/cli'
  const defined: readonly (readonly [typed: string, place: string])[] = [
    ...Object.values(grpcStatus).map(({ http }) => [`${http}`, '/api-overview/errors#codes'] as const),
    ...Object.keys(errors).map((code) => [code, `/api-overview/errors#${code}`] as const),
    ...Object.entries(calls).flatMap(([name, { path }]) =>
      [name, methodOf(name), path].map((typed) => [typed, `/api/#${name}`] as const),
    ),
    ...['walletName', 'mnemonicLength'].map((field) => [field, '/api/#create_wallet'] as const),
    ...commands.map(
      ({ name }) => [`keywright ${name}`, `${rows}#command-${name.replaceAll(' ', '-')}`] as const,
    ),
    ...[...commands.flatMap(({ flags = [] }) => flags), ...sharedFlags]
      .filter(({ refused }) => refused === undefined)
      .map(({ name }) => [`--${name}`, `${rows}#flag-${name}`] as const),
  ]
  const wrong: string[] = []
  for (const [typed, place] of new Map(defined)) {
    const found = (await provider.search(typed)).groups[0]?.hits[0]?.href
    // `oauth` has its own page, which comes first.
    if (found !== place && typed !== 'oauth') wrong.push(`${typed}: ${found}`)
  }
  expect(wrong).toEqual([])
})

/** Lines of shells and programs: what they define or call comes first, whatever their own keywords mean. */
it('finds the definition of what a pasted line of code names', async () => {
  const provider = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  const flags = [...commands.flatMap(({ flags = [] }) => flags), ...sharedFlags]
  const variables = new Map(
    flags.flatMap(({ name, summary }) =>
      [...summary.matchAll(/\b[A-Z]+(?:_[A-Z\d]+)+\b/g)].map(([variable]) => [variable, name] as const),
    ),
  )
  expect(variables.size).toBeGreaterThan(30)
  const lines: (readonly [line: string, place: string])[] = [
    ...[...variables].flatMap(([variable, flag]) =>
      [
        variable,
        `export ${variable}=5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21`,
        `$ export ${variable}="$(cat import.txt)"`,
        `${variable}=http://localhost:8787`,
        `echo $${variable}`,
        `set -x ${variable} value`,
      ].map((line) => [line, `/sdks/cli#flag-${flag}`] as const),
    ),
    ...commands.flatMap(({ name }) =>
      [
        `npx keywright ${name}`,
        `$ npx keywright ${name}`,
        `npx keywright@latest ${name} > out.txt`,
        `npx --yes keywright ${name} | tail -n 1`,
        `keywright ${name} --json`,
      ].map((line) => [line, `/sdks/cli#command-${name.replaceAll(' ', '-')}`] as const),
    ),
    ...Object.entries(calls).flatMap(([name, { path }]) =>
      [
        `curl -X POST https://keys.example${path} --data '{}'`,
        `curl http://localhost:8787${path} -H "X-Stamp: $STAMP" -d @body.json`,
        `await fetch('https://keys.example${path}', { method: 'POST' })`,
      ].map((line) => [line, `/api/#${name}`] as const),
    ),
  ]
  const wrong: string[] = []
  for (const [line, place] of lines) {
    const found = (await provider.search(line)).groups[0]?.hits[0]?.href
    if (found !== place) wrong.push(`${line}: ${found}`)
  }
  expect(wrong).toEqual([])
})

it.each([
  ['import { x } from "@keywright/client"', /import-wallets|IMPORT/],
  ["import type { KeywrightClient } from '@keywright/client'", /import-wallets|IMPORT/],
  ['import "example.com/keywright"', /import-wallets|IMPORT/],
  ["import '@keywright/react/styles.css'", /import-wallets|IMPORT/],
  ['import * as keywright from "keywright"', /import-wallets|IMPORT/],
  ['export const wallets = []', /export-wallets/],
  ['export default keywright', /export-wallets/],
  ["const { createClient } = require('@keywright/client')", /policies\/quickstart/],
  ["require 'keywright'", /policies\/quickstart/],
])('takes no keyword of a program for a word: %s', async (line, elsewhere) => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  expect((await search(line)).groups[0]?.hits[0]?.href).not.toMatch(elsewhere)
  expect(await askedWith(search, line)).toBeUndefined()
})

it.each([
  ['go get example.com/keywright', '/sdks/golang'],
  ['cargo add keywright', '/sdks/rust'],
  ['gem install keywright', '/sdks/Ruby'],
  ['docker compose up -d', '/operate/deploy'],
  ['docker run keywright', '/operate/deploy'],
  ['npm install @keywright/server', '/sdks/introduction'],
])('leads the command `%s` to %s', async (line, route) => {
  const { search } = createEmbeddedSearch(filesOf(loaded.sections, loaded.answers))
  expect((await search(line)).groups[0]?.hits[0]?.href.split('#')[0]).toBe(route)
})

it(`fetches at most ${MOST_BYTES} bytes for its index`, () => {
  const { index } = encodeSearch(loaded.sections, loaded.answers)
  const bytes = brotliCompressSync(JSON.stringify(index)).length
  console.log(`index: ${bytes} bytes`)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
