/** No file of the site, and of what its pages run, imports itself by way of others: what depends on what can be read in one direction. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { circlesIn } from './circles.ts'
import { siteDir } from './site.ts'

const own = ['asked', 'build', 'e2e', 'ledger', 'requests', 'src', 'transcripts']
const files = [...own, '../inspector/src', '../sandbox/src', '../search/src'].flatMap((folder) =>
  readdirSync(join(siteDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(siteDir, folder, file)),
)

/** Files that a file imports by a relative path, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const pattern = /\bfrom\s*['"](\.[^'"\n]+)['"]|\bimport\s*\(?\s*['"](\.[^'"\n]+)['"]/g
  return [...text.matchAll(pattern)].map(([, from, bare]) => join(dirname(file), (from ?? bare)!))
}

it('has no import circles', () => {
  const named = files.map((file) => ({
    fileName: relative(siteDir, file),
    imports: importsOf(file).map((one) => relative(siteDir, one)),
  }))
  expect(circlesIn(named)).toEqual([])
})
