import { createTestEngine, type Passkey, type TestEngine } from '@keywright/engine/test'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { credentialsOf } from '../../test/softwareCredentials.ts'
import { KeywrightClient } from '../client.ts'
import { createPasskey, WebauthnStamper, type WebauthnStamperOptions } from './index.ts'

let engine: TestEngine
let passkey: Passkey
let organizationId: string

/** A user signs up with a passkey that the package created. */
beforeAll(async () => {
  engine = createTestEngine('webauthn stamper')
  passkey = engine.passkey()
  const { root } = await engine.organization()
  const authenticator = await createPasskey({
    authenticatorName: 'phone',
    rp: { id: 'app.example.com', name: 'Example' },
    user: { name: 'alice' },
    credentials: credentialsOf(passkey),
  })
  const { subOrganizationId } = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: 'of alice',
    rootUsers: [{ userName: 'alice', apiKeys: [], authenticators: [authenticator], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  })
  organizationId = subOrganizationId
})

const stamperOf = (options: WebauthnStamperOptions = {}) =>
  new WebauthnStamper({ rpId: 'app.example.com', credentials: credentialsOf(passkey), ...options })

it('signs requests that the engine accepts', async () => {
  const config = { baseUrl: 'http://localhost', organizationId, fetch: engine.handle, now: engine.clock }
  const client = new KeywrightClient(config, stamperOf())
  expect(await client.whoami()).toMatchObject({ username: 'alice' })
  expect(await client.createWallet({ walletName: 'savings', accounts: [] })).toMatchObject({
    walletId: expect.any(String),
  })
})

it("uses the body's hexadecimal digest as challenge, with the configured options", async () => {
  const get = vi.fn(credentialsOf(passkey).get)
  const allowCredentials = [{ id: passkey.credentialId, transports: ['internal' as const] }]
  await stamperOf({ credentials: { get }, allowCredentials, timeout: 1, userVerification: 'required' }).stamp(
    '{}',
  )
  const { publicKey } = get.mock.calls[0]![0]
  expect(new TextDecoder().decode(publicKey!.challenge as ArrayBuffer)).toBe(sha256Hex(toUtf8('{}')))
  expect(publicKey).toMatchObject({
    rpId: 'app.example.com',
    timeout: 1,
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: expect.any(Uint8Array), transports: ['internal'] }],
  })
})

it('opens one prompt at a time, including after a failure', async () => {
  let open = 0
  let most = 0
  let prompts = 0
  const stamper = stamperOf({
    credentials: {
      async get(options) {
        most = Math.max(most, ++open)
        await Promise.resolve()
        open--
        if (++prompts === 2) throw new DOMException('no', 'NotAllowedError')
        return credentialsOf(passkey).get(options)
      },
    },
  })
  const outcomes = await Promise.allSettled(['1', '2', '3'].map((body) => stamper.stamp(body)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(most).toBe(1)
})

describe('errors', () => {
  it.each([
    ['NotAllowedError', 'PASSKEY_CANCELLED'],
    ['AbortError', 'PASSKEY_CANCELLED'],
    ['SecurityError', 'PASSKEY_RP_ID_MISMATCH'],
    ['InvalidStateError', 'PASSKEY_EXISTS'],
    ['NotSupportedError', 'PASSKEY_UNSUPPORTED'],
    ['UnknownError', 'PASSKEY_FAILED'],
  ])('%s is %s', async (name, code) => {
    const cause = new DOMException("the browser's error", name)
    const fail = async () => {
      throw cause
    }
    await expect(stamperOf({ credentials: { get: fail } }).stamp('{}')).rejects.toMatchObject({ code, cause })
    const made = createPasskey({
      authenticatorName: 'a',
      rp: { name: 'a' },
      user: { name: 'a' },
      credentials: { create: fail },
    })
    await expect(made).rejects.toMatchObject({ code, name: 'PasskeyError', help: expect.any(String) })
  })

  it('reports a missing credential as a closed prompt', async () => {
    const stamper = stamperOf({ credentials: { get: async () => null } })
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' })
  })

  it('reports missing browser support', async () => {
    await expect(new WebauthnStamper().stamp('{}')).rejects.toMatchObject({ code: 'PASSKEY_UNSUPPORTED' })
  })

  it('closes the prompt when the caller aborts', async () => {
    const controller = new AbortController()
    const credentials = {
      get: ({ signal }: CredentialRequestOptions) =>
        new Promise((_, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason))
          controller.abort(new Error('left'))
        }),
    }
    const config = { baseUrl: 'http://localhost', organizationId, fetch: engine.handle }
    const client = new KeywrightClient(config, stamperOf({ credentials }))
    await expect(client.whoami({}, { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
