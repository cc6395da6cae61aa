/** The service's own tests, as `npm test` runs them in its folder. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from 'create-keywright-app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeFakeTarballs } from './fakeTarballs.ts'

// Inside the repository, where Node finds the packages that the starter needs.
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const parent = mkdtempSync(join(cache, 'service-'))
const folder = join(parent, 'service')

beforeAll(() => createApp({ folder, starter: 'service', packages: writeFakeTarballs(parent) }))
afterAll(() => rmSync(parent, { recursive: true }))

it('passes in a new project', () => {
  const words = ['--import', 'tsx', '--test', 'test/payouts.test.ts']
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toMatch(/# pass 13\b/)
  expect(status).toBe(0)
})
