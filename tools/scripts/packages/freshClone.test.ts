import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './workspaces.ts'

it('a release before `npm ci` says what to run, without a stack trace', () => {
  const clone = mkdtempSync(join(tmpdir(), 'keywright-fresh-clone-'))
  try {
    cpSync(join(root, 'tools/scripts'), join(clone, 'tools/scripts'), { recursive: true })
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/scripts/release.mjs'], {
      cwd: clone,
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
