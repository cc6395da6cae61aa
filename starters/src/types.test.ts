/** Checks the types of the starters against the packages of this repository, so that they don't use what those no longer have. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { writeFakeTarballs } from '../test/fakeTarballs.ts'
import { createApp, STARTERS, type Starter } from './index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
/** Inside this repository, where the compiler finds its packages. */
const parent = mkdtempSync(join(root, '.cache', 'types-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

// This repository doesn't have Next.js. That starter shares most files with `app`.
const starters = (Object.keys(STARTERS) as Starter[]).filter((starter) => starter !== 'next')

it('no starter has type errors, in its tests either', async () => {
  // npm installs it inside of the workspaces that use it.
  mkdirSync(join(parent, 'node_modules/@wagmi'), { recursive: true })
  symlinkSync(join(root, 'starters/node_modules/@wagmi/core'), join(parent, 'node_modules/@wagmi/core'))
  const packages = writeFakeTarballs(parent)
  for (const starter of starters) await createApp({ folder: join(parent, starter), starter, packages })
  // One program for all of them. Its settings are as permissive as those of any starter.
  writeFileSync(
    join(parent, 'tsconfig.json'),
    JSON.stringify({ extends: './app/tsconfig.json', include: ['**/*.ts', '**/*.tsx'] }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', parent], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
