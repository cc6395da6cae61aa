/** ID tokens, and the keys of their issuers. */
import { limits } from '@keywright/contract'
import { signSessionToken, toBase64url, toUtf8, verifySessionToken } from '@keywright/keys'
import { claimsOf } from '../../src/calls/oauthProviders/readIdentity.ts'
import { verifyToken } from '../../src/calls/oauthProviders/verifyToken.ts'
import { inOnePiece, many, numbered } from './worst.ts'

const ISSUER = 'https://issuer.example'
/** Longer tokens are rejected. */
const LENGTH = 16_384
const part = (text: string) => toBase64url(toUtf8(text))
const HEADER = '{"alg":"RS256"}'
const CLAIMS = `{"iss":"${ISSUER}","sub":"a","aud":"b","exp":4102444800}`
const tokenOf = ({ header = HEADER, claims = CLAIMS, signature = 'AAAA' }) =>
  `${part(header)}.${part(claims)}.${signature}`
/** Characters of a part that fits a token. */
const PART = (LENGTH * 3) / 4 - 200
const within = (member: string) => `{"iss":"${ISSUER}","sub":"a","aud":"b","exp":4102444800,${member}}`

interface Sent {
  readonly token: string
  readonly keys?: object[]
}

async function readToken({ token, keys = [rsaKey('AQAB')] }: Sent) {
  await claimsOf(token)
  await verifyToken(token, { keys } as never, ISSUER, new Date(0))
}

const rsaKey = (e: string, bytes = 256, kid?: string) => ({
  kty: 'RSA',
  alg: 'RS256',
  n: toBase64url(new Uint8Array(bytes).fill(0xff)),
  e,
  kid,
})

export const idTokens = inOnePiece(readToken, [
  ['dots', () => ({ token: '.'.repeat(limits.smallBodyBytes) })],
  ['members', () => ({ token: tokenOf({ claims: within(numbered(1_200, (n) => `"${n}":0`)) }) })],
  [
    'nested lists',
    () => ({ token: tokenOf({ claims: within(`"a":${'['.repeat(5_000)}${']'.repeat(5_000)}`) }) }),
  ],
  ['audiences', () => ({ token: tokenOf({ claims: `{"aud":[${many(PART, '"a"', ',')}]}` }) })],
  [
    'members of the header',
    () => ({ token: tokenOf({ header: `{"alg":"RS256",${numbered(1_000, (n) => `"${n}":0`)}}` }) }),
  ],
  [
    'critical members',
    () => ({ token: tokenOf({ header: `{"alg":"RS256","crit":[${many(9_000, '"b64"', ',')}]}` }) }),
  ],
  ['a signature', () => ({ token: tokenOf({ signature: 'A'.repeat(PART) }) })],
  [
    'keys',
    () => ({ token: tokenOf({}), keys: Array.from({ length: 100 }, (_, n) => rsaKey('AQAB', 256, `${n}`)) }),
  ],
  ['a modulus', () => ({ token: tokenOf({ signature: 'A'.repeat(2_730) }), keys: [rsaKey('AQAB', 2_048)] })],
  [
    'a modulus that is too long',
    () => ({
      token: tokenOf({ signature: 'A'.repeat(9_000) }),
      keys: [rsaKey('AQAB', limits.issuerBytes / 2)],
    }),
  ],
  [
    'an exponent',
    () => ({
      token: tokenOf({ signature: 'A'.repeat(512) }),
      keys: [rsaKey(toBase64url(new Uint8Array(384).fill(0xff).with(0, 0x7f)), 384)],
    }),
  ],
])

const secret = new Uint8Array(32).fill(7)
const point = new Uint8Array(33).fill(2)

/** Our own tokens, which any caller can send. */
export const sessionTokens = inOnePiece(
  (token: string) => verifySessionToken(token, point),
  [
    ['dots', () => '.'.repeat(limits.bodyBytes)],
    [
      'members',
      () => signSessionToken(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, 0])), secret),
    ],
    [
      'nested lists',
      () => tokenOf({ header: '{"alg":"ES256"}', claims: `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}` }),
    ],
  ],
)
