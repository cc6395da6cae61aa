import { WITHHELD } from '@keywright/contract'
import { fingerprintOf, toUtf8, verifyStamp } from '@keywright/keys'
import { assert, expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const bothMustApprove = story('alice and bob must both approve', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })

  const asked = await alice.asks('CREATE_WALLET', { walletName: 'shared', accounts: [ETHEREUM] })
  expect(asked, 'alice alone can’t create a wallet').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    result: {},
  })
  const { activity } = await bob.reads('get_activity', { activityId: asked.id })
  assert(activity.canApprove && activity.canReject, 'it is bob’s turn')

  const done = await bob.approves(asked)
  expect(done, 'bob’s approval completes it').toMatchObject({
    id: asked.id,
    status: 'ACTIVITY_STATUS_COMPLETED',
  })
  expect((await alice.reads('list_wallets')).wallets.length, 'there is one wallet').toEqual(1)

  // Votes are verifiable, but until a stamp expires, only its voter can read it.
  const votes = [asked.votes[0]!, done.votes[1]!]
  expect(fingerprintOf(toUtf8(votes[0]!.message)), 'the first vote is the request').toEqual(done.fingerprint)
  expect(done.votes[0]!.message, 'bob can’t read a stamp that he could replay as alice').toEqual(WITHHELD)
  for (const { message, publicKey, signature, scheme } of votes) {
    const isGenuine = await verifyStamp({ publicKey, signature, scheme } as never, toUtf8(message))
    assert(isGenuine, 'each vote can be verified outside the engine')
  }

  // The same bytes, stamped by bob, count as his approval.
  const body = alice.writes('CREATE_WALLET', { walletName: 'second', accounts: [] })
  await alice.sends(body)
  expect(await bob.sends(body), 'bob sent the same').toMatchObject({
    activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
  })
  await world.refuses('ACTIVITY_NOT_FOUND', () =>
    bob.approves({ ...asked, fingerprint: `sha256:${'0'.repeat(64)}` }),
  )
})
