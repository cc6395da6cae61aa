import { fakeClock } from '@keywright/engine/testing'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BASE_URL, createTestClient, type TestClient } from '../test/testClient.ts'
import { type ClockSkewError, isKeywrightError, type KeywrightClient, KeywrightError } from './index.ts'

let test: TestClient
beforeEach(async () => {
  test = await createTestClient()
})

async function errorOf(work: Promise<unknown>): Promise<KeywrightError> {
  const error = await work.then(
    (answer) => new Error(`not refused, answered ${JSON.stringify(answer)}`),
    (caught: unknown) => caught,
  )
  if (!(error instanceof KeywrightError)) throw error
  return error
}

/** A client whose first attempts meet something else than the engine. */
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

/** A transport that says nothing while so much time goes by; no other time does, however busy the machine is. */
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
  ])('sends the same bytes again after %s', async (_, failure) => {
    await failingFirst(failure).createWallet(WALLET)
    expect(test.waits).toHaveLength(1)
    expect(test.sent).toHaveLength(2)
    expect(new Set(test.sent).size).toBe(1)
  })

  it.each([
    ['2', 2000],
    ['Thu, 02 Jan 2025 03:04:15 GMT', 10_000],
  ])('waits for what 429 asks for: %s', async (time, milliseconds) => {
    const body = { code: 8, message: 'too many requests', details: [] }
    const limited = async () => Response.json(body, { status: 429, headers: { 'retry-after': time } })
    await failingFirst(limited).createWallet(WALLET)
    expect(test.waits).toEqual([milliseconds])
    expect(new Set(test.sent).size).toBe(1)
  })

  it('makes one activity, though the first answer was lost on its way', async () => {
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
  ])('does not send a refusal again: %s', async (_, input) => {
    await test.client.createWallet({ walletName: 'taken', accounts: [] })
    test.sent.length = 0
    await errorOf(test.client.createWallet(input))
    expect(test.sent).toHaveLength(1)
  })

  it('does not take 429 without a time for a matter of waiting', async () => {
    const body = { code: 8, message: 'organization holds 100 wallets, the limit', details: [] }
    const client = test.another({}, undefined, async () => Response.json(body, { status: 429 }))
    expect(await errorOf(client.whoami())).toMatchObject({ status: 429, grpcCode: 8 })
    expect(test.sent).toHaveLength(1)
  })

  it('gives up after as many attempts as configured, and hands out the request to go on with', async () => {
    const client = test.another({ retries: 2 }, undefined, noNetwork)
    const error = await errorOf(client.createWallet(WALLET))
    expect(error).toMatchObject({ code: 'UNREACHABLE', message: `no answer from ${BASE_URL}` })
    expect(test.sent).toHaveLength(3)
    const answer = await test.client.send(error.request!)
    expect(answer).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } })
    expect(JSON.stringify(error)).not.toContain('stampHeaderValue')
  })

  it('does not wait for longer than the call may take', async () => {
    const body = { code: 14, message: 'the server is sealed, unseal it first', details: [] }
    const client = test.another({ timeout: 5000 }, undefined, async () =>
      Response.json(body, { status: 503, headers: { 'retry-after': '60' } }),
    )
    expect(await errorOf(client.whoami())).toMatchObject({ status: 503 })
    expect(test.waits).toEqual([])
  })
})

describe('no usable answer', () => {
  it('names a server that answers HTML', async () => {
    const client = test.another(
      {},
      undefined,
      async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    )
    const error = await errorOf(client.whoami())
    expect(error).toMatchObject({ code: 'RESPONSE_NOT_JSON', help: expect.stringContaining('base URL') })
    expect(error.message).toContain('text/html')
  })

  it.each(['null', '[]', '"ok"', '7', '{}', '{"activity":null}', '{"activity":{}}'])(
    'names a server that answers a submit with other JSON: %s',
    async (body) => {
      const client = test.another({}, undefined, async () => new Response(body))
      const error = await errorOf(client.createWallet({ walletName: 'a', accounts: [] }))
      expect(error).toMatchObject({ code: 'RESPONSE_NOT_JSON', help: expect.stringContaining('base URL') })
    },
  )

  it.each(['null', '[]', '"ok"', '7'])('names a server that answers a query with %s', async (body) => {
    const client = test.another({}, undefined, async () => new Response(body))
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'RESPONSE_NOT_JSON' })
  })

  it('does not follow a redirection with a stamp in its hands', async () => {
    const client = test.another({}, undefined, async (request) => {
      expect(request.redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com' } })
    })
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'RESPONSE_NOT_JSON' })
  })

  it('tells offline from unreachable', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    try {
      const client = test.another({ retries: 0 }, undefined, noNetwork)
      expect(await errorOf(client.whoami())).toMatchObject({ code: 'OFFLINE' })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('stops when the time is up, though the transport does not', async () => {
    const client = test.another({ timeout: 5 }, undefined, takingLong(5))
    const error = await errorOf(client.createWallet(WALLET))
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'no answer within 5 milliseconds' })
    expect(error.request?.body).toBe(test.sent[0])
  })

  it('tries again when an attempt takes too long', async () => {
    const answers = [takingLong(5)]
    const client = test.another({ attemptTimeout: 5 }, undefined, (_, next) => (answers.shift() ?? next)())
    expect(await client.whoami()).toMatchObject({ username: 'root' })
    expect(test.sent).toHaveLength(2)
  })

  it('stops when the caller does', async () => {
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

describe('refusals', () => {
  it('carry what the server said', async () => {
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

  it('narrow by their code', async () => {
    await test.client.createWallet(WALLET)
    const error: unknown = await errorOf(test.client.createWallet(WALLET))
    expect(isKeywrightError(error, 'NAME_TAKEN') && error.status).toBe(409)
    expect(isKeywrightError(error, 'TIMEOUT', 'NAME_TAKEN')).toBe(true)
    expect(isKeywrightError(error, 'CONSENSUS_NEEDED')).toBe(false)
    expect(isKeywrightError(new Error('another'))).toBe(false)
  })

  it('say by how much a clock is wrong', async () => {
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

  it('of an unknown organization or key say what to compare', async () => {
    const organizationId = '00000000-0000-4000-8000-000000000000'
    expect(await errorOf(test.another({ organizationId }).whoami())).toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
      help: expect.stringContaining('organization id'),
    })
  })

  it('of another server may have no name', async () => {
    const client = test.another({}, undefined, async () =>
      Response.json({ code: 5, message: 'no such thing' }, { status: 404 }),
    )
    expect(await errorOf(client.whoami())).toMatchObject({ code: 'UNKNOWN', grpcCode: 5, details: [] })
  })
})
