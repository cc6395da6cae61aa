/** Checks that a page or the SDK reference explains every SDK error code with cause and fix. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errors } from '@keywright/contract'
import { expect, it } from 'vitest'
import { sdkSymbols } from '../../src/mdx/sdkReference/symbols.ts'
import { readPageSources } from '../content/pageSources.ts'
import { repositoryRoot } from '../site.ts'

const SDK = join(repositoryRoot, 'sdk')

const sources = readdirSync(SDK, { recursive: true, encoding: 'utf8' })
  .filter((file) => /src\/.*\.tsx?$/.test(file) && !/node_modules|dist|generated|testing|\.test\./.test(file))
  .map((file) => ({ file: basename(file), text: readFileSync(join(SDK, file), 'utf8') }))
const pages = readPageSources()
  .filter(({ file }) => /^(sdks|features)\//.test(file))
  .map(({ source }) => source)
  .join('\n')

/** Codes with a meaning in the SDK reference: a row of a table of codes, or what a function throws and when. */
const inReference = new Set(
  sdkSymbols().flatMap(({ name, values = [], calls = [] }) => [
    ...(/ErrorCode$/.test(name) ? values.filter(({ text }) => text).map((value) => value.name) : []),
    ...calls.flatMap(({ throws = '' }) =>
      [...throws.matchAll(/`([A-Z_]+)` (?:in|if)/g)].map(([, code]) => code!),
    ),
  ]),
)

/** Members of `type …ErrorCode`, and codes that are thrown by name. */
function codesOf(text: string): string[] {
  const unions = [...text.matchAll(/type \w*ErrorCode =\s*((?:\s*(?:\/\*\*.*?\*\/)?\s*\|? ?'[A-Z_]+')+)/gs)]
  const thrown = [...text.matchAll(/new \w*Error\(\s*'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, code]) => code!)
  const all = [...unions.flatMap(([, union]) => union!.match(/[A-Z]+(?:_[A-Z]+)*(?=')/g) ?? []), ...thrown]
  // The catalog has its own page.
  return all.filter((code) => !Object.hasOwn(errors, code))
}

it.each(sources.flatMap(({ file, text }) => [...new Set(codesOf(text))].map((code) => [code, file])))(
  '%s of %s is on a page',
  (code) => {
    expect(inReference.has(code) || pages.includes(`\`${code}\``), `no page has ${code}`).toBe(true)
  },
)

it('finds the codes of every package with error codes', () => {
  const withCodes = sources.filter(({ text }) => /type \w*ErrorCode =/.test(text))
  expect(withCodes.length).toBeGreaterThan(8)
  for (const { file, text } of withCodes) expect(codesOf(text), file).not.toEqual([])
})
