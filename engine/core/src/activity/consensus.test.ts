import { beforeEach, describe, expect, it } from 'vitest'
import {
  apiKeyStamper,
  type Client,
  createTargetKey,
  createTestEngine,
  type TestEngine,
} from '../../test/support/index.ts'

let engine: TestEngine
let alice: Client
let bob: Client
let organizationId: string

/** Alice and bob must both approve. `votes.test.ts` has rejections, other users, and changes before the last vote. */
beforeEach(async () => {
  engine = createTestEngine()
  const keys = [engine.apiKey(), engine.apiKey()]
  const rootUsers = ['alice', 'bob'].map((userName, n) => ({
    userName,
    apiKeys: [{ apiKeyName: 'key', publicKey: keys[n]!.publicKey }],
  }))
  ;({ organizationId } = await engine.createOrganization({
    organizationName: 'Two',
    rootUsers,
    rootQuorumThreshold: 2,
  }))
  ;[alice, bob] = keys.map((key) => engine.client(organizationId, apiKeyStamper(key))) as [Client, Client]
})

const WALLET: ['ACTIVITY_TYPE_CREATE_WALLET', { walletName: string; accounts: [] }] = [
  'ACTIVITY_TYPE_CREATE_WALLET',
  { walletName: 'shared', accounts: [] },
]

describe('consensus', () => {
  it('counts the same body from another user as an approval, and ignores it from the same user', async () => {
    const posted = alice.compose(...WALLET)
    const answer = async (client: Client) =>
      ((await (await client.post(posted)).json()) as { activity: { status: string; votes: unknown[] } })
        .activity
    expect(await answer(alice)).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    expect((await answer(alice)).votes).toHaveLength(1)
    expect(await answer(bob)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    expect(await answer(bob)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    expect((await alice.query('list_wallets')).wallets).toHaveLength(1)
  })

  it('ignores the votes of users who count in no consensus', async () => {
    const key = engine.apiKey()
    const opened = await alice.submit('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: [
        {
          userName: 'carol',
          apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey }],
          authenticators: [],
          userTags: [],
        },
      ],
    })
    await bob.approve(opened.fingerprint)
    const carol = engine.client(organizationId, apiKeyStamper(key))
    const { fingerprint } = await alice.submit(...WALLET)
    const seenBy = async ({ query }: Client) => {
      const { activities } = await query('list_activities')
      const listed = activities.find((activity) => activity.fingerprint === fingerprint)!
      const { activity } = await query('get_activity', { activityId: listed.id })
      return [listed, activity].map(({ canApprove, canReject }) => ({ canApprove, canReject }))
    }
    const no = { canApprove: false, canReject: false }
    const yes = { canApprove: true, canReject: true }
    for (const vote of [carol.approve, carol.reject])
      expect(await vote(fingerprint)).toMatchObject({ votes: [{}], ...no })
    expect(await seenBy(carol)).toEqual([no, no])
    expect(await seenBy(alice)).toEqual([no, no])
    expect(await seenBy(bob)).toEqual([yes, yes])
    const carolId = (await carol.query('whoami')).userId
    for (const [effect, consensus, expected] of [
      ['EFFECT_DENY', `approvers.any(user, user.id == '${carolId}')`, no],
      ['EFFECT_ALLOW', `approvers.any(user, user.id == '${organizationId}')`, no],
      ['EFFECT_ALLOW', `approvers.any(user, user.id == '${carolId}')`, yes],
    ] as const) {
      const policy = {
        policyName: expected === yes ? 'counts' : consensus.slice(-60) + effect,
        effect,
        consensus,
      }
      const created = await alice.submit('ACTIVITY_TYPE_CREATE_POLICY_V3', { ...policy, notes: '' })
      await bob.approve(created.fingerprint)
      expect(await seenBy(carol)).toEqual([expected, expected])
    }
    expect(await bob.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
  })

  it('fails and rolls back if the name was taken before the approval', async () => {
    const first = await alice.submit(...WALLET)
    engine.clock.advance({ seconds: 1 })
    const second = await bob.submit(...WALLET)
    await bob.approve(first.fingerprint)
    const failed = await alice.approve(second.fingerprint)
    expect(failed).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 6 } })
    expect((await alice.query('list_wallets')).wallets).toHaveLength(1)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it('rejects an invalid request before it waits for approvals', async () => {
    const head = await engine.verifyJournal(organizationId)
    const attempt = alice.submit('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 3, userIds: ['unknown'] })
    await expect(attempt).rejects.toMatchObject({ errorCode: 'QUORUM_USER_NOT_FOUND' })
    expect(await engine.verifyJournal(organizationId)).toEqual(head)
  })

  it('also decides for the parent what its users start in a sub-organization', async () => {
    const key = engine.apiKey()
    const opened = await alice.submit('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4', {
      subOrganizationName: 'of dora',
      rootUsers: [
        {
          userName: 'dora',
          userEmail: 'dora@example.com',
          apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey }],
          authenticators: [],
        },
      ],
      rootQuorumThreshold: 1,
    })
    expect((await alice.query('list_suborgs')).organizationIds).toEqual([])
    await bob.approve(opened.fingerprint)
    const [child] = (await alice.query('list_suborgs')).organizationIds as [string]
    const asked = await alice.about(child).submit('ACTIVITY_TYPE_EMAIL_AUTH', {
      email: 'dora@example.com',
      targetPublicKey: createTargetKey(engine.random).targetPublicKey,
    })
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    // The parent decides without a vote of the user.
    const dora = engine.client(child, apiKeyStamper(key))
    await expect(dora.approve(asked.fingerprint)).rejects.toMatchObject({
      errorCode: 'ORGANIZATION_MISMATCH',
    })
    await engine.idle()
    expect(engine.mails).toEqual([])
    expect((await bob.about(child).approve(asked.fingerprint)).status).toBe('ACTIVITY_STATUS_COMPLETED')
    await engine.idle()
    expect(engine.mails).toMatchObject([{ to: 'dora@example.com' }])
  })

  it('lists activities newest first, by status and type, with cursors', async () => {
    const asked = []
    for (let n = 0; n < 5; n++) {
      engine.clock.advance({ seconds: 1 })
      asked.push(await alice.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `w${n}`, accounts: [] }))
    }
    await bob.reject(asked[2]!.fingerprint)
    const ids = async (filters: Parameters<typeof alice.query<'list_activities'>>[1]) =>
      (await alice.query('list_activities', filters)).activities.map((activity) => activity.id)
    const newest = asked.map((activity) => activity.id).reverse()
    const types = { filterByType: ['ACTIVITY_TYPE_CREATE_WALLET' as const] }
    expect(await ids(types)).toEqual(newest)
    expect(await ids({ ...types, paginationOptions: { limit: '2' } })).toEqual(newest.slice(0, 2))
    expect(await ids({ ...types, paginationOptions: { limit: '2', after: newest[1]! } })).toEqual(
      newest.slice(2, 4),
    )
    expect(await ids({ ...types, paginationOptions: { limit: '2', before: newest[3]! } })).toEqual(
      newest.slice(1, 3),
    )
    expect(await ids({ filterByStatus: ['ACTIVITY_STATUS_REJECTED'] })).toEqual([newest[2]])
    expect(await ids({ ...types, filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] })).toEqual(
      newest.filter((id) => id !== newest[2]),
    )
    expect(await ids({ filterByStatus: ['ACTIVITY_STATUS_COMPLETED'] })).toEqual([])
  })
})
