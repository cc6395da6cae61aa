/**
 * Mistakes of SDK users and failures around them. Each is a typed error with a code to switch on, a message with the
 * cause, and help with the fix. Tested through all packages, as a page sees it.
 */

import { type ConnectionConfig, KeywrightClient, KeywrightError, type Stamper } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { generateTargetKey, openCredentialBundle, sealCredentialBundle } from '@keywright/client/bundles'
import { createPasskey, WebauthnStamper } from '@keywright/client/webauthn'
import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { beforeAll, expect, it } from 'vitest'
import { indexedDbStorage, KeywrightBrowser, type KeywrightBrowserOptions } from './index.ts'

const BASE_URL = 'https://engine.example.com'
const HOUR_MS = 3_600_000

let engine: TestEngine
let organizationId: string
let key: { publicKey: string; privateKey: string }
beforeAll(async () => {
  engine = createTestEngine('bad input')
  const made = await engine.organization()
  organizationId = made.organizationId
  key = made.rootKey
})

const stamperOf = ({ publicKey, privateKey } = key) =>
  new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })

function client(changes: Partial<ConnectionConfig> = {}, stamper: Stamper = stamperOf()): KeywrightClient {
  const config = { baseUrl: BASE_URL, organizationId, fetch: engine.handle, now: engine.clock, retries: 0 }
  return new KeywrightClient({ ...config, ...changes }, stamper)
}

const never = () => new Promise<Response>(() => undefined)
const WALLET = { walletName: 'a', accounts: [] }

/** `navigator.credentials` of a user who closes the prompt. */
const closing = {
  get: async () => Promise.reject(Object.assign(new Error(), { name: 'NotAllowedError' })),
  create: async () => Promise.reject(Object.assign(new Error(), { name: 'NotAllowedError' })),
}

const browser = (changes: Partial<KeywrightBrowserOptions>) =>
  new KeywrightBrowser({
    apiBaseUrl: BASE_URL,
    defaultOrganizationId: organizationId,
    rpId: 'app.example.com',
    fetch: engine.handle,
    now: engine.clock,
    ...changes,
  })

it.each<[what: string, does: () => unknown, code: string, message: RegExp]>([
  [
    'a private key that does not match the public key',
    () => stamperOf({ ...key, privateKey: engine.apiKey().privateKey }),
    'KEY_PAIR_MISMATCH',
    /doesn't match public key 0[23]/,
  ],
  [
    'a key of another curve',
    () => {
      const { publicKey, privateKey } = engine.apiKey('API_KEY_CURVE_ED25519')
      return new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
    },
    'CURVE_MISMATCH',
    /32 bytes|ED25519|P256/,
  ],
  [
    'an unregistered key',
    () => client({}, stamperOf(engine.apiKey())).whoami(),
    'API_KEY_NOT_FOUND',
    /no API key with public key 0[23]/,
  ],
  [
    'an unknown organization',
    () => client({ organizationId: '00000000-0000-4000-8000-000000000000' }).whoami(),
    'ORGANIZATION_NOT_FOUND',
    /00000000-0000-4000-8000-000000000000/,
  ],
  [
    'a malformed organization id',
    () => client({ organizationId: 'mine' }),
    'CONFIG_INVALID',
    /`mine` is not a UUID/,
  ],
  [
    'no organization',
    () => new KeywrightClient({ baseUrl: BASE_URL, fetch: engine.handle }, stamperOf()).whoami(),
    'ORGANIZATION_MISSING',
    /no organization in the input or in the client/,
  ],
  [
    'a slow clock',
    () => client({ now: () => engine.clock() - 2 * HOUR_MS }).createWallet(WALLET),
    'TIMESTAMP_TOO_OLD',
    /7200 seconds behind/,
  ],
  [
    'a fast clock',
    () => client({ now: () => engine.clock() + 2 * HOUR_MS }).createWallet(WALLET),
    'TIMESTAMP_TOO_FAR_AHEAD',
    /7200 seconds ahead/,
  ],
  [
    'an unreachable server',
    () => client({ fetch: async () => Promise.reject(new TypeError('fetch failed')) }).whoami(),
    'UNREACHABLE',
    /engine\.example\.com/,
  ],
  [
    'a response that never arrives',
    () => client({ fetch: never, timeout: 20 }).whoami(),
    'TIMEOUT',
    /20 milliseconds/,
  ],
  [
    'an aborted request',
    () => client({ fetch: never }).whoami({}, { signal: AbortSignal.abort() }),
    'ABORTED',
    /aborted/,
  ],
  [
    'an HTML page',
    () =>
      client({
        fetch: async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      }).whoami(),
    'RESPONSE_NOT_JSON',
    /engine\.example\.com.*200 with text\/html/,
  ],
  [
    'a bundle for another key',
    async () => {
      const [one, other] = [await generateTargetKey(), await generateTargetKey()]
      return openCredentialBundle(await sealCredentialBundle(key.privateKey, one.targetPublicKey), other)
    },
    'BUNDLE_FOR_ANOTHER_KEY',
    /sealed to another target key/,
  ],
  [
    'unavailable storage',
    () => browser({ storage: indexedDbStorage() }).currentUserSession(),
    'STORAGE_UNAVAILABLE',
    /cannot store a session/,
  ],
  [
    'a closed passkey prompt while signing',
    () => client({}, new WebauthnStamper({ rpId: 'app.example.com', credentials: closing })).whoami(),
    'PASSKEY_CANCELLED',
    /closed or timed out/,
  ],
  [
    'a closed passkey prompt while creating',
    () =>
      createPasskey({
        authenticatorName: 'phone',
        rp: { id: 'app.example.com', name: 'App' },
        user: { name: 'alice' },
        credentials: closing,
      }),
    'PASSKEY_CANCELLED',
    /closed or timed out/,
  ],
])('%s', async (_, does, code, message) => {
  const error = await Promise.resolve()
    .then(does)
    .then(
      (answer) => new Error(`not rejected: ${JSON.stringify(answer)}`),
      (caught: unknown) => caught,
    )
  expect(error).toBeInstanceOf(KeywrightError)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  const { help, docsPath } = error as KeywrightError
  expect(help, 'help').toBeTruthy()
  expect(docsPath).toMatch(/^\/(sdks|api-overview)\//)
  expect(JSON.stringify(error)).not.toContain(key.privateKey)
})
