import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { startKeywright } from 'keywright/testing'

let kw
beforeAll(async () => {
  kw = await startKeywright()
})
afterEach(() => kw.reset())
afterAll(() => kw.close())

it('creates a wallet', async () => {
  await kw.client.createWallet({ walletName: 'treasury', accounts: [] })
  expect((await kw.client.listWallets()).wallets).toHaveLength(1)
})

it('starts without wallets', async () => {
  expect((await kw.client.listWallets()).wallets).toHaveLength(0)
})
