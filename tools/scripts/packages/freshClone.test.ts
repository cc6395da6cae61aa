import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './workspaces.ts'

it.each([
  ['cli', '../tools/scripts/pack.mjs', 'before'],
  ['.', 'tools/scripts/release.mjs'],
])('in %s, %s before `npm ci` says what to run, without a stack trace', (folder, ...words) => {
  const clone = mkdtempSync(join(tmpdir(), 'keywright-fresh-clone-'))
  try {
    cpSync(join(root, 'tools/scripts'), join(clone, 'tools/scripts'), { recursive: true })
    mkdirSync(join(clone, 'cli'))
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: join(clone, folder),
      encoding: 'utf8',
    })
    expect(stderr).toBe(
      'Dependencies are not installed. Run `npm ci && npm run release` in the root of the checkout.\n',
    )
    expect([status, stdout]).toEqual([1, ''])
  } finally {
    rmSync(clone, { recursive: true })
  }
})
