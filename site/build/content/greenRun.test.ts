/** The note of a green run counts for the commit that was tested, and for nothing else. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteGreenRun } from '../../../scripts/lib/greenRun.mjs'
import { readGreenRun } from './greenRun.ts'

let root: string
const write = (name: string, text: string) => writeFileSync(join(root, name), text)
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
    cwd: root,
    stdio: 'ignore',
  })
const commit = () => {
  git('add', '-A')
  git('commit', '-m', 'a')
}
const AT = new Date('2026-11-22T10:00:00Z')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keywright-green-'))
  git('init')
  write('package.json', '{"version":"1.2.3"}')
  write('.gitignore', '.cache/\n')
  commit()
})
afterEach(() => rmSync(root, { recursive: true }))

it('is what the tests noted', () => {
  noteGreenRun(root, AT)
  expect(readGreenRun(root)).toEqual({ version: '1.2.3', at: AT.toISOString() })
})

it('is none before any tests, where there is no version control, and of a damaged note', () => {
  expect(readGreenRun(root)).toBeUndefined()
  noteGreenRun(root, AT)
  write('.cache/green-run.json', '{"version":7}')
  expect(readGreenRun(root)).toBeUndefined()
  noteGreenRun(root, AT)
  rmSync(join(root, '.git'), { recursive: true })
  expect(readGreenRun(root)).toBeUndefined()
})

it('is none after a change, committed or not, and of a tree that no commit holds', () => {
  noteGreenRun(root, AT)
  write('page.mdx', 'changed')
  expect(readGreenRun(root)).toBeUndefined()
  commit()
  expect(readGreenRun(root)).toBeUndefined()
  noteGreenRun(root, AT)
  expect(readGreenRun(root)).toBeDefined()
  write('page.mdx', 'again')
  mkdirSync(join(root, 'new'))
  noteGreenRun(root, AT)
  commit()
  expect(readGreenRun(root)).toBeUndefined()
})
