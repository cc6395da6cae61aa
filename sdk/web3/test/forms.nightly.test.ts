/**
 * Every form in which the documentation of the libraries uses an account, a wallet client, a signer or a transaction: it
 * works with our adapter, or is refused with a reason. `npx vitest -u` writes the table.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { cosmjs } from './forms/cosmjs.ts'
import { ethers } from './forms/ethers.ts'
import { type Library, rowsOf, tableOf } from './forms/form.ts'
import { kit } from './forms/kit.ts'
import { solana } from './forms/solana.ts'
import { viem } from './forms/viem.ts'
import { wagmi } from './forms/wagmi.ts'

/** The version that is installed. */
function versionOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve.paths(name)!
  for (const folder of entry) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version
    } catch {
      // In a folder further up.
    }
  }
  throw new Error(`${name} is not installed next to ${dirname(entry[0]!)}`)
}

const libraries: [string, (version: string) => Library][] = [
  ['viem', viem],
  ['@wagmi/core', wagmi],
  ['ethers', ethers],
  ['@solana/web3.js', solana],
  ['@solana/kit', kit],
  ['@cosmjs/proto-signing', cosmjs],
]

it('each form works, or is refused with its reason', async () => {
  const rows = []
  for (const [name, library] of libraries) rows.push(...(await rowsOf(library(versionOf(name)))))
  expect(rows.filter(({ result }) => result.includes('WRONG'))).toEqual([])
  await expect(tableOf(rows)).toMatchFileSnapshot('forms/table.md')
})
