import { errorWords } from '@keywright/contract/reference'
import { fakeClock } from '@keywright/engine/test'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BASE_URL, createTestClient, type TestClient } from '../test/testClient.ts'
import { type ClockSkewError, isKeywrightError, type KeywrightClient, KeywrightError } from './index.ts'

let test: TestClient
beforeEach(async () => {
  test = await createTestClient()
})

async function errorOf(work: Promise<unknown>): Promise<KeywrightError> {
  const error = await work.then(
    (answer) => new Error(`not rejected, returned ${JSON.stringify(answer)}`),
    (caught: unknown) => caught,
  )
  if (!(error instanceof KeywrightError)) throw error
  return error
}

/** A client whose first attempts don't reach the engine. */
function failingFirst(...answers: ((next: () => Promise<Response>) => Promise<Response>)[]): KeywrightClient {
  return test.another({}, undefined, async (_request, next) => (answers.shift() ?? ((go) => go()))(next))
}

const WALLET = { walletName: 'treasury', accounts: [] }
const gateway =
  (status: number, headers = {}) =>
  async () =>
    new Response('<html>', { status, headers })
const noNetwork = async () => {
  throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
}

/** A transport without a response for that long. Only simulated time passes, however busy the machine is. */
function takingLong(milliseconds: number): () => Promise<Response> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => {
    vi.advanceTimersByTime(milliseconds)
    return new Promise(() => {})
  }
}

describe('retries', () => {
  it.each([
    ['no network', noNetwork],
    ['502', gateway(502)],
    ['503', gateway(503)],
    ['504', gateway(504)],
  ])('resends the same bytes after %s', async (_, failure) => {
    await failingFirst(failure).createWallet(WALLET)
    expect(test.waits).toHaveLength(1)
    expect(test.sent).toHaveLength(2)
    expect(new Set(test.sent).size).toBe(1)
  })

  it.each([
    ['2', 2000],
    ['Thu, 02 Jan 2025 03:04:15 GMT', 10_000],
  ])('waits as long as 429 demands: %s', async (time, milliseconds) => {
    const body = { code: 8, message: 'too many requests', details: [] }
    const limited = async () => Response.json(body, { status: 429, headers: { 'retry-after': time } })
    await failingFirst(limited).createWallet(WALLET)
    expect(test.waits).toEqual([milliseconds])
    expect(new Set(test.sent).size).toBe(1)
  })

  it('creates one activity even if the first response is lost', async () => {
    const client = failingFirst(async (next) => {
      await next()
      return noNetwork()
    })
    const { walletId } = await client.createWallet(WALLET)
    const { wallets } = await client.listWallets()
    expect(wallets.map((wallet) => wallet.walletId)).toEqual([walletId])
    const { activities } = await client.listActivities()
    expect(activities).toHaveLength(1)
  })

  it.each([
    ['400', { accounts: [], walletName: '' }],
    ['409', { accounts: [], walletName: 'taken' }],
  ])('does not retry after %s', async (_, input) => {
    await test.client.createWallet({ walletName: 'taken', accounts: [] })
    test.sent.length = 0
    await errorOf(test.client.createWallet(input))
    expect(test.sent).toHaveLength(1)
  })

  it('does not retry a 429 without Retry-After', async () => {
    const body = { code: 8, message: 'organization has reached the limit of 100 wallets', details: [] }
    const client = test.another({}, undefined, async () => Response.json(body, { status: 429 }))
    expect(await errorOf(client.whoami())).toMatchObject({ status: 429, grpcCode: 8 })
    expect(test.sent).toHaveLength(1)
  })

  it('gives up after the configured attempts, with the request to resend in the error', async () => {
    const client = test.another({ retries: 2 }, undefined, noNetwork)
    const error = await errorOf(client.createWallet(WALLET))
    expect(error).toMatchObject({ code: 'UNREACHABLE', message: `no response from ${BASE_URL}` })
    expect(test.sent).toHaveLength(3)
    const answer = await test.client.send(error.request!)
    expect(answer).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } })
    expect(JSON.stringify(error)).not.toContain('stampHeaderValue')
  })

  it("does not wait longer than the call's time limit", async () => {
    const body = { code: 14, message: 'the server is sealed, unseal it first', details: [] }
    const client = test.another({ timeout: 5000 }, undefined, async () =>
      Response.json(body, { status: 503, headers: { 'retry-after': '60' } }),
    )
    expect(await errorOf(client.whoami())).toMatchObject({ status: 503 })
    expect(test.waits).toEqual([])
  })
})

