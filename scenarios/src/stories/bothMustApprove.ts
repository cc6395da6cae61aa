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
    'alice alone gets no wallet',
  )
  const { activity } = await bob.reads('get_activity', { activityId: asked.id })
  assertThat(activity.canApprove && activity.canReject, 'it is bob’s turn')

  const done = await bob.approves(asked)
  assertMatches(done, { id: asked.id, status: 'ACTIVITY_STATUS_COMPLETED' }, 'bob’s approval completes it')
  assertEqual((await alice.reads('list_wallets')).wallets.length, 1, 'there is one wallet')

  // Anyone with the votes can check who approved what; until the stamps are too old, each voter alone has their own.
  const votes = [asked.votes[0]!, done.votes[1]!]
  assertEqual(fingerprintOf(toUtf8(votes[0]!.message)), done.fingerprint, 'the first vote is the request')
  assertEqual(done.votes[0]!.message, WITHHELD, 'bob sees no bytes that he could post as alice')
  for (const { message, publicKey, signature, scheme } of votes) {
    const isGenuine = await verifyStamp({ publicKey, signature, scheme } as never, toUtf8(message))
    assertThat(isGenuine, 'each vote verifies outside of the engine')
  }

  // The same bytes, stamped by bob, are his approval as well.
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
