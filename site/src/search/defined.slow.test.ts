/** Every name that the documentation defines is found first where it is defined, by the search and by the assistant. */

import { calls, errors } from '@keywright/contract'
import {
  createEmbeddedSearch,
  createRetriever,
  filesOf,
  type Retriever,
  type SearchProvider,
} from '@keywright/search'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { beforeAll, expect, it } from 'vitest'
import { loadSections } from '../../build/loadSections.ts'
import { answer } from '../assistant/answer.ts'
import { COMMAND_LINE, ERRORS } from '../assistant/catalogue.ts'
import { LANGUAGE } from '../assistant/passages.ts'
import { methodOf } from '../reference/examples.ts'

/** What is typed, and where it is defined. */
const defined: readonly (readonly [typed: string, place: string])[] = [
  ...Object.keys(errors).map((code) => [code, `${ERRORS}#${code}`] as const),
  ...Object.keys(calls).flatMap((call) => [
    [call, `/api/#${call}`] as const,
    [methodOf(call), `/api/#${call}`] as const,
  ]),
  ...['all', 'any', 'contains', 'count', 'filter'].map(
    (name) => [`list.${name}()`, `${LANGUAGE}#list-${name}`] as const,
  ),
  ...commands.map(
    ({ name }) => [`keywright ${name}`, `${COMMAND_LINE}#command-${name.replaceAll(' ', '-')}`] as const,
  ),
  ...[...commands.flatMap(({ flags = [] }) => flags), ...sharedFlags]
    .filter(({ refused }) => refused === undefined)
    .map(({ name }) => [`--${name}`, `${COMMAND_LINE}#flag-${name}`] as const),
]

/** A page is about it, and comes first; and a word of every sentence is in no index. */
const EXCEPT = new Set(['oauth', '--to'])

let search: SearchProvider
let retriever: Retriever

beforeAll(async () => {
  const files = filesOf(await loadSections())
  search = createEmbeddedSearch(files)
  retriever = createRetriever(files)
}, 300_000)

it('every error, call, function, command and flag is the first hit of its name', async () => {
  const elsewhere: string[] = []
  for (const [typed, place] of new Map(defined)) {
    if (EXCEPT.has(typed)) continue
    const { groups } = await search.search(typed)
    const first = groups[0]?.hits[0]?.href
    if (first !== place) elsewhere.push(`${typed}: ${first}`)
  }
  expect(elsewhere).toEqual([])
})

it('the assistant says of every error what the catalogue says', async () => {
  const elsewhere: string[] = []
  for (const code of Object.keys(errors)) {
    const { quotes } = await answer(retriever, `what does ${code} mean`)
    const { route, anchor } = quotes[0]?.section ?? {}
    if (`${route}#${anchor}` !== `${ERRORS}#${code}`) elsewhere.push(`${code}: ${route}#${anchor}`)
  }
  expect(elsewhere).toEqual([])
})
