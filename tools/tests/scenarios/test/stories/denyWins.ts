import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const denyWins = story('a deny overrides every allow, but not the root quorum', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const trader = await owner.addsUser('trader')
  const { walletId, addresses } = await owner.createsWallet('staging', ETHEREUM)
  const [address] = addresses as [string]

  await owner.allows(trader, "activity.action == 'SIGN'")
  await trader.signs(address, 'before the freeze')
  const freeze = await owner.denies('true', `wallet.id == '${walletId}'`)
  const { body } = await world.refuses('DENIED_BY_POLICY', () => trader.signs(address, 'frozen'))
  const outcomes = body.details.flatMap((detail) =>
    'policyEvaluations' in detail ? detail.policyEvaluations : [],
  )
  expect(
    outcomes.map(({ outcome }) => outcome).sort(),
    'the error contains the outcome of each policy',
  ).toEqual(['OUTCOME_ALLOW', 'OUTCOME_DENY_EXPLICIT'])
  await owner.signs(address, 'the owner is not subject to policies')
  await owner.does('DELETE_POLICY', { policyId: freeze })
  await trader.signs(address, 'after the freeze')
})
