import { expect } from 'vitest'
import { story } from '../story.ts'

export const rootQuorumChange = story('a founder shares the root quorum', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const [bob, carol] = [await alice.addsUser('bob'), await alice.addsUser('carol')]
  const quorum = (threshold: number, ...people: { userId: string }[]) => ({
    threshold,
    userIds: people.map(({ userId }) => userId),
  })

  await world.refuses('ROOT_QUORUM_ONLY', () => bob.does('UPDATE_ROOT_QUORUM', quorum(1, bob)))
  // Even a policy that allows everything can't create a root user.
  const everything = await alice.allows(bob)
  await bob.createsWallet('by grant')
  await world.refuses('ROOT_QUORUM_ONLY', () => bob.does('UPDATE_ROOT_QUORUM', quorum(1, bob)))
  await alice.does('DELETE_POLICY', { policyId: everything })

  await world.refuses('THRESHOLD_TOO_HIGH', () => alice.does('UPDATE_ROOT_QUORUM', quorum(3, alice, bob)))
  await world.refuses('THRESHOLD_TOO_LOW', () => alice.does('UPDATE_ROOT_QUORUM', quorum(0, alice)))
  await world.refuses('QUORUM_EMPTY', () => alice.does('UPDATE_ROOT_QUORUM', quorum(1)))
  await world.refuses('QUORUM_USER_NOT_FOUND', () =>
    alice.does('UPDATE_ROOT_QUORUM', quorum(1, alice, { userId: crypto.randomUUID() })),
  )
  await alice.does('UPDATE_ROOT_QUORUM', quorum(2, alice, bob, carol))

  const asked = await alice.asks('CREATE_WALLET', { walletName: 'shared', accounts: [] })
  expect(asked, 'the founder can’t decide alone anymore').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  })
  expect(await bob.rejects(asked), 'carol may still agree').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  })
  expect(await carol.approves(asked), 'two of three is enough').toMatchObject({
    status: 'ACTIVITY_STATUS_COMPLETED',
  })

  const farewell = { userIds: [carol.userId] }
  await world.refuses('QUORUM_MEMBER_DELETION', () => alice.asks('DELETE_USERS', farewell))
  await bob.approves(await alice.asks('UPDATE_ROOT_QUORUM', quorum(2, alice, bob)))
  await bob.approves(await alice.asks('DELETE_USERS', farewell))
  await world.refuses('API_KEY_NOT_FOUND', () => carol.reads('whoami'))
})
