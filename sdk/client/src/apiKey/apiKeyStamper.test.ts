import { createTestEngine } from '@keywright/engine/test'
import { generateApiKeyPair as generatePair, parseStampHeader, toUtf8, verifyStamp } from '@keywright/keys'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KeywrightClient } from '../client.ts'
import { fromBase64url, toHex } from '../encoding.ts'
import type { Stamp } from '../stamper.ts'
import { type ApiKeyCurve, ApiKeyStamper, type ApiKeyStamperOptions, generateApiKeyPair } from './index.ts'
import * as browser from './loadCurve.browser.ts'

const engine = createTestEngine('api key stamper')
const CURVES: ApiKeyCurve[] = ['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519']
const BODY = '{"organizationId":"…"}'

const pairOf = (curve: ApiKeyCurve) => {
  const { publicKey, privateKey } = generatePair(engine.random, curve)
  return { apiPublicKey: publicKey, apiPrivateKey: privateKey, curveType: curve }
}
const verified = ({ stampHeaderValue }: Stamp, body = BODY) =>
  verifyStamp(parseStampHeader(stampHeaderValue), toUtf8(body))

/** As in browser bundles, which load curves on demand. */
async function browserStamper(): Promise<typeof ApiKeyStamper> {
  vi.resetModules()
  vi.doMock('#loadCurve', () => browser)
  return (await import('./apiKeyStamper.ts')).ApiKeyStamper
}
afterEach(() => {
  vi.doUnmock('#loadCurve')
  // Other files in this process must not get the modules that were loaded with it.
  vi.resetModules()
  vi.unstubAllGlobals()
})

describe.each(CURVES)('%s', (curveType) => {
  it('signs requests that the engine accepts', async () => {
    const { organizationId, root } = await engine.organization()
    const pair = await generateApiKeyPair(curveType)
    const { rootUserIds } = {
      rootUserIds: (await root.query('list_users')).users.map(({ userId }) => userId),
    }
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: rootUserIds[0]!,
      apiKeys: [{ apiKeyName: curveType, publicKey: pair.apiPublicKey, curveType }],
    })
    const config = { baseUrl: 'http://localhost', organizationId, fetch: engine.handle, now: engine.clock }
    for (const Stamper of [ApiKeyStamper, await browserStamper()]) {
      expect(await new KeywrightClient(config, new Stamper(pair)).whoami()).toMatchObject({
        username: 'root',
      })
    }
  })

  it('signs the exact bytes, including non-ASCII text', async () => {
    const stamper = new ApiKeyStamper(pairOf(curveType))
    const stamp = await stamper.stamp(BODY)
    expect(await verified(stamp)).toBe(true)
    expect(await verified(stamp, `${BODY} `)).toBe(false)
  })

  it('rejects mismatched keys in the constructor', () => {
    const wrong = { ...pairOf(curveType), apiPublicKey: pairOf(curveType).apiPublicKey }
    expect(() => new ApiKeyStamper(wrong)).toThrow(expect.objectContaining({ code: 'KEY_PAIR_MISMATCH' }))
  })

  it('rejects mismatched keys before stamping when curves load on demand', async () => {
    const BrowserStamper = await browserStamper()
    const wrong = { ...pairOf(curveType), apiPublicKey: pairOf(curveType).apiPublicKey }
    const stamper = new BrowserStamper(wrong)
    await expect(stamper.ready()).rejects.toMatchObject({ code: 'KEY_PAIR_MISMATCH' })
    await expect(stamper.stamp(BODY)).rejects.toMatchObject({ code: 'KEY_PAIR_MISMATCH' })
  })
})

