import { describe, expect, expectTypeOf, it } from 'vitest'
import { errorsOf } from './callErrors.ts'
import { facts } from './facts.ts'
import {
  ApiError,
  type CallName,
  callList,
  type ErrorCode,
  type ErrorParams,
  errors,
  fillMessage,
  grpcStatus,
} from './index.ts'
import { errorRows } from './tables.ts'
import { errorWords } from './words.ts'

// Every documented situation with its HTTP status and gRPC number.
const SITUATIONS: readonly [string, number, number][] = [
  ['body is not JSON / not an object', 400, 3],
  ['required member missing, wrong type, unknown enum member', 400, 3],
  ['unknown member inside `parameters`', 400, 3],
  ['`type` unknown or not of this path', 400, 3],
  ['`organizationId` not a UUID', 400, 3],
  ['organization unknown', 404, 5],
  ['no stamp at all', 401, 16],
  ['stamp not base64url / not JSON / members missing', 401, 16],
  ['key or passkey not known in the organization (nor its parent)', 401, 16],
  ['passkey unknown (variant)', 401, 16],
  ['signature does not verify (API key / WebAuthn)', 401, 16],
  ['scheme does not fit the key', 401, 16],
  ['API key expired', 401, 16],
  ['credential found in several sub-organizations (whoami by parent id)', 401, 16],
  ['read-only session expired or forged', 401, 16],
  ['read-only session used for a submit', 403, 7],
  ['`timestampMs` older than 1 h or over 5 min ahead', 400, 3],
  ['submit stamped by a user of another organization (parent into child)', 400, 3],
  ['sub-organization asked to create a sub-organization', 400, 3],
  ['policy engine: nothing allows', 403, 7],
  ['policy engine: explicit deny', 403, 7],
  ['root-only activity by a non-member', 403, 7],
  ['feature switched off (email auth, OTP, recovery)', 403, 7],
  ['import for another user', 403, 7],
  ['query for an unknown resource id', 404, 5],
  ['unknown activity id / fingerprint', 404, 5],
  ['`signWith` names no key here', 404, 5],
  ['`export_wallet_account` of an unknown address', 404, 5],
  ['user named in an intent unknown', 404, 5],
  ['unknown path', 404, 5],
  ['wrong method', 405, 12],
  ['policy name taken', 400, 3],
  ['name of wallet, key, tag, user taken', 409, 6],
  ['path already used in the wallet', 409, 6],
  ['same seed or key imported twice', 409, 6],
  ['invalid condition / consensus', 400, 3],
  ['quorum threshold zero, above the number of users, no users', 400, 3],
  ['quorum names an unknown user', 400, 3],
  ['deleting a quorum member', 400, 3],
  ['`mnemonicLength` outside 12/15/18/21/24', 400, 3],
  ['bad path, path format, curve, address format, or a pair that does not fit', 400, 3],
  ['limit outside 1–100, bad cursor', 400, 3],
  ['`expirationSeconds` not a positive whole number', 400, 3],
  ['public key not a point of its curve; bad target public key', 400, 3],
  ['attestation unreadable, or for another challenge or origin', 400, 3],
  ['user left without a long-lived credential', 400, 3],
  ['payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve', 400, 3],
  ['unsigned transaction does not parse, is already signed, or belongs to another signer', 400, 3],
  ['transaction type not supported by the key', 400, 3],
  ['import bundle does not open, bad checksum, key out of range', 400, 3],
  ['deleting unexported keys without the flag', 400, 3],
  ['no user with that email or phone', 404, 5],
  ['wrong, used, expired or locked OTP code; unknown otpId', 400, 3],
  ['bad magic link template / template variables', 400, 3],
  ['OIDC token unreadable, unsigned, expired, wrong nonce, unregistered identity', 400, 3],
  ['eleventh long-lived key or authenticator', 429, 8],
  ['organization resource limit reached', 429, 8],
  ['too many requests', 429, 8],
  ['not built', 501, 12],
  ['our fault', 500, 13],
]

describe('the catalogue', () => {
  it.each(SITUATIONS)('covers: %s', (situation, http, grpc) => {
    const rows = errorRows().filter((row) => row.situation === situation)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect([row.code, row.http, row.grpc]).toEqual([row.code, http, grpc])
  })

  it.each(errorRows())('$code reads as one lower-case fragment, with cause and help as sentences', (row) => {
    expect(row.code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/)
    expect(row.message).toMatch(/^(`|\{|[a-z]|HASH_|OIDC)/)
    expect(row.message).not.toMatch(/\.$/)
    expect(row.message.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/)
    for (const sentence of [row.cause, row.help]) expect(sentence).toMatch(/^(`|[A-Z]).*\.$/)
    expect(row.situation).not.toBe('')
  })

  it('says each message once', () => {
    const messages = errorRows().map((row) => row.message)
    expect(new Set(messages).size).toBe(messages.length)
    expect(Object.keys(errorWords).sort()).toEqual(Object.keys(errors).sort())
  })

  it('answers 5xx only for what no caller can send', () => {
    const ours = errorRows().filter((row) => row.http >= 500)
    expect(ours.map((row) => row.code).sort()).toEqual([
      'INTERNAL',
      'ISSUER_UNREACHABLE',
      'NOT_BUILT',
      'ROW_ALTERED',
      'SEALED',
      'STORE_UNAVAILABLE',
    ])
  })

  it('is raised: every error belongs to a call or to the server around the calls', () => {
    const raised = new Set(callList.flatMap((call) => errorsOf(call.name)))
    const around: ErrorCode[] = [
      'PATH_NOT_FOUND',
      'HOST_NOT_ALLOWED',
      'ORIGIN_NOT_ALLOWED',
      'HTTP_MALFORMED',
      'HTTP_ADDRESS_MALFORMED',
      'HTTP_TIMEOUT',
      'HTTP_HEADERS_TOO_LARGE',
      'HTTP_EXPECTATION_UNKNOWN',
      'HOST_INPUT_INVALID',
      'HOST_RESOURCE_NOT_FOUND',
      'SHARE_REFUSED',
      'NOT_BUILT',
      'ROW_ALTERED',
      'SEALED',
      'RESOURCE_CHANGED',
    ]
    const format: ErrorCode[] = ['NUMBER_MALFORMED']
    const orphans = errorRows().filter(
      ({ code }) => !raised.has(code) && ![...around, ...format].includes(code),
    )
    expect(orphans.map((row) => row.code)).toEqual([])
  })
})

