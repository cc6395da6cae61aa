/** Everything that can be wrong with a request's stamp or session. */
import type { ErrorCode } from '@keywright/contract'
import { createStamp, toBase64url, toStampHeader, toUtf8 } from '@keywright/keys'
import type { World } from '../callCoverage/world.ts'
import type { Passkey, TestEngine } from '../support/index.ts'

type Header = readonly [name: string, value: string]
type ApiKey = ReturnType<TestEngine['apiKey']>

export interface StampCase {
  readonly kind: string
  readonly headers: readonly Header[]
  readonly codes: readonly ErrorCode[]
}

/** Credentials in the world of the cases. */
export interface Stampers {
  /** A valid key of the parent organization. */
  readonly rootKey: ApiKey
  /** A valid passkey of the sub-organization `sub`. */
  readonly passkey: Passkey
  /** A key that has expired. */
  readonly expiredKey: ApiKey
  /** A valid key of another organization, and an unregistered key. */
  readonly strangerKey: ApiKey
  readonly unknownKey: ApiKey
  readonly unknownPasskey: Passkey
  /** A valid session of the root user, a session from another organization, and an expired session. */
  readonly session: string
  readonly strangerSession: string
  readonly expiredSession: string
}

/** Adds the credentials for the cases. Moves the clock by two hours, so that keys and sessions expire. */
export async function addStampers(world: World): Promise<Stampers> {
  const { engine, root, rootKey, stranger, strangerKey, rootUserId, sub } = world
  const expiredKey = engine.apiKey()
  await root.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
    userId: rootUserId,
    apiKeys: [{ apiKeyName: 'short-lived', publicKey: expiredKey.publicKey, expirationSeconds: '60' }],
  })
  const sessionOf = async (client = root) =>
    (await client.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})).session
  const expiredSession = await sessionOf()
  engine.clock.advance({ hours: 2 })
  return {
    rootKey,
    passkey: sub.passkey,
    expiredKey,
    strangerKey,
    unknownKey: engine.apiKey(),
    unknownPasskey: engine.passkey(),
    session: await sessionOf(),
    strangerSession: await sessionOf(stranger),
    expiredSession,
  }
}

const P256 = 'SIGNATURE_SCHEME_TK_API_P256'
const encoded = (value: unknown) => toBase64url(toUtf8(JSON.stringify(value)))

