import { createPublicKey, verify } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { parseBase64url, toBase64url, toUtf8 } from './encoding.ts'
import { sha256 } from './hash.ts'
import { generateP256KeyPair, uncompressP256PublicKey } from './p256.ts'
import {
  signOpaqueToken,
  signSessionToken,
  signVerificationToken,
  verifyOpaqueToken,
  verifySessionToken,
  verifyVerificationToken,
} from './token.ts'

const { privateKey, publicKey } = generateP256KeyPair(seededRandom('token'))
const point = uncompressP256PublicKey(publicKey)
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: toBase64url(point.subarray(1, 33)),
  y: toBase64url(point.subarray(33)),
}
const claims = {
  exp: 1893456000,
  public_key: '02',
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: 'u',
  organization_id: 'o',
}
const secret = new Uint8Array(32).fill(7)

describe('session tokens', () => {
  const token = signSessionToken(claims, privateKey)

  it('come back', () => {
    expect(verifySessionToken(token, publicKey)).toEqual(claims)
  })

  it('are signed over the hash applied twice, as a second library sees it', () => {
    const [header, payload, signature] = token.split('.')
    const once = sha256(toUtf8(`${header}.${payload}`))
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', once, key, parseBase64url(signature!, 'signature'))).toBe(true)
    expectKeysError('TOKEN_SIGNATURE_MISMATCH', () => verifyVerificationToken(token, publicKey))
  })
})

describe('verification tokens', () => {
  it('are ordinary ES256 tokens for a second library', async () => {
    const token = signVerificationToken({ id: 'x', contact: 'user@example.com' }, privateKey)
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(jwk, 'ES256'))
    expect(payload).toEqual({ id: 'x', contact: 'user@example.com' })
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT' })
    expect(verifyVerificationToken(token, publicKey)).toEqual(payload)
  })
})

describe('opaque tokens', () => {
  it('come back to the holder of the secret only', () => {
    const token = signOpaqueToken(claims, secret)
    expect(verifyOpaqueToken(token, secret)).toEqual(claims)
    expectKeysError('TOKEN_SIGNATURE_MISMATCH', () => verifyOpaqueToken(token, new Uint8Array(32)))
    const other = signOpaqueToken({ ...claims, user_id: 'v' }, secret)
    const forged = `${other.split('.')[0]}.${token.split('.')[1]}`
    expectKeysError('TOKEN_SIGNATURE_MISMATCH', () => verifyOpaqueToken(forged, secret))
  })
})

it('malformed tokens are rejected', () => {
  const none = toBase64url(toUtf8(JSON.stringify({ alg: 'none', typ: 'JWT' })))
  for (const token of ['', '.', '..', 'a.b', '%.%.%', `${none}.e30.`, 'x'.repeat(20_000)]) {
    expectKeysError('TOKEN_MALFORMED', () => verifySessionToken(token, publicKey))
  }
  for (const token of ['', 'a.b.c', '%.%'])
    expectKeysError('TOKEN_MALFORMED', () => verifyOpaqueToken(token, secret))
})
