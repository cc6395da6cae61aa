/** Every error code that a package of the SDK has of its own stands on a page of the SDK: with cause, and what to do. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errors } from '@keywright/contract'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../site.ts'

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/node_modules|generated|testing|\.test\./.test(file))
    .map((file) => ({ file: basename(file), text: readFileSync(join(repositoryRoot, folder, file), 'utf8') }))

const sources = filesOf('sdk', /src\/.*\.tsx?$/)
const pages = ['sdks', 'features']
  .flatMap((folder) => filesOf(`site/content/${folder}`, /\.mdx$/))
  .map(({ text }) => text)
  .join('\n')

/** Members of `type …ErrorCode`, and what is thrown by name. */
function codesOf(text: string): string[] {
  const unions = [...text.matchAll(/type \w*ErrorCode =\s*((?:\s*(?:\/\*\*.*?\*\/)?\s*\|? ?'[A-Z_]+')+)/gs)]
  const thrown = [...text.matchAll(/new \w*Error\(\s*'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, code]) => code!)
  const all = [...unions.flatMap(([, union]) => union!.match(/[A-Z]+(?:_[A-Z]+)*(?=')/g) ?? []), ...thrown]
  // The catalog's own have a page.
  return all.filter((code) => !Object.hasOwn(errors, code))
}

it.each(sources.flatMap(({ file, text }) => [...new Set(codesOf(text))].map((code) => [code, file])))(
  '%s of %s stands on a page',
  (code) => {
    expect(pages.includes(`\`${code}\``), `no page has ${code}`).toBe(true)
  },
)

it('finds the codes of every package that has some', () => {
  const withCodes = sources.filter(({ text }) => /type \w*ErrorCode =/.test(text))
  expect(withCodes.length).toBeGreaterThan(8)
  for (const { file, text } of withCodes) expect(codesOf(text), file).not.toEqual([])
})
