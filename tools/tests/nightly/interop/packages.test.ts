/** The ledger names the installed versions of packages. */
import { expect, it } from 'vitest'
import { recordText } from '../../../scripts/lib/recordFile.ts'
import { aliases, installed } from './support/installed.ts'

it('names each installed package with its version', async () => {
  const packages = Object.fromEntries(aliases().map((alias) => [alias, installed(alias)]))
  await expect(recordText(packages)).toMatchFileSnapshot('../../../../site/ledger/packages.json')
})
