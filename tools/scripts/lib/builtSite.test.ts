import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { fingerprintOf, isBuilt, noteBuilt } from './builtSite.mjs'
import { folderOfTest } from './temporaryFolder.ts'

let root: string
beforeEach(() => {
  root = folderOfTest('built')
  mkdirSync(join(root, 'site', 'dist'), { recursive: true })
  writeFileSync(join(root, 'site', 'dist', 'index.html'), '')
  writeFileSync(join(root, 'site', 'page.mdx'), 'one')
  noteBuilt(root, fingerprintOf(root))
})

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
