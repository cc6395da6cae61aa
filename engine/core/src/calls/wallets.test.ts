import { expect, it } from 'vitest'
import { ETHEREUM } from '../../test/callCoverage/world.ts'
import { addEthereumWallet, createTestEngine, refusalOf } from '../../test/support/index.ts'

it('all accounts of a request are created, or none', async () => {
  const engine = createTestEngine('accounts')
  const { root, organizationId } = await engine.organization()
  const { walletId } = await addEthereumWallet(root)
  const add = (...paths: string[]) =>
    root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
      walletId,
      accounts: paths.map((path) => ({ ...ETHEREUM, path })),
    })
  const next = "m/44'/60'/0'/0/1"
  expect(await refusalOf(engine, organizationId, () => add(next, ETHEREUM.path))).toBe('PATH_TAKEN')
  await add(next)
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  expect(accounts.map(({ path }) => path).sort()).toEqual([ETHEREUM.path, next])
})

it('all wallets of a request are deleted, or none: each must be exported, unless the caller confirms', async () => {
  const engine = createTestEngine('wallets')
  const { root, organizationId } = await engine.organization()
  const { walletId: kept } = await addEthereumWallet(root, 'kept')
  const { walletId: gone } = await addEthereumWallet(root, 'gone')
  const remove = (walletIds: string[], more: object = {}) =>
    root.run('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, ...more })
  await root.run('ACTIVITY_TYPE_EXPORT_WALLET', {
    walletId: gone,
    targetPublicKey: engine.apiKey().publicKey,
  })
  expect(await refusalOf(engine, organizationId, () => remove([kept, gone]))).toBe('DELETE_UNEXPORTED')
  await remove([gone])
  expect((await root.query('list_wallets')).wallets).toMatchObject([{ walletId: kept }])
  await remove([kept], { deleteWithoutExport: true })
})
