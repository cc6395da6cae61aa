/**
 * Two thousand stamps of every public stamper, because rare encodings of signatures would otherwise be rejected only now
 * and then. The rare encodings occur once in 256 signatures, so each occurs about eight times here. Encodings that are
 * rarer by another byte would need far more than ten thousand stamps.
 */
import { apiKeyStamper, createTestEngine, type TestEngine } from '@keywright/engine/test'
import {
  type ApiKeyPair,
  parseHex,
  parseStampHeader,
  personalMessageDigest,
  type StampScheme,
  toHex,
  toUtf8,
  verifyStamp,
} from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ApiKeyStamper as NewApiKeyStamper } from 'api-key-stamper-new'
import { beforeAll, expect, it } from 'vitest'
import * as newWallet from 'wallet-stamper-new'
import * as oldWallet from 'wallet-stamper-old'
import { type PublicStamper, publicApiKeyStamper, publicStamperOf } from './support/stampers.ts'

const STAMPS = 2_000
/** One in this many stamps with a common encoding is sent to the engine. */
const IN_ENGINE = 10

let engine: TestEngine
let world: Awaited<ReturnType<TestEngine['organization']>>

beforeAll(async () => {
  engine = createTestEngine('stampers')
  world = await engine.organization()
})

/** An API key of the root user. */
async function newKey(curve: ApiKeyPair['curve'] = 'API_KEY_CURVE_P256'): Promise<ApiKeyPair> {
  const key = engine.apiKey(curve)
  await world.root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
    userId: world.rootUserId,
    apiKeys: [{ apiKeyName: key.publicKey, publicKey: key.publicKey, curveType: curve }],
  })
  return key
}

/** A wallet in a browser: it signs personal messages (EIP-191), and answers `r ‖ s ‖ v` in hex. */
function ethereumWallet({ privateKey }: ApiKeyPair) {
  const scalar = parseHex(privateKey, 'private key')
  return {
    signMessage: async (message: string) => {
      const options = { prehash: false, format: 'recovered' } as const
      const [v, ...rs] = secp256k1.sign(personalMessageDigest(toUtf8(message)), scalar, options)
      return `0x${toHex(Uint8Array.of(...rs, v! + 27))}`
    },
  }
}

function solanaWallet({ privateKey, publicKey }: ApiKeyPair) {
  const seed = parseHex(privateKey, 'private key')
  return {
    signMessage: async (message: string) => toHex(ed25519.sign(toUtf8(message), seed)),
    getPublicKey: async () => publicKey,
  }
}

async function walletStamper({ WalletStamper, WalletType }: typeof newWallet, chain: 'Ethereum' | 'Solana') {
  const isSolana = chain === 'Solana'
  const key = await newKey(isSolana ? 'API_KEY_CURVE_ED25519' : 'API_KEY_CURVE_SECP256K1')
  const wallet = isSolana ? solanaWallet(key) : ethereumWallet(key)
  return new WalletStamper({ ...wallet, type: WalletType[chain] } as never) as PublicStamper
}

/** Cryptography of other hosts, which the newer stamper lets its user choose. */
async function newStamperOn(runtimeOverride: 'browser' | 'node' | 'purejs'): Promise<PublicStamper> {
  const { publicKey, privateKey } = await newKey()
  return new NewApiKeyStamper({
    apiPublicKey: publicKey,
    apiPrivateKey: privateKey,
    runtimeOverride,
  } as never)
}

async function passkeyStamper(age: 'old' | 'new'): Promise<PublicStamper> {
  const passkey = engine.passkey()
  await world.root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
    userId: world.rootUserId,
    authenticators: [passkey.register(age)],
  })
  const client = engine.client(
    world.organizationId,
    Object.assign(apiKeyStamper(world.rootKey), { apiKey: undefined, passkey }),
  )
  return publicStamperOf(client, age)
}

const P256: StampScheme = 'SIGNATURE_SCHEME_TK_API_P256'

it.each<[name: string, make: () => Promise<PublicStamper>, scheme?: StampScheme]>([
  ['API keys, old', async () => publicApiKeyStamper(await newKey(), 'old'), P256],
  ['API keys in a browser, new', () => newStamperOn('browser'), P256],
  ['API keys in Node, new', () => newStamperOn('node'), P256],
  ['API keys in plain JavaScript, new', () => newStamperOn('purejs'), P256],
  [
    'Ethereum wallets, old',
    () => walletStamper(oldWallet as never, 'Ethereum'),
    'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
  ],
  [
    'Ethereum wallets, new',
    () => walletStamper(newWallet, 'Ethereum'),
    'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
  ],
  [
    'Solana wallets, old',
    () => walletStamper(oldWallet as never, 'Solana'),
    'SIGNATURE_SCHEME_TK_API_ED25519',
  ],
  ['Solana wallets, new', () => walletStamper(newWallet, 'Solana'), 'SIGNATURE_SCHEME_TK_API_ED25519'],
  ['passkeys, old', () => passkeyStamper('old')],
  ['passkeys, new', () => passkeyStamper('new')],
])(
  'two thousand stamps: %s',
  async (name, make, scheme) => {
    const stamper = await make()
    let needlessZeros = 0
    for (let n = 0; n < STAMPS; n++) {
      const text = bodyOf(n)
      const { stampHeaderName, stampHeaderValue } = await stamper.stamp(text)
      if (scheme) {
        const stamp = parseStampHeader(stampHeaderValue)
        expect(stamp.scheme).toBe(scheme)
        const isUnusual = hasNeedlessZero(stamp.signature)
        if (isUnusual) needlessZeros++
        if (!(await verifyStamp(stamp, toUtf8(text)))) expect.fail(`${name}, stamp ${n}: ${stampHeaderValue}`)
        // What the engine does with a stamp that verifies is the same each time.
        if (!isUnusual && n % IN_ENGINE !== 0) continue
      }
      const response = await engine.handle(
        new Request('http://localhost/public/v1/query/whoami', {
          method: 'POST',
          body: text,
          headers: { [stampHeaderName]: stampHeaderValue },
        }),
      )
      if (response.status !== 200)
        expect.fail(`${name}, stamp ${n}: ${stampHeaderValue} ${await response.text()}`)
    }
    // The reason why this test is here.
    if (name.startsWith('Ethereum')) expect(needlessZeros).toBeGreaterThan(0)
  },
  600_000,
)

/** The same question each time, in other bytes: the number stands in its white space. */
function bodyOf(n: number): string {
  const space = n.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')
  return `{"organizationId":"${world.organizationId}"${space}}`
}

/** Whether r or s begins with a zero that X.690 §8.3.2 does not allow: 02, length, 00, and a byte below 80. */
function hasNeedlessZero(signature: string): boolean {
  const [, r, s] = /^30..02..(.*?)02(?:20|21)(.*)$/.exec(signature) ?? []
  return [r, s].some((integer) => integer !== undefined && /^00[0-7]/.test(integer))
}