describe('an unusable response', () => {
  it.each(['null', '[]', '"ok"', '7', '{}', '{"activity":null}', '{"activity":{}}'])(
    'reports a server that returns other JSON for a submit: %s',
    async (body) => {
      const client = test.another({}, undefined, async () => new Response(body))
      const error = await errorOf(client.createWallet({ walletName: 'a', accounts: [] }))
      expect(error).toMatchObject({ code: 'RESPONSE_NOT_JSON', help: expect.stringContaining('base URL') })
    },
  )

  it.each(['null', '[]', '"ok"', '7'])('reports a server that returns %s for a query', async (body) => {
    const client = test.another({}, undefined, async () => new Response(body))
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'RESPONSE_NOT_JSON' })
  })

  it('does not follow redirects, which would forward the stamp', async () => {
    const client = test.another({}, undefined, async (request) => {
      expect(request.redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com' } })
    })
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'RESPONSE_NOT_JSON' })
  })

  it("stops when the time is up, even if the transport doesn't", async () => {
    const client = test.another({ timeout: 5 }, undefined, takingLong(5))
    const error = await errorOf(client.createWallet(WALLET))
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'no response within 5 milliseconds' })
    expect(error.request?.body).toBe(test.sent[0])
  })

  it('retries when an attempt takes too long', async () => {
    const answers = [takingLong(5)]
    const client = test.another({ attemptTimeout: 5 }, undefined, (_, next) => (answers.shift() ?? next)())
    expect(await client.whoami()).toMatchObject({ username: 'root' })
    expect(test.sent).toHaveLength(2)
  })

  it('stops when the caller aborts', async () => {
    const controller = new AbortController()
    const client = test.another({}, undefined, () => {
      controller.abort(new Error('the page was left'))
      return new Promise(() => {})
    })
    const error = await errorOf(client.createWallet(WALLET, { signal: controller.signal }))
    expect(error).toMatchObject({ code: 'ABORTED', cause: new Error('the page was left') })
    expect(await errorOf(client.whoami({}, { signal: controller.signal }))).toMatchObject({ code: 'ABORTED' })
    expect(test.sent).toHaveLength(1)
  })
})

describe('error responses', () => {
  it("carry the server's message", async () => {
    const error = await errorOf(test.client.createPolicy({ policyName: '', effect: 'EFFECT_ALLOW' } as never))
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'NAME_LENGTH',
      status: 400,
      grpcCode: 3,
      fieldViolations: [{ field: 'policyName' }],
      docsPath: '/api-overview/errors#catalogue',
    })
  })

  it('narrow by code', async () => {
    await test.client.createWallet(WALLET)
    const error: unknown = await errorOf(test.client.createWallet(WALLET))
    expect(isKeywrightError(error, 'NAME_TAKEN') && error.status).toBe(409)
    expect(isKeywrightError(error, 'TIMEOUT', 'NAME_TAKEN')).toBe(true)
    expect(isKeywrightError(error, 'CONSENSUS_NEEDED')).toBe(false)
    expect(isKeywrightError(new Error('another'))).toBe(false)
  })

  it('report the clock difference', async () => {
    const ahead = fakeClock(test.engine.clock() + 3_600_000)
    const error = await errorOf(test.another({ now: ahead }).createWallet(WALLET))
    expect(error).toMatchObject({
      name: 'ClockSkewError',
      code: 'TIMESTAMP_TOO_FAR_AHEAD',
      skewMs: 3_600_000,
    })
    expect(error.message).toContain('this clock is 3600 seconds ahead of the server')
    const behind = fakeClock(test.engine.clock() - 7_200_000)
    const other = await errorOf(test.another({ now: behind }).createWallet(WALLET))
    expect((other as ClockSkewError).skewMs).toBe(-7_200_000)
  })

  it('for an unknown organization say what to check', async () => {
    const organizationId = '00000000-0000-4000-8000-000000000000'
    expect(await errorOf(test.another({ organizationId }).whoami())).toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
      help: errorWords.ORGANIZATION_NOT_FOUND.help,
    })
  })

  it.each(Object.entries(errorWords))('%s has the help of the catalog', async (errorCode, { help }) => {
    const body = { code: 3, message: 'no', details: [{ errorCode }] }
    const client = test.another({ retries: 0 }, undefined, async () => Response.json(body, { status: 400 }))
    const error = await errorOf(client.whoami())
    expect(error.help).toBe(help)
    const activity = { id: 'a', status: 'ACTIVITY_STATUS_FAILED', failure: body }
    const failing = test.another({}, undefined, async () => Response.json({ activity }))
    expect(await errorOf(failing.createWallet(WALLET))).toMatchObject({ errorCode, help })
  })

  it('of another server may have no name in the catalog', async () => {
    const client = test.another({}, undefined, async () =>
      Response.json({ code: 5, message: 'no such thing' }, { status: 404 }),
    )
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'UNKNOWN', grpcCode: 5, details: [] })
  })
})
