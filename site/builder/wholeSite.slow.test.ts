/**
 * Files for programs have the same content as the pages, and searches find the right page. One file, because rendering the
 * site takes longer than its tests.
 */
import { createHash } from 'node:crypto'
import { errors } from '@keywright/contract'
import { readExamples, readRecording, readSource } from '@keywright/examples'
import { createEmbeddedSearch, filesOf } from '@keywright/search'
import { beforeAll, describe, expect, it } from 'vitest'
import config from '../site.config.ts'
import { markdownPath } from '../src/config/routes.ts'
import { treeToHtml } from '../src/frame/tree.ts'
import { QUESTIONS } from '../src/search/settings.ts'
import { printedText } from '../src/widgets/runner/printedText.ts'
import { shownSource } from '../src/widgets/runner/shownSource.ts'
import { loadSections } from '../test/loadSections.ts'
import { readCases } from '../test/relevance/judge.ts'
import type { Twin } from './machines/llms.ts'
import { machineFiles, twinsOf } from './machines/machineFiles.ts'
import { readSkill } from './machines/wellKnown.ts'
import { sectionsOf } from './sections.ts'
import { wholeSite } from './wholeSite.ts'

let twins: readonly Twin[]
let htmlOf: ReadonlyMap<string, string>
let files: Readonly<Record<string, string>>

beforeAll(async () => {
  const { site, model, ...loaded } = await wholeSite()
  const pages = loaded.pages.map(({ page }) => page)
  twins = twinsOf(pages, site.config.url)
  htmlOf = new Map(pages.map(({ route, body }) => [route, treeToHtml(body)]))
  files = machineFiles(pages, model, site.config)
})

const twinAt = (route: string) => files[markdownPath(route).slice(1)]!

/** Only words, without Markdown syntax and line breaks. */
const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

describe('the Markdown twin of every page', () => {
  it('contains everything that search finds on the page', () => {
    const missing = twins
      .filter(({ page }) => page.kind !== 'reference')
      .flatMap(({ page, markdown }) => {
        // Remove link targets, which interrupt sentences.
        const text = words(markdown.replace(/\]\([^)\s]*\)/g, ']'))
        const passages = sectionsOf(page).flatMap((section) => [section.heading, ...section.passages])
        return passages
          .filter((passage) => !passage.split(' · ').every((part) => text.includes(words(part).trim())))
          .map((passage) => `${page.route}: ${passage}`)
      })
    expect(missing).toEqual([])
  })

  it('has every heading with its id', () => {
    const missing = twins.flatMap(({ page, markdown }) =>
      page.toc.filter(({ id }) => !markdown.includes(` {#${id}}`)).map(({ id }) => `${page.route}#${id}`),
    )
    expect(missing).toEqual([])
  })

  it('links only to existing pages and anchors', () => {
    const wrong = twins.flatMap(({ page, markdown }) =>
      [...markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').matchAll(/\]\((\/[^)#\s]*)?(?:#([^)\s]+))?\)/g)]
        .map(([, path, id]) => [path?.slice(1) ?? markdownPath(page.route).slice(1), id] as const)
        .filter(([path]) => path !== 'openapi.json' && !path.startsWith('http'))
        .filter(([path, id]) => !(path in files) || (id !== undefined && !files[path]!.includes(`{#${id}}`)))
        .map(([path, id]) => `${page.route} → ${path}#${id ?? ''}`),
    )
    expect(wrong).toEqual([])
  })

  it('contains source and recorded output of the page’s examples', () => {
    const shown = readExamples().filter(({ id }) =>
      twins.some(({ page }) => htmlOf.get(page.route)!.includes(`data-example="${id}"`)),
    )
    expect(shown.length).toBeGreaterThan(50)
    const all = files['llms-full.txt']!
    for (const { id, file } of shown) {
      const source = shownSource(readSource(file)).trimEnd()
      const isWhole = twins.some(
        ({ page: { route } }) =>
          htmlOf.get(route)!.includes(`data-example="${id}"`) && !htmlOf.get(route)!.includes('data-region'),
      )
      if (isWhole) expect(all, id).toContain(source.split('\n').at(-1))
      const [first] = readRecording(id)?.printed ?? []
      if (first) expect(all, id).toContain(printedText(first.level, first.values).split('\n')[0])
    }
  })

  it.each([
    ['/api-overview/errors', 'the whole catalog', Object.keys(errors)],
    ['/concepts/wallets', 'address formats', ['`ADDRESS_FORMAT_TRON`', "`m/44'/195'/0'/0/0`"]],
    ['/concepts/wallets', 'a recorded answer', ['"createWalletResult"', '"walletId"']],
    ['/api/', 'fields of a call', ['### `create_wallet` submit {#create_wallet}', '`mnemonicLength`']],
    ['/api/', 'a recorded answer', ['Recorded answer:', '"organizationName": "Example treasury"']],
    ['/concepts/policies/quickstart', 'policies of the playground', ['OUTCOME_DENY_IMPLICIT']],
    [
      '/',
      'a diagram in words',
      ['Diagram: The wallet is reached only', 'Inside an organization, a user holds a key'],
    ],
    ['/markdown-page', 'an admonition', ['> **Note']],
    ['/sdks/interoperability', 'the ledger', ['| - |']],
  ])('%s contains %s', (route, _what, facts) => {
    for (const fact of facts) expect(twinAt(route)).toContain(fact)
  })

  it('contains no HTML and nothing that needs scripts', () => {
    for (const { page, markdown } of twins) {
      const prose = markdown.replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '').replace(/`[^`]*`/g, '')
      expect(prose, page.route).not.toMatch(/<\/?(?:div|span|p|a|svg|button|table)\b|Link to this section/)
      expect(prose, page.route).not.toMatch(/^\s*Copy\s*$/m)
    }
  })
})

describe('llms.txt', () => {
  const forReaders = () => twins.filter(({ page }) => page.route !== '/markdown-page')

  it('lists the twin of every page for readers once', () => {
    const text = files['llms.txt']!
    for (const { page } of forReaders()) {
      const address = `](https://docs.keywright.example${markdownPath(page.route)})`
      expect(text.split(address).length, page.route).toBe(2)
    }
    expect(text).not.toContain('/markdown-page')
    expect(text).toMatch(/^# Keywright\n\n> /)
  })

  it('has a file with all of them', () => {
    for (const { markdown } of forReaders()) expect(files['llms-full.txt']).toContain(markdown)
    expect(files['llms-full.txt']).not.toContain('# Page elements for authors')
  })
})