describe('the errors of a call', () => {
  it.each(callList.map((call) => call.name))('%s exist and are listed once', (name) => {
    const codes = errorsOf(name)
    expect(codes.filter((code) => !Object.hasOwn(errors, code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
  })
})

describe('ApiError', () => {
  it('carries name, numbers and body', () => {
    const error = new ApiError('THRESHOLD_TOO_HIGH', { threshold: 3, users: 2 }, { field: 'threshold' })
    expect(error).toBeInstanceOf(Error)
    expect([error.code, error.status, error.grpc]).toEqual(['THRESHOLD_TOO_HIGH', 400, 3])
    const message = 'root quorum threshold 3 is higher than the number of root users (2)'
    expect(error.toBody()).toEqual({
      code: 3,
      message,
      details: [
        { '@type': 'type.googleapis.com/errors.v1.ErrorCode', errorCode: 'THRESHOLD_TOO_HIGH' },
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'threshold', description: message }],
        },
      ],
    })
  })

  it.each(['DENIED_BY_POLICY', 'NOT_PERMITTED_BY_POLICY'] as const)(
    '%s says how to see the clauses',
    (code) => {
      expect(errorWords[code].help).toContain('`keywright policy explain --body`')
      expect(errorWords[code].help).toContain(`\`${'get_policy_evaluations' satisfies CallName}\``)
    },
  )

  it('lists the outcome of each policy', () => {
    const policyEvaluations = [{ policyId: 'p', outcome: 'OUTCOME_DENY_EXPLICIT' }]
    const error = new ApiError('DENIED_BY_POLICY', { policyIds: ['p', 'q'] }, { policyEvaluations })
    expect(error.message).toBe('denied by policy p, q')
    expect(error.details[1]).toEqual({
      '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError',
      message: 'denied by policy p, q',
      policyEvaluations,
    })
  })

  it('keeps the cause to itself', () => {
    const error = new ApiError('INTERNAL', { errorId: 'e-1' }, { cause: new Error('secret') })
    expect((error.cause as Error).message).toBe('secret')
    expect(JSON.stringify(error.toBody())).not.toContain('secret')
  })

  it('uses the one HTTP status that differs from its gRPC status', () => {
    expect(new ApiError('METHOD_NOT_ALLOWED', { method: 'GET' }).status).toBe(405)
    expect(grpcStatus.UNIMPLEMENTED.http).toBe(501)
  })

  it('asks for exactly the parameters of its message', () => {
    expectTypeOf<keyof ErrorParams<'THRESHOLD_TOO_HIGH'>>().toEqualTypeOf<'threshold' | 'users'>()
    expectTypeOf<keyof ErrorParams<'OTP_INVALID'>>().toEqualTypeOf<never>()
    // @ts-expect-error users is missing
    new ApiError('THRESHOLD_TOO_HIGH', { threshold: 1 })
    // @ts-expect-error no such error
    expect(() => new ApiError('NO_SUCH_ERROR')).toThrow(TypeError)
    expect(new ApiError('OTP_INVALID').message).toContain('one-time code')
  })
})

describe('fillMessage', () => {
  it('does not fill what a value brings along', () => {
    expect(fillMessage('{a} {b}', { a: '{b}', b: '$&' })).toBe('{b} $&')
  })
})

it('messages state the limits', () => {
  expect(errors.NAME_LENGTH.message).toContain(`1 to ${facts.nameLength.text} characters`)
  expect(errors.PAGE_LIMIT_OUT_OF_RANGE.message).toContain(`"${facts.pageMax.text}"`)
  expect(errors.MNEMONIC_LENGTH_INVALID.message).toContain(facts.mnemonicLengths.text)
  expect([facts.timestampMaxAge.text, facts.timestampMaxAhead.text]).toEqual(['1 hour', '5 minutes'])
  expect(errors.TIMESTAMP_TOO_OLD.message).toContain('older than one hour')
  expect(errors.TIMESTAMP_TOO_FAR_AHEAD.message).toContain('more than five minutes ahead')
})
