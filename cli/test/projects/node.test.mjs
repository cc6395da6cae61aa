import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { startKeywright } from 'keywright/testing'

let kw
before(async () => {
  kw = await startKeywright()
})
afterEach(() => kw.reset())
after(() => kw.close())

it('creates a wallet', async () => {
  await kw.client.createWallet({ walletName: 'treasury', accounts: [] })
  assert.equal((await kw.client.listWallets()).wallets.length, 1)
})

it('starts without wallets', async () => {
  assert.equal((await kw.client.listWallets()).wallets.length, 0)
})
