/**
 * The forms in which the documentation of the libraries reaches our adapters, one per function, kind of argument and
 * reason of a refusal: each works, or is refused, with the newest and with the oldest version of each peer range. Forms
 * that only combine functions of the library itself reach nothing new, so they aren't listed.
 * `npx vitest -u` writes the table.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cosmjs } from './forms/cosmjs.ts'
import { ethers } from './forms/ethers.ts'
import { type Library, type Row, rowsOf, tableOf } from './forms/form.ts'
import { kit } from './forms/kit.ts'
import { solana } from './forms/solana.ts'
import { viem } from './forms/viem.ts'
import { wagmi } from './forms/wagmi.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Set in the process that has the oldest versions: see `oldest.vitest.config.ts`. */
const oldest = process.env['KEYWRIGHT_PEERS']

/** The version that is installed. */
function versionOf(name: string): string {
  const from = oldest ? join(oldest, 'index.js') : import.meta.url
  for (const folder of createRequire(from).resolve.paths(name)!) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version
    } catch {
      // In a folder further up.
    }
  }
  throw new Error(`${name} is not installed`)
}

const libraries: [string, (version: string) => Library][] = [
  ['viem', viem],
  ['@wagmi/core', wagmi],
  ['ethers', ethers],
  ['@solana/web3.js', solana],
  ['@solana/kit', kit],
  ['@cosmjs/proto-signing', cosmjs],
]

async function allRows(): Promise<Row[]> {
  const rows = []
  for (const [name, library] of libraries) rows.push(...(await rowsOf(library(versionOf(name)))))
  return rows
}

/** Companions of the peers that only the forms use, in the version of their peer. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  '@cosmjs/proto-signing': ['@cosmjs/crypto', '@cosmjs/encoding', '@cosmjs/stargate'],
}

/** Installs the first version of each peer range, and runs the forms with them in another process. */
function rowsOfOldest(): Row[] {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'sdk/web3/package.json'), 'utf8'))
  const words = Object.entries(peerDependencies as Record<string, string>)
    .filter(([name]) => !name.startsWith('@keywright/'))
    .flatMap(([name, range]) =>
      [name, ...(COMPANIONS[name] ?? [])].map((each) => `${each}@${firstOf(range)}`),
    )
  const folder = join(root, '.cache/oldest-peers')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', ...words],
    folder,
  )
  const config = ['--config', 'sdk/web3/test/oldest.vitest.config.ts']
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config], root, {
    KEYWRIGHT_PEERS: folder,
  })
  return JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8'))
}

const firstOf = (range: string) => /\d[\d.]*/.exec(range)![0]

/** @throws Error with the output if the command fails */
function run(command: string, words: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_config_strict_allow_scripts)/.test(name)),
  )
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    env: { ...env, ...more },
  })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

it('each form works, or is refused with its reason', async () => {
  const rows = await allRows()
  if (oldest) {
    writeFileSync(join(oldest, 'rows.json'), JSON.stringify(rows))
    return
  }
  const both = [...rows, ...rowsOfOldest()]
  expect(both.filter(({ result }) => result.includes('WRONG'))).toEqual([])
  await expect(tableOf(both)).toMatchFileSnapshot('forms/table.md')
})
