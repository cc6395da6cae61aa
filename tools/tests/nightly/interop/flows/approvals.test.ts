/** Policies, votes of several users, and what a refusal looks like to a client. */
import { dev, withTestDev } from '@keywright/server/test/shared'
import { TurnkeyActivityError as NewActivityError } from 'http-new'
import { TurnkeyActivityError as OldActivityError } from 'http-old'
import { describe, expect, it } from 'vitest'
import { AGES, type Answer, sdks, serverSdkClient } from '../support/sdks.ts'
import { publicApiKeyStamper } from '../support/stampers.ts'

withTestDev()

const activityErrors = { old: OldActivityError, new: NewActivityError }

describe.each(AGES)('%s', (age) => {
  const { crypto, RequestError, HttpClient, createActivityPoller } = sdks[age]
  const root = () => serverSdkClient(age, dev.server)

  async function newUser(userName: string) {
    const apiKey = crypto.generateP256KeyPair()
    const { publicKey } = apiKey
    const { userIds } = await root().createUsers!({
      users: [
        {
          userName: `${userName} ${publicKey.slice(-6)}`,
          apiKeys: [
            { apiKeyName: 'own', publicKey, ...(age === 'new' && { curveType: 'API_KEY_CURVE_P256' }) },
          ],
          authenticators: [],
          userTags: [],
          ...(age === 'new' && { oauthProviders: [] }),
        },
      ],
    })
    return { userId: userIds[0] as string, client: serverSdkClient(age, dev.server, { apiKey }), apiKey }
  }

  /** Two users who must both approve a wallet. */
  async function newPair(walletName: string) {
    const [first, second] = [await newUser('first'), await newUser('second')]
    const { policyId } = await root().createPolicy!({
      policyName: `${walletName} ${age}`,
      effect: 'EFFECT_ALLOW',
      condition: `activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'`,
      consensus: [first, second]
        .map(({ userId }) => `approvers.any(user, user.id == '${userId}')`)
        .join(' && '),
      notes: 'both',
    })
    return { first, second, policyId }
  }

  it('approve: the second vote completes the activity', async () => {
    const { first, second, policyId } = await newPair('together')
    const { activity } = await first.client.createWallet!({ walletName: `together ${age}`, accounts: [] })
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {} })
    const { activity: seen } = await second.client.getActivity!({ activityId: activity.id })
    expect(seen).toMatchObject({ canApprove: true, canReject: true })
    const approved = await second.client.approveActivity!({ fingerprint: activity.fingerprint })
    expect(approved.activity).toMatchObject({ id: activity.id, status: 'ACTIVITY_STATUS_COMPLETED' })
    const { walletId } = approved.activity.result.createWalletResult
    expect(await root().getWallet!({ walletId })).toMatchObject({ wallet: { walletName: `together ${age}` } })
    await root().deletePolicy!({ policyId })
  })

  it('reject: the activity never runs', async () => {
    const { first, second, policyId } = await newPair('apart')
    const { activity } = await first.client.createWallet!({ walletName: `apart ${age}`, accounts: [] })
    const { fingerprint } = activity
    const { activity: rejected } = await second.client.rejectActivity!({ fingerprint })
    expect(rejected.votes.map(({ selection }: { selection: string }) => selection)).toEqual([
      'VOTE_SELECTION_APPROVED',
      'VOTE_SELECTION_REJECTED',
    ])
    expect(rejected.status).toBe('ACTIVITY_STATUS_REJECTED')
    await root().deletePolicy!({ policyId })
  })

  it("the HTTP client's poller stops at an activity that waits for votes", async () => {
    const { first, policyId } = await newPair('polled')
    const stamper = publicApiKeyStamper(first.apiKey, age)
    const http = new HttpClient({ baseUrl: dev.server.url }, stamper) as Answer
    const poll = createActivityPoller({ client: http, requestFn: http.createWallet, refreshIntervalMs: 5 })
    const asked = poll({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(Date.now()),
      organizationId: dev.server.organizationId,
      parameters: { walletName: `polled ${age}`, accounts: [] },
    })
    const error = await asked.catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(activityErrors[age])
    expect(error).toMatchObject({ activityStatus: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    await root().deletePolicy!({ policyId })
  })

  it('a denial by policy includes the evaluations', async () => {
    const { client } = await newUser('unprivileged')
    const error = await refusalOf(client.createUserTag!({ userTagName: 'never', userIds: [] }))
    expect(error).toMatchObject({ code: 7 })
    expect(error.details).toContainEqual(
      expect.objectContaining({ '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError' }),
    )
  })

  it('an invalid field is named', async () => {
    const error = await refusalOf(root().createWallet!({ walletName: 7, accounts: [] }))
    expect(error).toMatchObject({ code: 3 })
    const { fieldViolations } = error.details!.find((detail: Answer) => 'fieldViolations' in detail) as Answer
    expect(fieldViolations).toMatchObject([{ field: 'walletName' }])
    expect(error.message).toMatch(/error 3: .*\(Details: \[/)
    expect(error.details).toContainEqual(expect.objectContaining({ errorCode: 'MEMBER_TYPE' }))
  })

  it('a field of another version is rejected and named', async () => {
    const wallet = { walletName: 'never', accounts: [], color: 'red' }
    const error = await refusalOf(root().createWallet!(wallet))
    expect(error).toMatchObject({ code: 3, message: expect.stringContaining('unknown member `color`') })
  })

  it('an unknown key, object and organization have different codes', async () => {
    const stranger = serverSdkClient(age, dev.server, { apiKey: crypto.generateP256KeyPair() })
    expect(await refusalOf(stranger.getWhoami!())).toMatchObject({ code: 16 })
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await refusalOf(root().getWallet!({ walletId: id }))).toMatchObject({ code: 5 })
    expect(await refusalOf(root().getWhoami!({ organizationId: id }))).toMatchObject({ code: 5 })
  })

  async function refusalOf(asked: Promise<unknown>) {
    const error = await asked.then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    // The server SDK of December throws its own error class, but exports the one of its HTTP client.
    expect((error as Error).name).toBe('TurnkeyRequestError')
    expect(error instanceof RequestError).toBe(age === 'new')
    return error as InstanceType<typeof RequestError>
  }
})
