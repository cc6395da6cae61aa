import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLastUpdated } from './lastUpdated.ts'

let folder: string
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    stdio: 'ignore',
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'last-updated-'))
  const whole = join(folder, 'whole')
  mkdirSync(join(whole, 'pages'), { recursive: true })
  git(whole, 'init')
  for (const name of ['old', 'new', 'newest']) {
    writeFileSync(join(whole, 'pages', name), name)
    git(whole, 'add', '.')
    git(whole, 'commit', '-m', name)
  }
  git(folder, 'clone', '--depth', '2', `file://${whole}`, 'shallow')
  mkdirSync(join(folder, 'none'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the date of a page’s last change', () => {
  it.each([
    ['whole', ['pages/new', 'pages/newest', 'pages/old']],
    ['shallow', ['pages/newest']],
    ['none', []],
  ])('is read from the history: %s', (clone, files) => {
    expect([...readLastUpdated(join(folder, clone), ['pages']).keys()].sort()).toEqual(files)
  })
})