describe('well-known files', () => {
  it('list the skill with the digest of the served file', () => {
    const index = JSON.parse(files['.well-known/agent-skills/index.json']!)
    const [skill] = index.skills
    const served = files[skill.url.slice(1)]!
    expect(skill.digest).toBe(`sha256:${createHash('sha256').update(served).digest('hex')}`)
    expect(skill).toMatchObject({ name: 'keywright', type: 'skill-md' })
  })

  it('link from the API catalog to existing files', () => {
    const { linkset } = JSON.parse(files['.well-known/api-catalog']!)
    expect(linkset[0]['service-desc'][0].href).toBe('https://docs.keywright.example/openapi.json')
    expect(linkset[0]['service-doc'][1].href).toBe('https://docs.keywright.example/llms.txt')
  })

  it('include a skill with valid links and a working example', () => {
    const skill = readSkill()
    const pages = [...skill.matchAll(/`(\/[\w./-]+\.(?:md|txt))`/g)].map(([, path]) => path!.slice(1))
    expect(pages.length).toBeGreaterThan(3)
    for (const path of pages) expect(Object.keys(files)).toContain(path)
    expect(skill).toContain(shownSource(readSource('quickstart/first-signature.ts')).trim())
    expect(skill).not.toContain('{{')
  })
})

describe('search', () => {
  const cases = readCases('known')
  let provider: ReturnType<typeof createEmbeddedSearch>

  beforeAll(async () => {
    const { sections, answers } = await loadSections()
    provider = createEmbeddedSearch(filesOf(sections, answers))
  })

  it.each(QUESTIONS)('the question "%s" that search shows is answered', async (text) => {
    const { answers } = await loadSections()
    expect(answers.map(({ question }) => question)).toContain(text)
  })

  it.each(config.search.suggestions ?? [])('the suggested search "%s" finds its page first', async (text) => {
    const known = cases.find((one) => one.kind === '=' && one.text === text)
    expect(known, 'add a line `= …` to site/test/relevance/known.txt').toBeDefined()
    const { groups } = await provider.search(text)
    expect(known!.routes).toContain(groups[0]!.hits[0]!.href.split('#')[0])
  })
})
