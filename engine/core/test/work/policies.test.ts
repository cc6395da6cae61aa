/** Long policies are checked and compiled in pieces, so that other requests don't wait. */
import { expect, it } from 'vitest'
import { addUser, createTestEngine } from '../support/index.ts'

it('pauses after each long policy of a request, and of a decision', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const engine = createTestEngine('long policies', { pause })
  const { root } = await engine.organization()
  const { client } = await addUser(engine, root, 'bob')
  const pausesIn = async (task: () => Promise<unknown>) => {
    pauses = 0
    await task().catch(() => undefined)
    return pauses
  }
  const condition = Array(700).fill("wallet.id == 'w'").join(' || ')
  const policies = Array.from({ length: 10 }, (_, n) => ({
    policyName: `long ${n}`,
    effect: 'EFFECT_ALLOW' as const,
    condition,
  }))
  const create = (as: typeof root) => () => as.run('ACTIVITY_TYPE_CREATE_POLICIES', { policies })
  const consensus = Array(600).fill("approvers.any(a, a.id == 'b')").join(' || ')
  const time = Array(400).fill("CronSpan('* * * * *', '1m', 'UTC')").join(' || ')
  const createOne = () =>
    root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'three expressions',
      effect: 'EFFECT_DENY',
      condition,
      consensus: consensus.slice(0, 15_000).replace(/ \|\| [^|]*$/, ''),
      time,
    })
  const sign = (walletName: string) => () =>
    client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  expect(await pausesIn(create(client)), 'a request without a grant').toBeGreaterThanOrEqual(10)
  expect(await pausesIn(create(root))).toBeGreaterThanOrEqual(10)
  expect(await pausesIn(createOne)).toBeGreaterThanOrEqual(3)
  const first = await pausesIn(sign('first'))
  expect(first).toBeGreaterThanOrEqual(10 + 3)
  expect(await pausesIn(sign('second')), 'compiled once').toBeLessThan(first)
})
