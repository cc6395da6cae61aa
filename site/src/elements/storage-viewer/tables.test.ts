import { beforeAll, expect, test } from 'vitest'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import {
  type Database,
  isSealed,
  openMember,
  readDatabase,
  rowsWithRootSecret,
  tablesOf,
  tryBoth,
} from './tables.ts'

let database: Database
beforeAll(async () => {
  const bench = await openTestWorkbench()
  await bench.client.createPrivateKeys({
    privateKeys: [
      { privateKeyName: 'Signer', curve: 'CURVE_SECP256K1', addressFormats: [], privateKeyTags: [] },
    ],
  })
  await bench.client.createWallet({
    walletName: 'Treasury',
    accounts: [
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/501'/0'/0'",
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      },
    ],
  })
  database = await readDatabase(bench)
})

test('tables have all rows', () => {
  const tables = tablesOf(database)
  expect(tables.map(([name]) => name)).toEqual(expect.arrayContaining(['wallets', 'users', 'privateKeys']))
  expect(tables.reduce((sum, [, count]) => sum + count, 0)).toBe(database.rows.length)
})

test('every secret of a key opens with the root secret, and with no other', () => {
  const sealed = database.rows.flatMap((row) =>
    Object.keys(row.members)
      .filter(isSealed)
      .map((member) => [row, member] as const),
  )
  expect(new Set(sealed.map(([{ table }]) => table))).toEqual(
    new Set(['wallets', 'walletAccounts', 'privateKeys']),
  )
  for (const [row, member] of sealed) {
    expect(openMember(database, row, member, false)).toBeGreaterThan(15)
    const [own, other] = tryBoth(database, row, member)
    expect([own.isOpen, other.isOpen]).toEqual([true, false])
  }
})

test('no row holds the root secret, and one that does is found', () => {
  expect(rowsWithRootSecret(database)).toBe(0)
  const row = { ...database.rows[0]!, members: { note: database.rootSecret } }
  expect(rowsWithRootSecret({ ...database, rows: [row] })).toBe(1)
})
