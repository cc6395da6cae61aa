/** The packages of which the ledger speaks, in the versions that are installed. */
import { expect, it } from 'vitest'
import { aliases, installed } from './testing/installed.ts'
import { jsonText } from './testing/ledgerFile.ts'

it('names each installed package with its version', async () => {
  const packages = Object.fromEntries(aliases().map((alias) => [alias, installed(alias)]))
  await expect(jsonText(packages)).toMatchFileSnapshot('../ledger/packages.json')
})
