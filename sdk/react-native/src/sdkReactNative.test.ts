/** Against the engine, with fake native modules. No test here runs on a phone. */
import { KeywrightClient } from '@keywright/client'
import { type Keywright, startKeywright } from '@keywright/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeDevice, fakeDevice, fakeKeychain, fakeSecureStore } from '../test/fakes.ts'
import {
  createPasskey,
  expoSecureStorage,
  isPasskeySupported,
  KeywrightNative,
  type KeywrightNativeOptions,
  keychainStorage,
  NativeError,
  PasskeyStamper,
} from './index.ts'

let kw: Keywright
let device: FakeDevice
let store: ReturnType<typeof fakeSecureStore>
beforeEach(async () => {
  kw = await startKeywright()
  device = fakeDevice()
  store = fakeSecureStore()
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => kw.close())

const RP = { id: 'app.example.com', name: 'Example' }
const app = (options: Partial<KeywrightNativeOptions> = {}) =>
  new KeywrightNative({
    baseUrl: kw.url,
    organizationId: kw.organizationId,
    rp: RP,
    passkeys: device.passkeys,
    storage: expoSecureStorage(store),
    fetch: kw.fetch,
    now: kw.clock.now,
    ...options,
  })
const signUp = (keywright: KeywrightNative) =>
  keywright.signUp({
    userName: 'alice',
    createOrganization: (params) => kw.client.createSubOrganization(params),
  })

describe('an app', () => {
  it('signs up even if the user closes the second prompt', async () => {
    const get = () => Promise.reject({ error: 'UserCancelled' })
    const closing = app({ passkeys: { ...device.passkeys, get } })
    const { organizationId } = await signUp(closing)
    expect(await (await closing.sessionClient()).whoami()).toMatchObject({ organizationId })
  })

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'continues a sign-up that lost its connection %s the server created the organization',
    async (_, isCreated) => {
      const lost = app().signUp({
        userName: 'alice',
        createOrganization: async (params) => {
          if (isCreated) await kw.client.createSubOrganization(params)
          throw new TypeError('connection lost')
        },
      })
      await expect(lost).rejects.toThrow('connection lost')
      // The app was started again.
      const { organizationId } = await signUp(app())
      expect(await (await app().sessionClient()).whoami()).toMatchObject({
        username: 'alice',
        organizationId,
      })
      expect((await kw.client.listSuborgs()).organizationIds).toEqual([organizationId])
      expect(device.prompts()).toBe(2)
    },
  )

  it('continues a sign-up that ended in the second prompt with its session', async () => {
    await new Promise<void>((closed) => {
      const get = () => {
        closed()
        return new Promise<never>(() => {})
      }
      void signUp(app({ passkeys: { ...device.passkeys, get } }))
    })
    expect(await (await app().sessionClient()).whoami()).toMatchObject({ username: 'alice' })
    await signUp(app())
    expect((await kw.client.listSuborgs()).organizationIds).toHaveLength(1)
  })

  it('signs up with two prompts, signs without another, and signs in again after a restart', async () => {
    const session = await signUp(app())
    const client = await app().sessionClient()
    expect(await client.whoami()).toMatchObject({ username: 'alice', organizationId: session.organizationId })
    await client.createWallet({ walletName: 'savings', accounts: [] })
    expect(device.prompts()).toBe(2)

    expect(await app().signOut()).toEqual({ isRevoked: true })
    await expect(client.whoami()).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' })
    expect(await app().currentSession()).toBeUndefined()

    const again = await app().signIn()
    expect(again).toMatchObject({ organizationId: session.organizationId, userId: session.userId })
    expect(device.prompts()).toBe(3)
    await app().signIn({ organizationId: session.organizationId })
    expect(device.prompts()).toBe(4)
    // Another device with the same passkey.
    store = fakeSecureStore()
    expect(await app().signIn()).toMatchObject({ organizationId: session.organizationId })
    expect(device.prompts()).toBe(6)
  })

  it('signs out when the session expires', async () => {
    await signUp(app())
    await kw.clock.advance(900_001)
    expect(await app().currentSession()).toBeUndefined()
    await expect(app().sessionClient()).rejects.toMatchObject({ code: 'SIGNED_OUT' })
    expect([...store.values.keys()]).toEqual(['keywright.organization'])
  })

  it('exposes no private key, and stores values under valid names', async () => {
    const session = await signUp(app())
    expect(Object.keys(session).sort()).toEqual(['expiresAt', 'organizationId', 'publicKey', 'userId'])
    expect(await app().currentSession()).toEqual(session)
    expect([...store.values.keys()]).toEqual(['keywright.organization', 'keywright.session'])
  })

  it('runs without WebCrypto and navigator', async () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    vi.stubGlobal('navigator', undefined)
    await signUp(app())
    await (await app().sessionClient()).createWallet({ walletName: 'savings', accounts: [] })
    await app().signIn()
    expect(device.prompts()).toBe(3)
  })

  it('can keep its session in a keychain', async () => {
    const storage = keychainStorage(fakeKeychain())
    await signUp(app({ storage }))
    expect(await (await app({ storage }).sessionClient()).whoami()).toMatchObject({ username: 'alice' })
    await app({ storage }).signOut()
    expect(await app({ storage }).currentSession()).toBeUndefined()
  })

  it.each(['not JSON', '{}', '{"organizationId":"a","userId":"b","publicKey":"c","expiresAt":9e99}'])(
    'treats a stored %s as signed out, and clears it',
    async (text) => {
      store.values.set('keywright.session', text)
      expect(await app().currentSession()).toBeUndefined()
      expect(store.values.size).toBe(0)
    },
  )

  it('rejects an invalid configuration in the constructor', () => {
    expect(() => app({ baseUrl: 'engine.example.com' })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    )
  })
})

