import { expect } from 'vitest'
import { story } from '../story.ts'

export const policyGuardsPolicies = story('only two admins together can change policies', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const [ann, ben, carl] = [
    await owner.addsUser('ann'),
    await owner.addsUser('ben'),
    await owner.addsUser('carl'),
  ]
  const admins = await owner.tags('admins', ann, ben)
  await owner.allows(
    `approvers.filter(a, a.tags.contains('${admins}')).count() >= 2`,
    "activity.resource == 'POLICY'",
  )

  const grant = {
    policyName: 'carl signs',
    effect: 'EFFECT_ALLOW',
    condition: "activity.action == 'SIGN'",
  } as const
  const asked = await ann.asks('CREATE_POLICY_V3', grant as never)
  expect(asked, 'one admin is not enough').toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
  expect(await carl.approves(asked), 'users outside the guard can’t add a policy').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  })
  expect(await ben.approves(asked), 'two admins decide').toMatchObject({
    status: 'ACTIVITY_STATUS_COMPLETED',
  })

  await world.refuses('POLICY_NAME_TAKEN', () => owner.does('CREATE_POLICY_V3', grant as never))
  await world.refuses('POLICY_EXPRESSION_INVALID', () => owner.allows(carl, 'eth.tx.colr == 1'))
  // An admin alone can neither change nor delete the guard.
  const { policies } = await ann.reads('list_policies')
  const guard = policies.find(({ policyName }) => policyName !== 'carl signs')!
  const removal = await ann.asks('DELETE_POLICY', { policyId: guard.policyId })
  expect(removal, 'one admin cannot remove the guard').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  })
  expect(await ben.rejects(removal), 'ben keeps it').toMatchObject({ status: 'ACTIVITY_STATUS_REJECTED' })
})
