import { startKeywright } from 'keywright/testing'

it('creates a wallet, and starts over', async () => {
  const kw = await startKeywright()
  await kw.client.createWallet({ walletName: 'treasury', accounts: [] })
  expect((await kw.client.listWallets()).wallets).toHaveLength(1)
  await kw.reset()
  expect((await kw.client.listWallets()).wallets).toHaveLength(0)
  await kw.close()
})
