import { WITHHELD } from '@keywright/contract'
import { fingerprintOf, toUtf8 } from '@keywright/keys'
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
let carol: Client
let organizationId: string

/** Alice and bob must both approve; carol is a plain user. */
beforeEach(async () => {
  engine = createTestEngine()
  const keys = [engine.apiKey(), engine.apiKey(), engine.apiKey()]
  const rootUsers = ['alice', 'bob'].map((userName, n) => ({
    userName,
    apiKeys: [{ apiKeyName: 'key', publicKey: keys[n]!.publicKey }],
  }))
  ;({ organizationId } = await engine.createOrganization({
    organizationName: 'Two',
    rootUsers,
    rootQuorumThreshold: 2,
  }))
  ;[alice, bob, carol] = keys.map((key) => engine.client(organizationId, apiKeyStamper(key))) as [
    Client,
    Client,
    Client,
  ]
  const { fingerprint } = await alice.submit('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName: 'carol',
        apiKeys: [{ apiKeyName: 'key', publicKey: keys[2]!.publicKey }],
        authenticators: [],
        userTags: [],
      },
    ],
  })
  await bob.approve(fingerprint)
})

const WALLET: ['ACTIVITY_TYPE_CREATE_WALLET', { walletName: string; accounts: [] }] = [
  'ACTIVITY_TYPE_CREATE_WALLET',
  { walletName: 'shared', accounts: [] },
]

describe('consensus', () => {
  it('waits for the second root user, then executes', async () => {
    const asked = await alice.submit(...WALLET)
    expect(asked).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {}, canApprove: false })
    const { activity } = await bob.query('get_activity', { activityId: asked.id })
    expect(activity).toMatchObject({ canApprove: true, canReject: true })
    const done = await bob.approve(asked.fingerprint)
    expect(done).toMatchObject({ id: asked.id, status: 'ACTIVITY_STATUS_COMPLETED' })
    expect(done.votes.map((vote) => vote.selection)).toEqual([
      'VOTE_SELECTION_APPROVED',
      'VOTE_SELECTION_APPROVED',
    ])
    // While a vote could be replayed, its body is shown only to the key that stamped it.
    expect(done.votes.map(({ message }) => message === WITHHELD)).toEqual([true, false])
    expect(fingerprintOf(toUtf8(asked.votes[0]!.message))).toBe(done.fingerprint)
    expect((await alice.query('list_wallets')).wallets).toHaveLength(1)
  })

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

  it('is rejected once too few members are left to approve', async () => {
    const { fingerprint } = await alice.submit(...WALLET)
    expect(await bob.reject(fingerprint)).toMatchObject({
      status: 'ACTIVITY_STATUS_REJECTED',
      canReject: false,
    })
    expect(await bob.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_REJECTED' })
  })

  it('ignores votes of users who cannot decide', async () => {
    const { fingerprint } = await alice.submit(...WALLET)
    expect(await carol.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    const other = await alice.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'other', accounts: [] })
    expect(await carol.reject(other.fingerprint)).toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    })
  })

  it('is not rejected by one of three members after an approval has expired', async () => {
    const { userId } = await carol.query('whoami')
    const { configs } = await alice.query('get_organization_configs')
    const userIds = [...configs.quorum!.userIds!, userId]
    const quorum = await alice.submit('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds })
    await bob.approve(quorum.fingerprint)
    const { fingerprint } = await alice.submit(...WALLET)
    engine.clock.advance({ hours: 24, seconds: 1 })
    expect(await bob.reject(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    await carol.approve(fingerprint)
    expect(await alice.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
  })

  it('is rejected by members whose own approvals have expired', async () => {
    const { fingerprint } = await alice.submit(...WALLET)
    engine.clock.advance({ hours: 24, seconds: 1 })
    expect(await bob.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    engine.clock.advance({ hours: 24, seconds: 1 })
    expect(await alice.reject(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_REJECTED' })
  })

  describe('a rejection by a user who cannot decide', () => {
    const rejectedByCarol = async (fingerprint: string) => {
      expect(await carol.reject(fingerprint)).toMatchObject({
        status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
        votes: [{ selection: 'VOTE_SELECTION_APPROVED' }],
      })
    }

    it('does not end an activity whose approvals have expired', async () => {
      const { userId } = await alice.query('whoami')
      const wallet = await alice.submit(...WALLET)
      const quorum = await alice.submit('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', {
        threshold: 1,
        userIds: [userId],
      })
      engine.clock.advance({ hours: 24, seconds: 1 })
      await rejectedByCarol(wallet.fingerprint)
      await rejectedByCarol(quorum.fingerprint)
    })

    it('does not end an activity that cannot be executed at the moment', async () => {
      const { userId } = await carol.query('whoami')
      const policy = await alice.submit('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'two others',
        effect: 'EFFECT_ALLOW',
        condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
        consensus: `approvers.filter(a, a.id != '${userId}').count() == 2`,
      })
      await bob.approve(policy.fingerprint)
      const first = await alice.submit(...WALLET)
      engine.clock.advance({ seconds: 1 })
      const second = await carol.submit(...WALLET)
      await bob.approve(first.fingerprint)
      engine.clock.advance({ hours: 24, seconds: 1 })
      await rejectedByCarol(second.fingerprint)
    })
  })

  it('expires approvals after a day', async () => {
    const { fingerprint } = await alice.submit(...WALLET)
    engine.clock.advance({ hours: 24, seconds: 1 })
    expect(await bob.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    expect(await alice.approve(fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
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

  it('reserves root activities for the root quorum, and denies everything else without a grant', async () => {
    const { userId } = await carol.query('whoami')
    const quorum = carol.submit('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [userId] })
    await expect(quorum).rejects.toMatchObject({ status: 403, errorCode: 'ROOT_QUORUM_ONLY' })
    await expect(carol.submit(...WALLET)).rejects.toMatchObject({ status: 403 })
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

  it('returns 404 for an unknown fingerprint', async () => {
    await expect(bob.approve(`sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({
      status: 404,
      errorCode: 'ACTIVITY_NOT_FOUND',
    })
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
    expect(await ids({ filterByStatus: ['ACTIVITY_STATUS_COMPLETED'] })).toHaveLength(1)
  })
})
