import { WITHHELD } from '@keywright/contract'
import { fingerprintOf, toUtf8, verifyStamp } from '@keywright/keys'
import { ETHEREUM } from '../accounts.ts'
import { assertEqual, assertMatches, assertThat } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const bothMustApprove = scenario('alice and bob must both approve', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })

  const asked = await alice.asks('CREATE_WALLET', { walletName: 'shared', accounts: [ETHEREUM] })
  assertMatches(
    asked,
    { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {} },
    'alice alone can’t create a wallet',
  )
  const { activity } = await bob.reads('get_activity', { activityId: asked.id })
  assertThat(activity.canApprove && activity.canReject, 'it is bob’s turn')

  const done = await bob.approves(asked)
  assertMatches(done, { id: asked.id, status: 'ACTIVITY_STATUS_COMPLETED' }, 'bob’s approval completes it')
  assertEqual((await alice.reads('list_wallets')).wallets.length, 1, 'there is one wallet')

  // Votes are verifiable, but until a stamp expires, only its voter can read it.
  const votes = [asked.votes[0]!, done.votes[1]!]
  assertEqual(fingerprintOf(toUtf8(votes[0]!.message)), done.fingerprint, 'the first vote is the request')
  assertEqual(done.votes[0]!.message, WITHHELD, 'bob can’t read a stamp that he could replay as alice')
  for (const { message, publicKey, signature, scheme } of votes) {
    const isGenuine = await verifyStamp({ publicKey, signature, scheme } as never, toUtf8(message))
    assertThat(isGenuine, 'each vote can be verified outside the engine')
  }

  // The same bytes, stamped by bob, count as his approval.
  const body = alice.writes('CREATE_WALLET', { walletName: 'second', accounts: [] })
  await alice.sends(body)
  assertMatches(
    await bob.sends(body),
    { activity: { status: 'ACTIVITY_STATUS_COMPLETED' } },
    'bob sent the same',
  )
  await world.refuses('ACTIVITY_NOT_FOUND', () =>
    bob.approves({ ...asked, fingerprint: `sha256:${'0'.repeat(64)}` }),
  )
})
