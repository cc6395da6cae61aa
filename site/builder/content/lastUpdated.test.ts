import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { readLastUpdated } from './lastUpdated.ts'

const folder = temporaryFolder('last-updated')
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    stdio: 'ignore',
  })

beforeAll(() => {
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

describe('the date of a page’s last change', () => {
  it.each([
    ['whole', ['pages/new', 'pages/newest', 'pages/old']],
    ['shallow', ['pages/newest']],
    ['none', []],
  ])('is read from the history: %s', (clone, files) => {
    expect([...readLastUpdated(join(folder, clone), ['pages']).keys()].sort()).toEqual(files)
  })
})
