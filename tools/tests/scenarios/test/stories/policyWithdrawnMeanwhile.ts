import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { rawPayload } from '../person.ts'
import { story } from '../story.ts'

export const policyWithdrawnMeanwhile = story('a grant is withdrawn while a request waits', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const [ann, ben, bot] = [
    await owner.addsUser('ann'),
    await owner.addsUser('ben'),
    await owner.addsUser('bot'),
  ]
  const { walletId, addresses } = await owner.createsWallet('treasury', ETHEREUM)
  const [address] = addresses as [string]
  const policyId = await owner.allows('approvers.count() >= 2', `wallet.id == '${walletId}'`)
  const asked = await ann.asks('SIGN_RAW_PAYLOAD_V2', rawPayload(address, 'pay'))

  // A vote that would trigger a deny is rejected, and the request keeps waiting.
  await owner.denies(bot, "activity.action == 'SIGN'")
  await world.refuses('DENIED_BY_POLICY', () => bot.approves(asked))
  await owner.does('DELETE_POLICY', { policyId })
  await world.refuses('NOT_PERMITTED_BY_POLICY', () => ben.approves(asked))
  const { activity } = await ann.reads('get_activity', { activityId: asked.id })
  expect(activity, 'the vote is not recorded').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    votes: [{}],
  })
  expect(await owner.approves(asked), 'the owner still may').toMatchObject({
    status: 'ACTIVITY_STATUS_COMPLETED',
  })
})
