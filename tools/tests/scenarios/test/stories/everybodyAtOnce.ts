import { expect } from 'vitest'
import { story } from '../story.ts'

export const everybodyAtOnce = story('concurrent requests are each executed once', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'] })
  const body = alice.writes('CREATE_WALLET', { walletName: 'one', accounts: [] })
  const answers = await Promise.all(Array.from({ length: 10 }, () => alice.sends(body)))
  const ids = new Set(answers.map((answer) => (answer['activity'] as { id: string }).id))
  expect(ids.size, 'the same bytes sent ten times are one activity').toEqual(1)

  const names = Array.from({ length: 10 }, (_, n) => `wallet ${n}`)
  await Promise.all(names.map((name, n) => (n % 2 ? alice : bob).createsWallet(name)))
  const { wallets } = await alice.reads('list_wallets')
  expect(wallets.map(({ walletName }) => walletName).sort(), 'none is lost').toEqual(['one', ...names].sort())

  const rivals = await Promise.allSettled([alice.createsWallet('the last'), bob.createsWallet('the last')])
  expect(rivals.map(({ status }) => status).sort(), 'only one wallet has the name').toMatchObject([
    'fulfilled',
    'rejected',
  ])
  await world.refuses('NAME_TAKEN', () => alice.createsWallet('the last'))
})
