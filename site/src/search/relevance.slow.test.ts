/** Searches of the whole site that people would type, against the pages that answer them. */

import type { SearchProvider } from '@keywright/search'
import { createEmbeddedSearch, filesOf } from '@keywright/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPages } from '../../build/content/loadPages.ts'
import { ProblemList } from '../../build/problems.ts'
import { sectionsOf } from '../../build/sections.ts'
import { loadSite } from '../../build/site.ts'
import { RELEVANCE_CASES } from './relevance.cases.ts'

const HIT_AT_1 = 0.85
const HIT_AT_5 = 0.97

let search: SearchProvider
let routes: Set<string>

beforeAll(async () => {
  const { pages } = await loadPages(await loadSite(), new ProblemList())
  const sections = pages.flatMap(({ page }) => sectionsOf(page))
  routes = new Set(sections.map((section) => section.route))
  search = createEmbeddedSearch(filesOf(sections))
})

async function rankOf(query: string, expected: string | readonly string[]): Promise<number> {
  const wanted = [expected].flat()
  const { groups } = await search.search(query)
  const found = groups.map((group) => group.hits[0]!.href.split('#')[0]!)
  const rank = found.findIndex((route) => wanted.includes(route))
  return rank === -1 ? Number.POSITIVE_INFINITY : rank + 1
}

describe('relevance', () => {
  it('expects only pages that exist', () => {
    const expected = RELEVANCE_CASES.flatMap(([, route]) => route)
    expect(expected.filter((route) => !routes.has(route))).toEqual([])
  })

  it(`finds at least ${HIT_AT_1 * 100} % first and ${HIT_AT_5 * 100} % among the first five`, async () => {
    const ranks = await Promise.all(
      RELEVANCE_CASES.map(async ([query, expected]) => ({ query, rank: await rankOf(query, expected) })),
    )
    const share = (most: number) => ranks.filter(({ rank }) => rank <= most).length / ranks.length
    const missed = ranks.filter(({ rank }) => rank > 1).map(({ query, rank }) => `  ${query}: ${rank}`)
    console.log(
      `${ranks.length} searches: hit@1 ${percent(share(1))}, hit@5 ${percent(share(5))}\nNot first:\n${missed.join('\n')}`,
    )
    expect(ranks.length).toBeGreaterThanOrEqual(60)
    expect(share(1)).toBeGreaterThanOrEqual(HIT_AT_1)
    expect(share(5)).toBeGreaterThanOrEqual(HIT_AT_5)
  })
})

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