describe('invalid keys', () => {
  const p256 = pairOf('API_KEY_CURVE_P256')
  const k256 = pairOf('API_KEY_CURVE_SECP256K1')
  const ed25519 = pairOf('API_KEY_CURVE_ED25519')
  it.each<[string, object, string]>([
    ['a key pair of another curve', { ...k256, curveType: undefined }, 'KEY_PAIR_MISMATCH'],
    ['an ed25519 key pair as P-256', { ...ed25519, curveType: undefined }, 'CURVE_MISMATCH'],
    ['a P-256 key pair as ed25519', { ...p256, curveType: 'API_KEY_CURVE_ED25519' }, 'CURVE_MISMATCH'],
    ['an unknown curve', { ...p256, curveType: 'API_KEY_CURVE_P384' }, 'CURVE_MISMATCH'],
    ['no public key', { ...p256, apiPublicKey: undefined }, 'KEY_MALFORMED'],
    ['no private key', { ...p256, apiPrivateKey: undefined }, 'KEY_MALFORMED'],
    [
      'swapped keys',
      { apiPublicKey: p256.apiPrivateKey, apiPrivateKey: p256.apiPublicKey },
      'CURVE_MISMATCH',
    ],
    ['the public key twice', { ...p256, apiPrivateKey: p256.apiPublicKey }, 'KEY_MALFORMED'],
    ['not hexadecimal', { ...p256, apiPrivateKey: 'g'.repeat(64) }, 'KEY_MALFORMED'],
    ['a 0x prefix', { ...p256, apiPrivateKey: `0x${p256.apiPrivateKey}` }, 'KEY_MALFORMED'],
    ['zero', { ...p256, apiPrivateKey: '0'.repeat(64) }, 'KEY_MALFORMED'],
    ['a scalar beyond the order', { ...p256, apiPrivateKey: 'f'.repeat(64) }, 'KEY_MALFORMED'],
    [
      'a point with another prefix',
      { ...p256, apiPublicKey: `05${p256.apiPublicKey.slice(2)}` },
      'KEY_MALFORMED',
    ],
    ['a JWK of another curve', { apiPrivateKey: { kty: 'EC', crv: 'P-384', d: 'AA' } }, 'CURVE_MISMATCH'],
    [
      'a JWK without the public key',
      { apiPrivateKey: { kty: 'EC', crv: 'P-256', d: 'AA' } },
      'KEY_MALFORMED',
    ],
    [
      'a JWK of a public key',
      { apiPrivateKey: { kty: 'EC', crv: 'P-256' }, apiPublicKey: p256.apiPublicKey },
      'KEY_MALFORMED',
    ],
  ])('%s', (_, options, code) => {
    let error: unknown
    try {
      new ApiKeyStamper(options as ApiKeyStamperOptions)
    } catch (caught) {
      error = caught
    }
    expect(error).toMatchObject({ name: 'KeyError', code })
    for (const { apiPrivateKey } of [p256, k256, ed25519]) {
      const isPublicHere = (options as { apiPublicKey?: string }).apiPublicKey === apiPrivateKey
      if (!isPublicHere) expect(JSON.stringify(error)).not.toContain(apiPrivateKey)
    }
  })
})

describe('key formats', () => {
  it('accepts a JWK, which includes its public key', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['sign', 'verify'],
    )
    const apiPrivateKey = await crypto.subtle.exportKey('jwk', privateKey)
    const stamper = new ApiKeyStamper({ apiPrivateKey })
    expect(await verified(await stamper.stamp(BODY))).toBe(true)
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
    expect(stamper.publicKey.slice(2)).toBe(toHex(point.subarray(1, 33)))
  })

  it.each(['raw and compressed', 'raw'])(
    'accepts a non-extractable key with a public key that is %s',
    async (form) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
      const point = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
      const compressed = new ApiKeyStamper({ apiPublicKey: point, apiPrivateKey: pair.privateKey }).publicKey
      const apiPublicKey = form === 'raw' ? point : compressed
      const stamper = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey: pair.privateKey }).ready()
      expect(stamper.publicKey).toHaveLength(66)
      expect(await verified(await stamper.stamp(BODY))).toBe(true)
    },
  )

  it('tests a non-extractable key by signing', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ])
    const stamper = new ApiKeyStamper({
      apiPublicKey: pairOf('API_KEY_CURVE_P256').apiPublicKey,
      apiPrivateKey: privateKey,
    })
    await expect(stamper.stamp(BODY)).rejects.toMatchObject({ code: 'KEY_PAIR_MISMATCH' })
    const aes = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
    const other = new ApiKeyStamper({
      apiPublicKey: pairOf('API_KEY_CURVE_P256').apiPublicKey,
      apiPrivateKey: aes as CryptoKey,
    })
    await expect(other.ready()).rejects.toMatchObject({ code: 'KEY_UNSUPPORTED' })
  })

  it('signs without WebCrypto', async () => {
    const pair = pairOf('API_KEY_CURVE_P256')
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const stamps = [
      await new ApiKeyStamper(pair).stamp(BODY),
      await new (await browserStamper())(pair).stamp(BODY),
    ]
    vi.unstubAllGlobals()
    expect(await Promise.all(stamps.map((stamp) => verified(stamp)))).toEqual([true, true])
  })
})

it('writes minimal DER', async () => {
  const stamper = new ApiKeyStamper(pairOf('API_KEY_CURVE_P256'))
  const lengths = new Set<number>()
  for (let n = 0; n < 300; n++) {
    const { stampHeaderValue } = await stamper.stamp(`{"n":${n}}`)
    // The engine accepts only minimal DER.
    expect(await verifyStamp(parseStampHeader(stampHeaderValue), toUtf8(`{"n":${n}}`))).toBe(true)
    const { signature } = JSON.parse(new TextDecoder().decode(fromBase64url(stampHeaderValue)))
    lengths.add(signature.length / 2)
  }
  expect(lengths.size).toBeGreaterThan(2)
})

it("doesn't expose the private key", () => {
  const pair = pairOf('API_KEY_CURVE_P256')
  const stamper = new ApiKeyStamper(pair)
  expect(JSON.stringify(stamper)).not.toContain(pair.apiPrivateKey)
  expect(Object.keys(stamper)).toEqual(['publicKey', 'curve'])
})