describe('the passkey stamper', () => {
  it.each(['base64', 'base64url'] as const)('accepts what a module returns as %s', async (encoding) => {
    device = fakeDevice(encoding)
    const { organizationId } = await signUp(app())
    expect(await app().passkeyClient(organizationId).whoami()).toMatchObject({ username: 'alice' })
  })

  it("uses the body's digest as challenge, one prompt at a time", async () => {
    const { organizationId } = await signUp(app())
    const open: string[] = []
    const passkeys = {
      ...device.passkeys,
      async get(request: Parameters<typeof device.passkeys.get>[0]) {
        open.push('opened')
        const answer = await device.passkeys.get(request)
        expect(Buffer.from(request.challenge, 'base64url').toString()).toMatch(/^[\da-f]{64}$/)
        open.push('closed')
        return answer
      },
    }
    const stamper = new PasskeyStamper({ passkeys, rpId: RP.id })
    const client = new KeywrightClient({ baseUrl: kw.url, organizationId, fetch: kw.fetch }, stamper)
    await Promise.all([client.whoami(), client.listWallets()])
    expect(open).toEqual(['opened', 'closed', 'opened', 'closed'])
  })

  it('uses only the configured passkeys', async () => {
    const made = await createPasskey({
      passkeys: device.passkeys,
      authenticatorName: 'Phone',
      rp: RP,
      user: { name: 'alice' },
    })
    const { credentialId } = made.attestation
    const stamp = (id: string) =>
      new PasskeyStamper({ passkeys: device.passkeys, rpId: RP.id, allowCredentials: [id] }).stamp('{}')
    expect(JSON.parse((await stamp(credentialId)).stampHeaderValue)).toMatchObject({ credentialId })
    await expect(stamp('AAAA')).rejects.toBeInstanceOf(NativeError)
  })
})

describe('errors', () => {
  it.each([
    [{ error: 'UserCancelled', message: 'The user cancelled the request.' }, 'PASSKEY_CANCELLED'],
    [{ error: 'Interrupted', message: 'The operation was interrupted.' }, 'PASSKEY_CANCELLED'],
    [{ error: 'TimedOut', message: 'The operation timed out.' }, 'PASSKEY_CANCELLED'],
    [{ error: 'NoCredentials', message: 'No viable credential is available.' }, 'PASSKEY_NO_CREDENTIAL'],
    [{ error: 'NotConfigured', message: 'Your app is not properly configured.' }, 'PASSKEY_NOT_CONFIGURED'],
    [{ error: 'BadConfiguration', message: 'Your app is not configured.' }, 'PASSKEY_NOT_CONFIGURED'],
    [{ error: 'NotSupported', message: 'Passkeys are not supported on this device.' }, 'PASSKEY_UNSUPPORTED'],
    [new DOMException('excluded', 'InvalidStateError'), 'PASSKEY_EXISTS'],
    [new Error('out of memory'), 'PASSKEY_FAILED'],
    ['a text', 'PASSKEY_FAILED'],
  ])('%o is %s', async (thrown, code) => {
    const { organizationId } = await signUp(app())
    device.failWith(thrown)
    const asked = app().passkeyClient(organizationId).whoami()
    await expect(asked).rejects.toMatchObject({ code, help: expect.any(String), cause: thrown })
    device.failWith(thrown)
    await expect(app().createPasskey({ authenticatorName: 'a', user: { name: 'a' } })).rejects.toMatchObject({
      code,
    })
    // The next prompt still works.
    expect(await app().passkeyClient(organizationId).whoami()).toMatchObject({ username: 'alice' })
  })

  it('no passkeys on the device', async () => {
    const unlinked = {
      ...device.passkeys,
      isSupported: () => {
        throw new Error("The package doesn't seem to be linked")
      },
    }
    expect([isPasskeySupported(device.passkeys), isPasskeySupported(unlinked)]).toEqual([true, false])
    await expect(signUp(app({ passkeys: unlinked }))).rejects.toMatchObject({ code: 'PASSKEY_UNSUPPORTED' })
    await expect(app({ passkeys: unlinked }).signIn()).rejects.toMatchObject({ code: 'PASSKEY_UNSUPPORTED' })
  })

  it('no random numbers: shows no prompt and creates nothing', async () => {
    vi.stubGlobal('crypto', {})
    await expect(signUp(app())).rejects.toMatchObject({
      code: 'RANDOM_UNAVAILABLE',
      help: expect.stringContaining('react-native-get-random-values'),
    })
    expect(device.prompts()).toBe(0)
  })

  it('failing storage', async () => {
    const gone = () => Promise.reject(new Error('the keystore was reset'))
    const broken = app({ storage: { get: gone, set: gone, remove: gone } })
    const works = [
      () => signUp(broken),
      () => broken.currentSession(),
      () => broken.sessionClient(),
      () => broken.signOut(),
    ]
    for (const work of works) {
      await expect(work()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', help: expect.any(String) })
    }
    const refusing = keychainStorage({ ...fakeKeychain(), setGenericPassword: async () => false })
    await expect(signUp(app({ storage: refusing }))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  })

  it('an aborted call opens no prompt', async () => {
    const { organizationId } = await signUp(app())
    const before = device.prompts()
    const stamper = new PasskeyStamper({ passkeys: device.passkeys, rpId: RP.id })
    await expect(stamper.stamp('{}', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect([device.prompts(), organizationId]).toEqual([before, organizationId])
  })
})
