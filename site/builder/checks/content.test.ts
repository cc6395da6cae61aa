/**
 * Compares pages with the code: no page denies a thing that exists, and every call is on a page. The build itself checks
 * links, anchors, facts, fences and lengths; `tools/scripts/prose/` checks the words.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { callList } from '@keywright/contract'
import { commands } from 'keywright/src/commands.ts'
import { describe, expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { methodOf } from '../../src/reference/examples.ts'
import { readPageSources } from '../content/pageSources.ts'

const SDK = fileURLToPath(new URL('../../../sdk/', import.meta.url))

const pages = readPageSources()

/** Without front matter and blocks of code. */
const proseOf = (text: string) =>
  text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gm, '')

const sentencesOf = (prose: string) => prose.split(/(?<=[.|])\s|\n\n/)

it.skipIf(brand.isPublished)(
  'no page installs our names from a registry, where a stranger may own them',
  () => {
    const found = pages.flatMap(({ file, source }) =>
      [
        ...source.matchAll(
          /\b(?:npm|pnpm|yarn|bun) (?:install|i|add)\b[^`\n]* (?:@keywright\/|keywright\b)[^`\n]*/g,
        ),
      ].map(([command]) => `${file}: ${command}`),
    )
    expect(found).toEqual([])
  },
)

describe('things that pages say don’t exist', () => {
  const indexes = readdirSync(SDK, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/]+\/src\/(?:[^/]+\/)?index\.ts$/.test(file),
  )
  const exported = indexes.flatMap((file) => {
    const index = readFileSync(`${SDK}${file}`, 'utf8')
    return [`@keywright/${file.split('/')[0]}`, ...(index.match(/\b[A-Za-z]\w{5,}\b/g) ?? [])]
  })
  const there = new Set([
    ...exported,
    ...callList.flatMap(({ name }) => [name, methodOf(name)]),
    ...commands.flatMap(({ name }) => [name, `keywright ${name}`, `npx keywright ${name}`]),
  ])
  const DENIAL = /\bnot (?:provided|part of this release|available yet)\b|\bno (?:adapter|command|package)\b/

  it.each(pages)('really don’t exist: $file', ({ source }) => {
    const denied = sentencesOf(proseOf(source)).filter((sentence) => DENIAL.test(sentence))
    const wrong = denied.filter((sentence) =>
      [...sentence.matchAll(/`([^`]+)`/g)].some(([, name]) => there.has(name!)),
    )
    expect(wrong).toEqual([])
  })

  it('are not SDK packages, and each of those has a page', () => {
    const denials = pages
      .filter(({ file }) => file.startsWith('sdks/'))
      .filter(({ source }) => /\b(?:packages?|components?) (?:is|are) not provided/.test(source))
    expect(denials.map(({ file }) => file)).toEqual([])
  })
})

/** Pages that don't teach calls: the reference, the changelog, and the demo page for authors. */
const TEACHES_NO_CALL = new Set(['api.mdx', 'changelog.mdx', 'markdown-page.mdx'])

it.each(callList.map(({ name }) => name))('%s is on a page other than the reference', (name) => {
  const asWritten = new RegExp(`\\b(?:${name}|${methodOf(name)})\\b`)
  const taught = pages.filter(({ file, source }) => !TEACHES_NO_CALL.has(file) && asWritten.test(source))
  expect(taught.map(({ file }) => file)).not.toEqual([])
})

describe('“Find by task”', () => {
  const list = pages.find(({ file }) => file === 'getting-started/examples.mdx')!.source
  const tasks = pages.filter(({ source }) => /^type: (?:how-to|tutorial)$/m.test(source))

  it.each(tasks)('lists $file', ({ file }) => {
    const path = `/${file.replace(/(?:\/index)?\.mdx$/, '')}`
    expect(list.includes(`](${path})`) || list.includes(`](${path}#`)).toBe(true)
  })
})

describe('a page with a program', () => {
  /** Pages with programs only in TypeScript, and the reason. */
  const IN_ONE_FORM: readonly (readonly [file: RegExp, why: string])[] = [
    [/^sdks\//, 'is about one client'],
    [/^passkeys\/(introduction|native|options)\.mdx$/, 'is about calls of the browser and of devices'],
    [
      /^embedded-wallets\/code-examples\/email-recovery\.mdx$/,
      'has the whole; the calls are on the page of the feature',
    ],
    [/^(faq|(embedded-wallets|signing-automation)\/overview)\.mdx$/, 'links to the pages that do each thing'],
    [/^api-overview\/(errors|stamps)\.mdx$/, 'is about what all requests share: bytes and responses'],
    [/^documentation\/ecosystem-integrations\.mdx$/, 'compares chains, each of which has a page'],
    [/^concepts\/policies\/language\.mdx$/, 'evaluates expressions and shows their values'],
    [/^concepts\/policies\/contract-calls\.mdx$/, 'encodes calls with a library, then runs each recipe'],
    [
      /^concepts\/users\/best-practices\.mdx$/,
      'advises; the calls are on the pages of credentials and policies',
    ],
    [/^getting-started\/(resource-limits|launch-checklist)\.mdx$/, 'its program counts or checks in a loop'],
    [/^security\//, 'its program attacks, or verifies without a server'],
  ]

  // A `request` becomes three tabs: TypeScript, command line and HTTP.
  const isInTabs = (source: string) => /<Request |```(?:json request=|sh transcript)/.test(source)
  const programs = pages.filter(({ source }) => source.includes('<Example '))
  const reasonOf = (name: string) => IN_ONE_FORM.find(([file]) => file.test(name))?.[1]

  it.each(programs)('has request tabs, commands, or a reason: $file', ({ file, source }) => {
    expect(
      isInTabs(source) || reasonOf(file) !== undefined,
      'give it as `json request=CALL` or `<Request of="CALL" />`',
    ).toBe(true)
  })

  it.each(IN_ONE_FORM)('%s still needs its reason: it %s', (pattern) => {
    expect(programs.some(({ file, source }) => pattern.test(file) && !isInTabs(source))).toBe(true)
  })
})

it('every command and every flag is on the page of the command line', () => {
  const { source } = pages.find(({ file }) => file === 'sdks/cli.mdx')!
  expect(source).toContain('<Commands />')
  expect(source).toContain('<Flags />')
})
