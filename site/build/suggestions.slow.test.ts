/** Suggested searches find their page first, and misspelled questions find their subject. */
import { createEmbeddedSearch, filesOf } from '@keywright/search'
import { beforeAll, expect, it } from 'vitest'
import config from '../site.config.ts'
import { readAsked, readElsewhere } from './content/asked.ts'
import { contentDir, loadSections } from './loadSections.ts'

const { cases } = readAsked(contentDir)
let provider: ReturnType<typeof createEmbeddedSearch>

beforeAll(async () => {
  provider = createEmbeddedSearch(filesOf(await loadSections(), { elsewhere: readElsewhere(contentDir) }))
}, 300_000)

it.each(config.search.suggestions ?? [])('the suggested search "%s" finds its page first', async (text) => {
  const known = cases.find((one) => one.kind === '=' && one.text === text)
  expect(known, 'add a line `= …` next to the page that it should open').toBeDefined()
  const { groups } = await provider.search(text)
  expect(known!.routes).toContain(groups[0]!.hits[0]!.href.split('#')[0])
})

it.each([
  ['How do I require two approvers for a transfer?', '/concepts/policies/examples#two-of-board'],
  ['wat is a subroganization', '/concepts/sub-organizations'],
  ['diffrence betwen root qourum and polices', '/concepts/users/root-quorum'],
])('"%s" quotes %s', async (question, href) => {
  const sources: string[] = []
  for await (const part of provider.ask(question, new AbortController().signal))
    if (part.kind === 'quote') sources.push(part.source.href)
  expect(sources[0]).toBe(href)
})
