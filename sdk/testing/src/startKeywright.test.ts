/** `startKeywright()`, used like in an application's tests. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Keywright, startKeywright } from './index.ts'

let kw: Keywright
beforeAll(async () => {
  kw = await startKeywright()
})
afterEach(() => kw.reset())
afterAll(() => kw.close())

const walletNames = async (of = kw.client) =>
  (await of.listWallets()).wallets.map(({ walletName }) => walletName)

describe('a started Keywright', () => {
  it('has an organization with a client of its root user', async () => {
    expect(await kw.client.whoami()).toMatchObject({
      organizationId: kw.organizationId,
      userId: kw.rootUserId,
    })
  })

  it('does not listen by default', async () => {
    await expect(fetch(`${kw.url}/health`)).rejects.toThrow()
  })

  it('serves the fetch of other clients, by path and by URL', async () => {
    expect((await kw.fetch('/dev')).status).toBe(200)
    expect((await kw.fetch(new Request(`${kw.url}/public/v1/query/whoami`))).status).toBe(405)
  })

  it('shows requests', async () => {
    await kw.client.whoami()
    expect(kw.requests()[0]).toMatchObject({ call: 'whoami', status: 200 })
  })
})

describe('reset', () => {
  it('removes everything except the organization and its keys', async () => {
    await kw.client.createWallet({ walletName: 'gone', accounts: [] })
    await kw.clock.advance(3_600_000)
    kw.faults.add({ kind: 'status', call: 'whoami' })
    const ahead = kw.clock.now() - Date.now()
    await kw.reset()
    expect(ahead).toBeGreaterThan(3_000_000)
    expect(kw.clock.now() - Date.now()).toBeLessThan(60_000)
    expect(await walletNames()).toEqual([])
    expect(kw.faults.list()).toEqual([])
    expect((await kw.client.whoami()).organizationId).toBe(kw.organizationId)
    expect(await kw.inbox.list()).toEqual([])
  })

  describe('keeps out a request that was begun before', () => {
    const begin = () => kw.client.createWallet({ walletName: 'late', accounts: [] }).catch((error) => error)

    it('and is still being stamped', async () => {
      const late = begin()
      await kw.reset()
      await late
      expect(await walletNames()).toEqual([])
    })

    it('and is delayed by a fault', async () => {
      kw.faults.add({ kind: 'latency', milliseconds: 200, times: 1 })
      const late = begin()
      while (kw.faults.list().length > 0) await new Promise((done) => setTimeout(done, 5))
      await kw.reset()
      expect(await late).toMatchObject({ status: 409 })
      expect(await walletNames()).toEqual([])
    })

    it('and is repeated by its client', async () => {
      kw.faults.add({ kind: 'status', status: 503, times: 1 })
      const late = begin()
      while (kw.requests().length === 0) await new Promise((done) => setTimeout(done, 5))
      await kw.reset()
      expect(await late).toMatchObject({ status: 409 })
      expect(await walletNames()).toEqual([])
    })
  })

  it('keeps clients valid, also after the clock was advanced', async () => {
    await kw.clock.advance(30 * 86_400_000)
    await kw.client.createWallet({ walletName: 'later', accounts: [] })
    await kw.reset()
    await kw.client.createWallet({ walletName: 'again', accounts: [] })
    expect(await walletNames()).toEqual(['again'])
  })

  it('clears the request log and the webhooks', async () => {
    await kw.client.whoami()
    await kw.reset()
    expect(kw.requests()).toEqual([])
    expect(await kw.webhooks()).toEqual([])
  })
})

describe('the inbox', () => {
  const sendCode = (contact: string) =>
    kw.client.initOtp({ otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Example' })

  it('contains sent messages', async () => {
    await sendCode('user@example.com')
    const letter = await kw.inbox.latest({ to: 'user@example.com' })
    expect(letter).toMatchObject({ kind: 'mail', organizationId: kw.organizationId })
  })

  it('lists the existing messages if none matches', async () => {
    await sendCode('user@example.com')
    await expect(kw.inbox.latest({ to: 'stranger@example.com' })).rejects.toThrow(
      /does not hold a message to stranger@example\.com; it holds email to user@example\.com/,
    )
  })
})

describe('a software passkey', () => {
  it('owns a sub-organization, and the parent does not', async () => {
    const passkey = kw.createPasskey()
    const { subOrganizationId } = await kw.client.createSubOrganization({
      subOrganizationName: 'user',
      rootQuorumThreshold: 1,
      rootUsers: [
        { userName: 'user', apiKeys: [], oauthProviders: [], authenticators: [passkey.register()] },
      ],
    })
    const user = kw.clientOf(passkey, subOrganizationId)
    await user.createWallet({ walletName: 'own', accounts: [] })
    expect(await walletNames(user)).toEqual(['own'])
    await expect(
      kw.client.createWallet({ organizationId: subOrganizationId, walletName: 'not mine', accounts: [] }),
    ).rejects.toThrow()
  })
})

describe('faults', () => {
  it('break a connection like a network error', async () => {
    kw.faults.add({ kind: 'connection_reset', times: 1 })
    await expect(kw.fetch('/public/v1/query/whoami', { method: 'POST', body: '{}' })).rejects.toThrow(
      'fetch failed',
    )
  })
})

it('another organization has its own root user', async () => {
  const other = await kw.createOrganization('Other')
  await other.client.createWallet({ walletName: 'theirs', accounts: [] })
  expect(await walletNames(other.client)).toEqual(['theirs'])
  expect(await walletNames()).toEqual([])
})

describe('with a seed', () => {
  it('repeats everything, also after a reset', async () => {
    const [one, two] = [await startKeywright({ seed: 7 }), await startKeywright({ seed: 7 })]
    expect(one.apiKey).toEqual(two.apiKey)
    expect(one.organizationId).toBe(two.organizationId)
    expect(one.clock.now()).toBe(Date.UTC(2025, 0, 1))
    expect(one.createPasskey().credentialId).toBe(two.createPasskey().credentialId)
    await Promise.all([one.reset(), two.reset()])
    const made = await Promise.all(
      [one, two].map(({ client }) => client.createWallet({ walletName: 'same', accounts: [] })),
    )
    expect(made[0]!.walletId).toBe(made[1]!.walletId)
    await Promise.all([one.close(), two.close()])
  })
})

describe('with a socket', () => {
  it('serves clients at the URL in its environment until it is closed', async () => {
    const listening = await startKeywright({ listen: true })
    const { KEYWRIGHT_BASE_URL: url } = listening.env
    expect(url).toBe(listening.url)
    expect((await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect((await listening.client.whoami()).userId).toBe(listening.rootUserId)
    listening.faults.add({ kind: 'connection_reset', times: 1 })
    await expect(fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })).rejects.toThrow()
    await listening.close()
    await expect(fetch(url!)).rejects.toThrow()
  })

  it('reports a port that is in use', async () => {
    const first = await startKeywright({ listen: true })
    const port = Number(new URL(first.url).port)
    await expect(startKeywright({ listen: port })).rejects.toThrow(/EADDRINUSE/)
    await first.close()
  })
})
