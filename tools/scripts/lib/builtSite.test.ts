import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fingerprintOf, isBuilt, noteBuilt } from './builtSite.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keywright-built-'))
  mkdirSync(join(root, 'site', 'dist'), { recursive: true })
  writeFileSync(join(root, 'site', 'dist', 'index.html'), '')
  writeFileSync(join(root, 'site', 'page.mdx'), 'one')
  noteBuilt(root, fingerprintOf(root))
})
afterEach(() => rmSync(root, { recursive: true }))

it('serves a build of unchanged sources as it is', () => {
  expect(isBuilt(root, fingerprintOf(root))).toBe(true)
})

it.each([
  ['a changed file', () => writeFileSync(join(root, 'site', 'page.mdx'), 'two!')],
  ['a file saved again', () => utimesSync(join(root, 'site', 'page.mdx'), 1, 1)],
  ['a new file', () => writeFileSync(join(root, 'site', 'new.mdx'), '')],
  ['a removed file', () => rmSync(join(root, 'site', 'page.mdx'))],
  ['a removed build', () => rmSync(join(root, 'site', 'dist', 'index.html'))],
])('builds again after %s', (_what, change) => {
  change()
  expect(isBuilt(root, fingerprintOf(root))).toBe(false)
})
