import {
  addressFormats,
  addressOf,
  type Curve,
  defaultCurveOf,
  generatePrivateKey,
  type Payload,
  publicKeyOf,
  sign,
  signableBytes,
  signingAlgorithmOf,
  toHex,
} from '@keywright/keys'
import { seededRandom } from '@keywright/keys/test'
import { describe, expect, it, test } from 'vitest'
import { inspectSignature, type SignatureQuestion } from './inspectSignature.ts'

const random = seededRandom('signature verifier')
const payload: Payload = {
  payload: 'Hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
}

function signedOn(curve: Curve) {
  const hashFunction = curve === 'CURVE_ED25519' ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_SHA256'
  const asked = { ...payload, hashFunction } as const
  const privateKey = generatePrivateKey(curve, random)
  const { r, s, v } = sign(signingAlgorithmOf(curve), signableBytes(asked, curve), privateKey)
  return { asked, r, s, v, publicKey: publicKeyOf(curve, privateKey) }
}
const statesOf = async (question: SignatureQuestion) =>
  (await inspectSignature(question)).steps.map(({ state }) => state)
const foundIn = async (question: SignatureQuestion) =>
  (await inspectSignature(question)).steps.find(({ state }) => state === 'failed')?.found
const PASSED = Array(4).fill('passed')

describe('secp256k1', () => {
  const { asked, r, s, v, publicKey } = signedOn('CURVE_SECP256K1')
  const ask = (change: Partial<SignatureQuestion>) => ({
    ...asked,
    signature: r + s + v,
    signer: toHex(publicKey),
    ...change,
  })
  const own = addressFormats.filter(
    (format) => defaultCurveOf(format) === 'CURVE_SECP256K1' && !format.endsWith('P2TR'),
  )

  it.each(own)('verifies for an address of %s, with and without v', async (format) => {
    const signer = addressOf(format, publicKey)
    expect(await statesOf(ask({ signer }))).toEqual(PASSED)
    expect(await statesOf(ask({ signer, signature: r + s }))).toEqual(PASSED)
  })

  it.each([
    [`0x${r}${s}1${v[1] === '0' ? 'b' : 'c'}`],
    [JSON.stringify({ r, s, v }, null, 2)],
    [`r: 0x${r}\ns: 0x${s}\nv: 0x${v}`],
  ])('reads the signature %s', async (signature) => {
    expect(await statesOf(ask({ signature }))).toEqual(PASSED)
  })

  it('recovers the signer', async () => {
    const { publicKey: found, addresses } = await inspectSignature(ask({ signer: '' }))
    expect(found).toBe(toHex(publicKey))
    expect(Object.fromEntries(addresses)['ADDRESS_FORMAT_ETHEREUM']).toBe(
      addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey),
    )
  })

  it('rejects another payload, key or v', async () => {
    const other = signedOn('CURVE_SECP256K1').publicKey
    const flipped = v === '00' ? '01' : '00'
    expect(await foundIn(ask({ payload: 'Hell0' }))).toContain('doesn’t verify')
    expect(await foundIn(ask({ signer: toHex(other) }))).toContain('doesn’t verify')
    expect(await foundIn(ask({ signer: addressOf('ADDRESS_FORMAT_ETHEREUM', other) }))).toContain('is by 0x')
    expect(
      await foundIn(
        ask({ signer: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey), signature: r + s + flipped }),
      ),
    ).toContain('is by 0x')
  })

  it.each([
    ['no signature', { signature: '' }, '0 bytes'],
    ['an invalid v', { signature: `${r}${s}07` }, 'v is 7'],
    ['a word as the signer', { signer: 'Alice!' }, 'neither an address nor'],
    ['neither signer nor v', { signer: '', signature: r + s }, 'two keys'],
    ['a Sui address', { signer: `0x${'ab'.repeat(32)}` }, 'public key'],
    ['a Taproot address', { signer: addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', publicKey) }, 'Schnorr'],
    ['invalid hex', { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const }, 'hexadecimal'],
    ['zeros', { signature: '0'.repeat(130), signer: '' }, 'damaged'],
  ])('explains what is wrong with %s', async (_, change, words) => {
    expect(await foundIn(ask(change))).toContain(words)
  })
})

test('verifies Ed25519 by public key and by Solana address', async () => {
  const { asked, r, s, publicKey } = signedOn('CURVE_ED25519')
  for (const signer of [toHex(publicKey), addressOf('ADDRESS_FORMAT_SOLANA', publicKey)]) {
    expect(await statesOf({ ...asked, signature: r + s, signer })).toEqual(PASSED)
    expect(await statesOf({ ...asked, payload: 'x', signature: r + s, signer })).toContain('failed')
  }
})