/** Invalid proofs for a body. @param text names the parent organization for API keys and sessions */
export function stampCases(stampers: Stampers, text: string, isSubmit: boolean): StampCase[] {
  const body = toUtf8(text)
  const other = toUtf8(`${text} `)
  const stampBy = (key: ApiKey, of = body) => createStamp(P256, of, key.privateKey)
  const good = stampBy(stampers.rootKey)
  const goodHeader: Header = ['X-Stamp', toStampHeader(good)]
  const goodPasskey: Header = ['X-Stamp-WebAuthn', stampers.passkey.stamp(body)]
  const session: Header = ['X-Session', stampers.session]
  const make = (kind: string, codes: ErrorCode | readonly ErrorCode[], ...headers: Header[]): StampCase => ({
    kind,
    headers,
    codes: typeof codes === 'string' ? [codes] : codes,
  })
  const malformed = (value: string) => make('malformed stamp', 'STAMP_MALFORMED', ['X-Stamp', value])
  const malformedPasskey = (value: string) =>
    make('malformed stamp', 'STAMP_MALFORMED', ['X-Stamp-WebAuthn', value])
  const altered = (change: object) =>
    make(
      'altered request',
      ['API_KEY_SIGNATURE_INVALID', 'STAMP_MALFORMED'],
      ['X-Stamp', encoded({ ...good, ...change })],
    )
  const flipped = good.signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  const passkey = JSON.parse(goodPasskey[1]) as Record<string, string>
  const alteredPasskey = (change: object, code: ErrorCode = 'PASSKEY_ASSERTION_INVALID') =>
    make('altered request', code, ['X-Stamp-WebAuthn', JSON.stringify({ ...passkey, ...change })])

  return [
    make('no stamp', 'STAMP_MISSING'),
    make('two stamps', 'STAMPS_AMBIGUOUS', goodHeader, goodPasskey),
    make('two stamps', 'STAMPS_AMBIGUOUS', goodHeader, session),
    make('two stamps', 'STAMPS_AMBIGUOUS', goodHeader, goodPasskey, session),
    make('two stamps', 'STAMP_MALFORMED', goodHeader, goodHeader),
    malformed(''),
    malformed('***'),
    malformed(JSON.stringify(good)),
    malformed(toBase64url(toUtf8('{'))),
    malformed(encoded([])),
    malformed(encoded(null)),
    malformed(encoded({})),
    malformed(encoded({ ...good, publicKey: undefined })),
    malformed(encoded({ ...good, signature: undefined })),
    malformed(encoded({ ...good, scheme: undefined })),
    malformed(encoded({ ...good, publicKey: 7 })),
    malformed(encoded({ ...good, signature: {} })),
    malformed(encoded({ ...good, scheme: 7 })),
    malformed(encoded({ ...good, scheme: null })),
    malformed(encoded({ ...good, scheme: 'toString' })),
    malformed(encoded({ ...good, publicKey: 'zz' })),
    malformed(encoded({ ...good, publicKey: `${good.publicKey}00` })),
    malformed(toBase64url(new Uint8Array(300).fill(0xff))),
    malformed('A'.repeat(20_000)),
    malformedPasskey(''),
    malformedPasskey('x'),
    malformedPasskey('[]'),
    malformedPasskey('null'),
    malformedPasskey(toBase64url(toUtf8(goodPasskey[1]))),
    malformedPasskey(JSON.stringify({ ...passkey, signature: 7 })),
    malformedPasskey(JSON.stringify({ ...passkey, clientDataJson: undefined })),
    malformedPasskey(JSON.stringify({ ...passkey, authenticatorData: '***' })),
    malformedPasskey('{'.repeat(20_000)),
    make('wrong scheme', 'STAMP_MALFORMED', [
      'X-Stamp',
      encoded({ ...good, scheme: 'SIGNATURE_SCHEME_RSA' }),
    ]),
    // The key has the right length but another curve.
    make('wrong scheme', 'STAMP_SCHEME_MISMATCH', [
      'X-Stamp',
      encoded({ ...good, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }),
    ]),
    make('wrong scheme', 'STAMP_SCHEME_MISMATCH', [
      'X-Stamp',
      encoded({ ...good, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191' }),
    ]),
    make('wrong scheme', 'STAMP_MALFORMED', [
      'X-Stamp',
      encoded({ ...good, scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' }),
    ]),
    altered({ signature: flipped }),
    altered({ signature: '' }),
    altered({ signature: 'zz' }),
    altered({ signature: '00'.repeat(64) }),
    altered({ signature: good.signature.slice(2) }),
    altered({ signature: stampBy(stampers.rootKey, other).signature }),
    altered({ signature: stampBy(stampers.strangerKey).signature }),
    alteredPasskey({ clientDataJson: JSON.parse(stampers.passkey.stamp(other)).clientDataJson }),
    alteredPasskey({ signature: JSON.parse(stampers.unknownPasskey.stamp(body)).signature }),
    alteredPasskey({ authenticatorData: 'AAAA' }),
    alteredPasskey({ clientDataJson: 'AAAA' }),
    alteredPasskey({ signature: 'AAAA' }),
    make('altered request', 'PASSKEY_ASSERTION_INVALID', ['X-Stamp-WebAuthn', stampers.passkey.stamp(other)]),
    make('unknown key', 'API_KEY_NOT_FOUND', ['X-Stamp', toStampHeader(stampBy(stampers.unknownKey))]),
    make('unknown key', 'PASSKEY_ASSERTION_INVALID', [
      'X-Stamp-WebAuthn',
      stampers.unknownPasskey.stamp(body),
    ]),
    make('key of another organization', 'API_KEY_NOT_FOUND', [
      'X-Stamp',
      toStampHeader(stampBy(stampers.strangerKey)),
    ]),
    make('expired key', 'API_KEY_EXPIRED', ['X-Stamp', toStampHeader(stampBy(stampers.expiredKey))]),
    make('session', 'SESSION_INVALID', ['X-Session', '']),
    make('session', 'SESSION_INVALID', ['X-Session', 'x']),
    make('session', 'SESSION_INVALID', ['X-Session', 'a.b.c']),
    make('session', 'SESSION_INVALID', ['X-Session', `${stampers.session.slice(0, -3)}AAA`]),
    make('session', 'SESSION_INVALID', ['X-Session', 'A'.repeat(50_000)]),
    make('session', 'SESSION_INVALID', ['X-Session', stampers.expiredSession]),
    make('session', 'SESSION_INVALID', ['X-Session', stampers.strangerSession]),
    ...(isSubmit ? [make('session', 'SESSION_READ_ONLY', session)] : []),
  ]
}

/** Cases with a passkey target the sub-organization that knows it; all others target the parent. */
export const isByPasskey = ({ headers }: StampCase): boolean =>
  headers.length === 1 && headers[0]![0] === 'X-Stamp-WebAuthn'
