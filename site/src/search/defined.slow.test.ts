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
import { loadPages } from '../../build/content/loadPages.ts'
import { ProblemList } from '../../build/problems.ts'
import { sectionsOf } from '../../build/sections.ts'
import { loadSite } from '../../build/site.ts'
import { answer } from '../assistant/answer.ts'

const ERRORS = '/api-overview/errors'
const COMMAND_LINE = '/sdks/cli'
const LANGUAGE = '/concepts/policies/language'

/** What is typed, and where it is defined. */
const defined: readonly (readonly [typed: string, place: string])[] = [
  ...Object.keys(errors).map((code) => [code, `${ERRORS}#${code}`] as const),
  ...Object.keys(calls).flatMap((call) => [
    [call, `/api/#${call}`] as const,
    [camelCase(call), `/api/#${call}`] as const,
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
  const { pages } = await loadPages(await loadSite(), new ProblemList())
  const files = filesOf(pages.flatMap(({ page }) => sectionsOf(page)))
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

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
