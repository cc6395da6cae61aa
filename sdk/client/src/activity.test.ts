import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClient, type TestClient } from '../test/testClient.ts'
import { ApiKeyStamper } from './apiKey/index.ts'
import {
  type Activity,
  ConsensusNeededError,
  type CreateWalletResult,
  isKeywrightError,
  type KeywrightClient,
  type Stamper,
} from './index.ts'

let test: TestClient
let bob: KeywrightClient

const WALLET = { walletName: 'of two', accounts: [] }

/** Bob may create wallets if root also approves. */
beforeEach(async () => {
  test = await createTestClient('activity')
  const { engine, rootUserId } = test
  const apiKey = engine.apiKey()
  const { userIds } = await test.client.createUsers({
    users: [
      {
        userName: 'bob',
        apiKeys: [{ apiKeyName: 'bob', publicKey: apiKey.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  await test.client.createPolicy({
    policyName: 'two',
    effect: 'EFFECT_ALLOW',
    condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
    consensus: `approvers.any(a, a.id == '${userIds[0]}') && approvers.any(a, a.id == '${rootUserId}')`,
  })
  bob = test.another(
    {},
    new ApiKeyStamper({ apiPublicKey: apiKey.publicKey, apiPrivateKey: apiKey.privateKey }),
  )
  test.sent.length = 0
})

async function consensusNeeded(work: Promise<unknown>): Promise<ConsensusNeededError> {
  const error = await work.catch((caught: unknown) => caught)
  if (!(error instanceof ConsensusNeededError)) throw error
  return error
}

describe('consensus', () => {
  it('is a separate outcome that says what to do next', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    expect(error).toMatchObject({
      code: 'CONSENSUS_NEEDED',
      activity: { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', id: error.activityId },
      fingerprint: expect.stringMatching(/^sha256:/),
      help: expect.stringContaining('do not submit again'),
    })
    expect(test.sent).toHaveLength(1)
    expect(test.waits).toEqual([])
  })

  it('resumes the same activity after others have approved', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    const { activity } = await test.client.approveActivity({ fingerprint: error.fingerprint })
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
    const result = await error.resume()
    expect(result).toMatchObject({ walletId: expect.any(String), activity: { id: error.activityId } })
    const again = await bob.waitForActivity<CreateWalletResult>(error.activityId)
    expect(again.walletId).toBe(result['walletId'])
    expect((await bob.listWallets()).wallets).toHaveLength(1)
  })

  it('waits for later votes without submitting again', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    let looks = 0
    const watching = test.another({}, undefined, async (request, next) => {
      if (request.url.endsWith('get_activity') && ++looks === 3) {
        await test.client.approveActivity({ fingerprint: error.fingerprint })
      }
      return next()
    })
    const { walletId } = await watching.waitForActivity<CreateWalletResult>(error.activity)
    expect(walletId).toEqual(expect.any(String))
    expect(test.waits).toEqual([500, 750])
  })

  it('throws the same error when the time is up', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    expect(await consensusNeeded(error.resume({ timeout: 2000 }))).toMatchObject({
      activityId: error.activityId,
    })
    expect(test.waits.reduce((sum, wait) => sum + wait, 0)).toBe(2000)
  })

  it('ends with a rejection', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    await test.client.rejectActivity({ fingerprint: error.fingerprint })
    await expect(error.resume()).rejects.toMatchObject({
      code: 'ACTIVITY_REJECTED',
      activityId: error.activityId,
    })
  })

  it('can end in a failure', async () => {
    const error = await consensusNeeded(bob.createWallet(WALLET))
    const second = await consensusNeeded(bob.createWallet(WALLET))
    expect(second.fingerprint).not.toBe(error.fingerprint)
    await test.client.approveActivity({ fingerprint: error.fingerprint })
    await test.client.approveActivity({ fingerprint: second.fingerprint })
    const failed: unknown = await second.resume().catch((caught: unknown) => caught)
    if (!isKeywrightError(failed, 'ACTIVITY_FAILED')) throw failed
    expect(failed).toMatchObject({ errorCode: 'NAME_TAKEN', failure: { code: 6 } })
    expect(failed.message).toContain('wallet name `of two` is taken')
  })
})

describe('a slow activity', () => {
  /** Responds like a server with a queue: the activity exists but stays unfinished for a while. */
  function slowly(looks: number, stamper?: Stamper, config = {}): KeywrightClient {
    return test.another(config, stamper, async (_request, next) => {
      const answer = (await (await next()).json()) as { activity: Activity }
      if (looks-- > 0) Object.assign(answer.activity, { status: 'ACTIVITY_STATUS_PENDING', result: {} })
      return Response.json(answer)
    })
  }

  it('is polled with growing intervals', async () => {
    const { walletId } = await slowly(4).createWallet(WALLET)
    expect(walletId).toEqual(expect.any(String))
    expect(test.waits).toEqual([500, 750, 1125, 1687.5])
    expect(test.sent.filter((body) => body.includes('walletName'))).toHaveLength(1)
  })

  it('is not polled when each poll would prompt the user', async () => {
    const { stamper } = test
    let stamps = 0
    const interactive: Stamper = {
      isInteractive: true,
      stamp(payload) {
        stamps++
        return stamper.stamp(payload)
      },
    }
    await expect(slowly(1, interactive).createWallet(WALLET)).rejects.toMatchObject({
      code: 'ACTIVITY_PENDING',
    })
    expect(stamps).toBe(1)
    const other = { ...WALLET, walletName: 'other' }
    await slowly(2, interactive, { readStamper: stamper }).createWallet(other)
    expect(stamps).toBe(2)
  })

  it('is in the error when the time is up', async () => {
    const error: unknown = await slowly(100)
      .createWallet(WALLET, { timeout: 3000 })
      .catch((caught: unknown) => caught)
    if (!isKeywrightError(error, 'ACTIVITY_PENDING')) throw error
    expect(await test.client.waitForActivity(error.activityId)).toMatchObject({
      walletId: expect.any(String),
    })
  })

  it('is in the error when the network fails', async () => {
    let calls = 0
    const slow = slowly(1)
    const client = test.another({ retries: 0 }, undefined, (request) => {
      if (calls++ > 0) throw new TypeError('fetch failed')
      return slow.fetch(request)
    })
    await expect(client.createWallet(WALLET)).rejects.toMatchObject({
      code: 'ACTIVITY_PENDING',
      cause: { code: 'UNREACHABLE' },
    })
  })

  it('is in the error when the caller aborts', async () => {
    const controller = new AbortController()
    const client = slowly(100, undefined, {
      sleep: async (_milliseconds: number, signal?: AbortSignal) => {
        controller.abort()
        signal?.throwIfAborted()
      },
    })
    await expect(client.createWallet(WALLET, { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
      activityId: expect.any(String),
    })
  })
})

it('reports a secret whose only response was lost', async () => {
  const lost = await test.client.stampCreateReadOnlySession({})
  await test.client.send(lost)
  const again = (await test.client.send(lost)) as { activity: Activity }
  expect(again.activity.withheld).toEqual(['session'])
  await expect(test.client.waitForActivity(again.activity)).rejects.toMatchObject({
    code: 'RESULT_WITHHELD',
    message: 'the server returned `session` once, and that response was lost',
    activityId: again.activity.id,
  })
})
