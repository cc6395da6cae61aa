/** No file of the site imports itself by way of others: what depends on what can be read in one direction. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { siteDir } from './site.ts'

const files = ['src', 'build', 'e2e'].flatMap((folder) =>
  readdirSync(join(siteDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(siteDir, folder, file)),
)

const imports = new Map(files.map((file) => [file, importsOf(file)]))

/** Files that a file imports by a relative path, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const pattern = /\bfrom\s*['"](\.[^'"\n]+)['"]|\bimport\s*\(?\s*['"](\.[^'"\n]+)['"]/g
  return [...text.matchAll(pattern)].map(([, from, bare]) => join(dirname(file), (from ?? bare)!))
}

/** The first way round from a file back to one before it; undefined when there is none. */
function findCircle(file: string, way: readonly string[], done: Set<string>): string[] | undefined {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
  if (done.has(file)) return undefined
  for (const next of imports.get(file) ?? []) {
    const circle = findCircle(next, [...way, file], done)
    if (circle) return circle
  }
  done.add(file)
  return undefined
}

it('has no import circles', () => {
  const done = new Set<string>()
  const circles = files.flatMap((file) => {
    const circle = findCircle(file, [], done)
    return circle ? [circle.map((one) => relative(siteDir, one)).join(' → ')] : []
  })
  expect([...new Set(circles)]).toEqual([])
})
