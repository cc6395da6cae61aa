import { describe, expect, it } from 'vitest'
import { seededRandom } from '../test/index.ts'
import { examineStamp } from './examineStamp.ts'
import {
  createStamp,
  generateApiKeyPair,
  parseHex,
  type Stamp,
  sha256,
  toHex,
  toStampHeader,
  toUtf8,
} from './index.ts'

const random = seededRandom('stamps')
const p256 = generateApiKeyPair(random)
const secp256k1 = generateApiKeyPair(random, 'API_KEY_CURVE_SECP256K1')
const ed25519 = generateApiKeyPair(random, 'API_KEY_CURVE_ED25519')
const body = '{"organizationId":"7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10"}'

const stampOf = (text: string | Uint8Array) =>
  createStamp('SIGNATURE_SCHEME_TK_API_P256', typeof text === 'string' ? toUtf8(text) : text, p256.privateKey)
const good = stampOf(body)
const headerOf = (members: object) => toStampHeader(members as Stamp)
const examine = (header: string, sent: string | Uint8Array = body) =>
  examineStamp(header, typeof sent === 'string' ? toUtf8(sent) : sent)

describe('a valid stamp', () => {
  it.each([
    ['SIGNATURE_SCHEME_TK_API_P256', p256],
    ['SIGNATURE_SCHEME_TK_API_SECP256K1', secp256k1],
    ['SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', secp256k1],
    ['SIGNATURE_SCHEME_TK_API_ED25519', ed25519],
  ] as const)('%s', async (scheme, key) => {
    const report = await examine(headerOf(createStamp(scheme, toUtf8(body), key.privateKey)))
    expect(report.isValid).toBe(true)
    expect(report.steps.map(({ name }) => name)).toEqual([
      'base64url',
      'JSON',
      'scheme',
      'public key',
      'signature form',
      'signature',
    ])
  })

  it('may be passed with the name of its header', async () => {
    expect((await examine(`X-Stamp: ${headerOf(good)}\n`)).isValid).toBe(true)
  })
})

function signatureWith(change: (bytes: number[]) => void): string {
  const bytes = [...parseHex(good.signature, 'signature')]
  change(bytes)
  return toHex(Uint8Array.from(bytes))
}

describe('the first failed step', () => {
  const cases: readonly [string, string, string, RegExp, RegExp?][] = [
    ['an empty header', '', 'base64url', /empty/],
    ['plain JSON', JSON.stringify(good), 'base64url', /plain JSON/, /base64url/],
    ['plain base64', 'ab+cd', 'base64url', /character 3 is `\+`/, /plain base64/],
    ['a truncated header', 'abcde', 'base64url', /5 characters/],
    ['bytes', '_____w', 'base64url', /not UTF-8/],
    ['text', 'aGVsbG8', 'JSON', /not JSON/],
    [
      'a missing field',
      headerOf({ ...good, publicKey: undefined } as object),
      'JSON',
      /`publicKey` is missing/,
    ],
    [
      'an unknown scheme',
      headerOf({ ...good, scheme: 'P256' }),
      'scheme',
      /`P256` is not a scheme/,
      /TK_API_P256/,
    ],
    ['a 0x prefix', headerOf({ ...good, publicKey: `0x${good.publicKey}` }), 'public key', /starts with 0x/],
    [
      'an invalid digit',
      headerOf({ ...good, publicKey: `zz${good.publicKey.slice(2)}` }),
      'public key',
      /character 1 is `z`/,
    ],
    [
      'a short key',
      headerOf({ ...good, publicKey: good.publicKey.slice(2) }),
      'public key',
      /32 bytes.*have 33/,
    ],
    [
      'an invalid point prefix',
      headerOf({ ...good, publicKey: `05${good.publicKey.slice(2)}` }),
      'public key',
      /byte 1 is 05/,
    ],
    [
      'bytes that are not a point',
      headerOf({ ...good, publicKey: `02${'ff'.repeat(32)}` }),
      'public key',
      /not a point/,
    ],
    [
      'an invalid first byte of a signature',
      headerOf({
        ...good,
        signature: signatureWith((b) => {
          b[0] = 0x31
        }),
      }),
      'signature form',
      /byte 1 is 31/,
    ],
    [
      'a truncated signature',
      headerOf({ ...good, signature: good.signature.slice(0, -2) }),
      'signature form',
      /byte 2 declares/,
    ],
    [
      'a signature with an invalid r',
      headerOf({
        ...good,
        signature: signatureWith((b) => {
          b[2] = 0x03
        }),
      }),
      'signature form',
      /byte 3 is 03, but r starts with 02/,
    ],
    [
      'a signature with an odd number of digits',
      headerOf({ ...good, signature: `${good.signature}0` }),
      'signature form',
      /odd number of hexadecimal digits/,
    ],
    [
      'a signature of r and s',
      headerOf({ ...good, signature: '11'.repeat(64) }),
      'signature form',
      /r and s, not DER/,
      /use the DER form: 3044/,
    ],
  ]
  it.each(cases)('%s', async (...[, header, step, note, hint]) => {
    const report = await examine(header)
    expect(report.isValid).toBe(false)
    expect(report.steps.at(-1)).toMatchObject({ name: step, isOk: false, note: expect.stringMatching(note) })
    expect(report.steps.slice(0, -1).every(({ isOk }) => isOk)).toBe(true)
    if (hint) expect(report.hint).toMatch(hint)
  })

  it('suggests the compressed form of an uncompressed key', async () => {
    const { uncompressP256PublicKey } = await import('@keywright/keys')
    const publicKey = toHex(uncompressP256PublicKey(parseHex(p256.publicKey, 'key')))
    const report = await examine(headerOf({ ...good, publicKey }))
    expect(report.hint).toContain(p256.publicKey)
  })
})

describe('a different signed text is detected', () => {
  const pretty = JSON.stringify(JSON.parse(body), undefined, 2)
  const two = '{"b":1,"a":[1,2]}'
  const cases: readonly (readonly [string, string | Uint8Array, string, RegExp])[] = [
    ['a newline was added', body, `${body}\n`, /without its trailing newline/],
    ['a newline was removed', `${body}\n`, body, /with a trailing newline/],
    ['line endings were changed', pretty, pretty.replaceAll('\n', '\r\n'), /from LF to CR LF/],
    ['a byte order mark was added', body, `\uFEFF${body}`, /byte order mark/],
    ['JSON was reformatted', body, pretty, /signed without spaces/],
    ['JSON was minified', pretty, body, /an indentation of two spaces/],
    ['JSON lost its spaces', '{"b": 1, "a": [1, 2]}', two, /a space after each colon/],
    ['keys were sorted', '{"a":[1,2],"b":1}', two, /sorted keys/],
    ['a hash of a hash', sha256(toUtf8(body)), body, /instead of the body: pass the body/],
    ['the text of a hash', toHex(sha256(toUtf8(body))), body, /hexadecimal SHA-256/],
    ['another body', '{}', body, /the body or the key differs/],
  ]
  it.each(cases)('%s', async (_, signed, sent, hint) => {
    const report = await examine(headerOf(stampOf(signed)), sent)
    expect(report.steps.at(-1)).toMatchObject({ name: 'signature', isOk: false })
    expect(report.hint).toMatch(hint)
  })

  it('another scheme of the same curve', async () => {
    const stamp = createStamp('SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', toUtf8(body), secp256k1.privateKey)
    const report = await examine(headerOf({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }))
    expect(report.hint).toMatch(/uses SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191/)
  })
})
