import { assertEqual, assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const everybodyAtOnce = scenario('concurrent requests are each executed once', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'] })
  const body = alice.writes('CREATE_WALLET', { walletName: 'one', accounts: [] })
  const answers = await Promise.all(Array.from({ length: 10 }, () => alice.sends(body)))
  const ids = new Set(answers.map((answer) => (answer['activity'] as { id: string }).id))
  assertEqual(ids.size, 1, 'the same bytes sent ten times are one activity')

  const names = Array.from({ length: 10 }, (_, n) => `wallet ${n}`)
  await Promise.all(names.map((name, n) => (n % 2 ? alice : bob).createsWallet(name)))
  const { wallets } = await alice.reads('list_wallets')
  assertEqual(wallets.map(({ walletName }) => walletName).sort(), ['one', ...names].sort(), 'none is lost')

  const rivals = await Promise.allSettled([alice.createsWallet('the last'), bob.createsWallet('the last')])
  assertMatches(
    rivals.map(({ status }) => status).sort(),
    ['fulfilled', 'rejected'],
    'only one wallet has the name',
  )
  await world.refuses('NAME_TAKEN', () => alice.createsWallet('the last'))
})
