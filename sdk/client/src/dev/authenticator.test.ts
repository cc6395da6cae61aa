import { openTestDevhost, TEST_URL } from '@keywright/devhost/test'
import { expect, it } from 'vitest'
import { ApiKeyStamper } from '../apiKey/index.ts'
import { KeywrightClient } from '../client.ts'
import { fromBase64url } from '../encoding.ts'
import { createSubOrganization } from '../generated/calls.ts'
import { createPasskey, WebauthnStamper } from '../webauthn/index.ts'
import { createAuthenticator } from './authenticator.ts'

const rp = { id: 'app.example.com', name: 'Example' }
const user = { name: 'alice@example.com' }
const make = (device: ReturnType<typeof createAuthenticator>, publicKey = {}) =>
  createPasskey({
    authenticatorName: 'Phone',
    rp,
    user,
    publicKey,
    credentials: device.credentials,
  })

it('creates a passkey that the engine registers, and signs with it, with one prompt each', async () => {
  const { host, root } = await openTestDevhost()
  const { publicKey, privateKey } = host.running().state.apiKey
  const device = createAuthenticator()
  const config = { baseUrl: TEST_URL, fetch: host.handle }
  const parent = new KeywrightClient(
    { ...config, organizationId: root.organizationId },
    new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }),
  )
  const { subOrganizationId } = await createSubOrganization(parent, {
    subOrganizationName: 'Alice',
    rootUsers: [{ userName: 'Alice', apiKeys: [], authenticators: [await make(device)], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  })
  const stamper = new WebauthnStamper({ rpId: 'app.example.com', credentials: device.credentials })
  const alice = new KeywrightClient({ ...config, organizationId: subOrganizationId }, stamper)
  expect(await alice.whoami()).toMatchObject({ username: 'Alice' })
  expect(device.prompts).toBe(2)
})

it('verifies the user only on request, and uses the first supported algorithm', async () => {
  const device = createAuthenticator()
  const flagsAndAlgorithm = async (publicKey: object) => {
    const { attestation } = await make(device, publicKey)
    const object = fromBase64url(attestation.attestationObject)
    const data = parseAttestation(object)
    return [data.flags, data.algorithm]
  }
  const [es256, eddsa] = [-7, -8].map((alg) => ({ type: 'public-key', alg }))
  const isLocked = { authenticatorSelection: { userVerification: 'discouraged' } }
  expect(await flagsAndAlgorithm(isLocked)).toEqual([0x41, -7])
  expect(await flagsAndAlgorithm({ pubKeyCredParams: [es256, eddsa] })).toEqual([0x45, -7])
  expect(await flagsAndAlgorithm({ pubKeyCredParams: [eddsa, es256] })).toEqual([0x45, -8])
})

/** Flags and COSE algorithm of an attestation object that ends with the authenticator data (WebAuthn §6.5). */
function parseAttestation(object: Uint8Array) {
  const { length } = object
  // rpIdHash (32), flags (1), counter (4), aaguid (16), length of the id (2), id (16), key
  const [withEs256, withEddsa] = [length - 71 - 77, length - 71 - 42]
  const isEs256 = object[withEs256 + 71] === 0xa5
  const at = isEs256 ? withEs256 : withEddsa
  return { flags: object[at + 32], algorithm: -1 - (object[at + 71 + 4]! & 0x1f) }
}

it('finds a passkey without its id only if it is discoverable', async () => {
  const device = createAuthenticator()
  const passkey = await make(device, { authenticatorSelection: { residentKey: 'discouraged' } })
  expect(device.passkeys).toMatchObject([{ rpId: 'app.example.com', isDiscoverable: false }])
  const { credentials } = device
  const { credentialId } = passkey.attestation
  await expect(new WebauthnStamper({ credentials }).stamp('{}')).rejects.toMatchObject({
    code: 'PASSKEY_CANCELLED',
  })
  const allowCredentials = [{ id: credentialId }]
  await new WebauthnStamper({ credentials, allowCredentials }).stamp('{}')
  device.forget(credentialId)
  device.forget('another')
  expect(device.passkeys).toEqual([])
  await expect(new WebauthnStamper({ credentials, allowCredentials }).stamp('{}')).rejects.toThrow()
})

it('rejects what browsers reject', async () => {
  const device = createAuthenticator({ origin: 'https://app.example.com' })
  await expect(make(device, { rp: { id: 'other.example', name: '' } })).rejects.toMatchObject({
    code: 'PASSKEY_RP_ID_MISMATCH',
  })
  await expect(make(device, { pubKeyCredParams: [{ type: 'public-key', alg: -257 }] })).rejects.toMatchObject(
    {
      code: 'PASSKEY_UNSUPPORTED',
    },
  )
  const first = await make(device)
  const id = Uint8Array.from(
    atob(first.attestation.credentialId.replace(/-/g, '+').replace(/_/g, '/')),
    (c) => c.charCodeAt(0),
  )
  await expect(make(device, { excludeCredentials: [{ type: 'public-key', id }] })).rejects.toMatchObject({
    code: 'PASSKEY_EXISTS',
  })
  const signal = AbortSignal.abort()
  await expect(device.credentials.get({ signal })).rejects.toThrow(/abort/i)
  await expect(device.credentials.get({})).rejects.toMatchObject({ name: 'NotSupportedError' })
  await expect(device.credentials.create({})).rejects.toMatchObject({ name: 'NotSupportedError' })
})

it("accepts the origin of a native app, which isn't a URL", async () => {
  const device = createAuthenticator({ origin: 'android:apk-key-hash:abc' })
  await make(device)
  expect(device.passkeys).toMatchObject([{ rpId: 'app.example.com' }])
})
