/**
 * What users of the SDK get wrong, and what goes wrong around them: each is a typed error whose code can be switched on,
 * whose message names the cause, and whose help names the remedy. Seen from where a page sees it: through all packages.
 */

import { type ConnectionConfig, KeywrightClient, KeywrightError, type Stamper } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { generateTargetKey, openCredentialBundle, sealCredentialBundle } from '@keywright/client/bundles'
import { createPasskey, WebauthnStamper } from '@keywright/client/webauthn'
import { createTestEngine, type TestEngine } from '@keywright/engine/testing'
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

/** `navigator.credentials` of somebody who closes the prompt. */
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
    'a private key of another pair',
    () => stamperOf({ ...key, privateKey: engine.apiKey().privateKey }),
    'KEY_PAIR_MISMATCH',
    /does not belong to public key 0[23]/,
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
    'a key that nobody registered',
    () => client({}, stamperOf(engine.apiKey())).whoami(),
    'API_KEY_NOT_FOUND',
    /no API key with public key 0[23]/,
  ],
  [
    'an organization that is not there',
    () => client({ organizationId: '00000000-0000-4000-8000-000000000000' }).whoami(),
    'ORGANIZATION_NOT_FOUND',
    /00000000-0000-4000-8000-000000000000/,
  ],
  [
    'an organization that is no id',
    () => client({ organizationId: 'mine' }),
    'CONFIG_INVALID',
    /`mine` is not a UUID/,
  ],
  [
    'no organization at all',
    () => new KeywrightClient({ baseUrl: BASE_URL, fetch: engine.handle }, stamperOf()).whoami(),
    'ORGANIZATION_MISSING',
    /neither the input nor the client/,
  ],
  [
    'a clock that is behind',
    () => client({ now: () => engine.clock() - 2 * HOUR_MS }).createWallet(WALLET),
    'TIMESTAMP_TOO_OLD',
    /7200 seconds behind/,
  ],
  [
    'a clock that is ahead',
    () => client({ now: () => engine.clock() + 2 * HOUR_MS }).createWallet(WALLET),
    'TIMESTAMP_TOO_FAR_AHEAD',
    /7200 seconds ahead/,
  ],
  [
    'nobody who answers',
    () => client({ fetch: async () => Promise.reject(new TypeError('fetch failed')) }).whoami(),
    'UNREACHABLE',
    /engine\.example\.com/,
  ],
  [
    'an answer that never comes',
    () => client({ fetch: never, timeout: 20 }).whoami(),
    'TIMEOUT',
    /20 milliseconds/,
  ],
  [
    'a request that is aborted',
    () => client({ fetch: never }).whoami({}, { signal: AbortSignal.abort() }),
    'ABORTED',
    /aborted/,
  ],
  [
    'a page of HTML',
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
    /does not open/,
  ],
  [
    'storage that is gone',
    () => browser({ storage: indexedDbStorage(undefined) }).currentUserSession(),
    'STORAGE_UNAVAILABLE',
    /cannot store a session/,
  ],
  [
    'a passkey prompt that is closed, to sign',
    () => client({}, new WebauthnStamper({ rpId: 'app.example.com', credentials: closing })).whoami(),
    'PASSKEY_CANCELLED',
    /closed or timed out/,
  ],
  [
    'a passkey prompt that is closed, to make one',
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
      (answer) => new Error(`not refused: ${JSON.stringify(answer)}`),
      (caught: unknown) => caught,
    )
  expect(error).toBeInstanceOf(KeywrightError)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  const { help, docsPath } = error as KeywrightError
  expect(help, 'a remedy').toBeTruthy()
  expect(docsPath).toMatch(/^\/(sdks|api-overview)\//)
  expect(JSON.stringify(error)).not.toContain(key.privateKey)
})
