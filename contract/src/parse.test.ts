import { describe, expect, it } from 'vitest'
import { bodies } from '../test/bodies.ts'
import type { Schema } from './define.ts'
import { entities } from './entities.ts'
import { ApiError, calls, isUuid, parseBody, parseQuery, parseSubmit } from './index.ts'
import { fieldInfosOf, type TypeInfo } from './introspect.ts'

type JsonObject = Record<string, unknown>

const organizationId = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}
const submitOf = (parameters: unknown, more: JsonObject = {}) => ({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  timestampMs: '1734000000000',
  organizationId,
  parameters,
  ...more,
})

/** The refusal of an action: code and the fields to blame. */
function refusal(action: () => unknown) {
  try {
    action()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const violations = error.details.flatMap((detail) =>
      'fieldViolations' in detail ? detail.fieldViolations : [],
    )
    return { code: error.code, status: error.status, fields: violations.map((violation) => violation.field) }
  }
  throw new Error('nothing was refused')
}

const parseWallet = (body: unknown) => () => parseSubmit(calls.create_wallet, body)

describe('parseSubmit', () => {
  it('answers the typed request', () => {
    const body = submitOf({ walletName: 'Treasury', accounts: [account], mnemonicLength: 24 })
    expect(parseSubmit(calls.create_wallet, body)).toEqual(body)
  })

  it('takes null for absent, at every depth, and leaves it out of the intent', () => {
    const body = submitOf({ walletName: 'a', accounts: [{ ...account, name: null }], mnemonicLength: null })
    expect(parseSubmit(calls.create_wallet, body).parameters).toEqual({
      walletName: 'a',
      accounts: [account],
    })
    expect(refusal(parseWallet(submitOf({ walletName: null, accounts: [] })))).toMatchObject({
      code: 'MEMBER_MISSING',
      fields: ['walletName'],
    })
    expect(refusal(parseWallet(submitOf({ walletName: 'a', accounts: [null] })))).toMatchObject({
      code: 'MEMBER_TYPE',
      fields: ['accounts.0'],
    })
  })

  it('ignores unknown members next to the parameters, and rejects them inside', () => {
    const parameters = { walletName: 'a', accounts: [] }
    const parsed = parseSubmit(
      calls.create_wallet,
      submitOf(parameters, { generateAppProofs: true, note: 1 }),
    )
    expect(Object.keys(parsed)).toEqual(['type', 'timestampMs', 'organizationId', 'parameters'])
    expect(refusal(parseWallet(submitOf({ ...parameters, color: 'red' })))).toEqual({
      code: 'MEMBER_UNKNOWN',
      status: 400,
      fields: ['color'],
    })
    expect(
      refusal(parseWallet(submitOf({ walletName: 'a', accounts: [account, { ...account, x: 1 }] }))),
    ).toEqual({ code: 'MEMBER_UNKNOWN', status: 400, fields: ['accounts.1.x'] })
  })

  it('treats members of the prototype as any other', () => {
    const parameters = JSON.parse('{"walletName":"a","accounts":[],"__proto__":{"a":1},"constructor":1}')
    expect(refusal(parseWallet(submitOf(parameters))).fields.sort()).toEqual(['__proto__', 'constructor'])
    const inherited = Object.create({ parameters: {}, type: 'ACTIVITY_TYPE_CREATE_WALLET' })
    expect(refusal(parseWallet(inherited)).code).toBe('MEMBER_MISSING')
  })

  it('names the path of a type that belongs elsewhere', () => {
    const body = submitOf({}, { type: 'ACTIVITY_TYPE_CREATE_USERS' })
    expect(parseWallet(body)).toThrow(
      'activity type `ACTIVITY_TYPE_CREATE_USERS` belongs to /public/v1/submit/create_users, not to /public/v1/submit/create_wallet',
    )
  })

  it.each<[string, JsonObject, string]>([
    ['an unknown type', { type: 'ACTIVITY_TYPE_FLY' }, 'ACTIVITY_TYPE_UNKNOWN'],
    ['a type without a path', { type: 'ACTIVITY_TYPE_CREATE_ORGANIZATION' }, 'ACTIVITY_TYPE_UNKNOWN'],
    ['a type that is a number', { type: 1 }, 'MEMBER_TYPE'],
    ['a type that is null', { type: null }, 'MEMBER_MISSING'],
    ["an organization id that isn't a UUID", { organizationId: 'acme' }, 'ORGANIZATION_ID_MALFORMED'],
    ['an organization id that is a number', { organizationId: 7 }, 'MEMBER_TYPE'],
    ['a time that is a number', { timestampMs: 1734000000000 }, 'MEMBER_TYPE'],
    ["a time that isn't a number", { timestampMs: 'now' }, 'TIMESTAMP_MALFORMED'],
    ['a time that is missing', { timestampMs: null }, 'MEMBER_MISSING'],
    ['parameters that are a list', { parameters: [] }, 'MEMBER_TYPE'],
    ['parameters that are missing', { parameters: null }, 'MEMBER_MISSING'],
  ])('refuses %s', (_, more, code) => {
    expect(refusal(parseWallet(submitOf({ walletName: 'a', accounts: [] }, more)))).toMatchObject({
      code,
      status: 400,
      fields: [Object.keys(more)[0]],
    })
  })

  it.each([[null], [[]], ['text'], [1], [true], [undefined]])('refuses the body %j', (body) => {
    expect(refusal(parseWallet(body))).toEqual({ code: 'BODY_NOT_OBJECT', status: 400, fields: [] })
  })

  it('names the first wrong entry of a list of a quarter of a million, and no more than some', () => {
    const many = (first: unknown) => [...Array(250).fill(account), first, ...Array(250_000).fill({})]
    const refusalOf = (accounts: unknown[]) => refusal(parseWallet(submitOf({ walletName: 'a', accounts })))
    expect(refusalOf(many({ ...account, path: 1 }))).toMatchObject({
      code: 'MEMBER_TYPE',
      fields: ['accounts.250.path'],
    })
    const missing = refusalOf(many({}))
    expect(missing.code).toBe('MEMBER_MISSING')
    expect(missing.fields[0]).toMatch(/^accounts\.250\./)
    expect(missing.fields.length).toBeLessThan(10)
    // Inside of entries too.
    const users = [{ userName: 'a', userTags: [], authenticators: [], oauthProviders: [], apiKeys: many({}) }]
    const parseUsers = () =>
      parseSubmit(calls.create_users, submitOf({ users }, { type: 'ACTIVITY_TYPE_CREATE_USERS_V3' }))
    expect(refusal(parseUsers).fields.length).toBeLessThan(10)
  })

  it('names some of very many unknown members', () => {
    const strangers = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, 1]))
    const { code, fields } = refusal(parseWallet(submitOf({ walletName: 'a', accounts: [], ...strangers })))
    expect(code).toBe('MEMBER_UNKNOWN')
    expect(fields[0]).toBe('m0')
    expect(fields.length).toBeLessThanOrEqual(100)
  })

  it('bounds the depth without overflowing', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(refusal(parseWallet(submitOf(deep))).code).toBe('BODY_TOO_DEEP')
  })

  it('shows long values only in part', () => {
    const body = submitOf({}, { organizationId: 'x'.repeat(10_000) })
    expect(parseWallet(body)).toThrow(/^malformed organization id `x{64}…`$/)
  })

  it.each<[string, JsonObject, string]>([
    ['mnemonicLength', { mnemonicLength: 13 }, 'MNEMONIC_LENGTH_INVALID'],
    ['mnemonicLength', { mnemonicLength: 12.5 }, 'MEMBER_TYPE'],
    ['mnemonicLength', { mnemonicLength: '12' }, 'MEMBER_TYPE'],
    ['walletName', { walletName: '' }, 'NAME_LENGTH'],
    ['walletName', { walletName: 'x'.repeat(256) }, 'NAME_LENGTH'],
  ])('checks %s: %j', (field, more, code) => {
    const body = submitOf({ walletName: 'a', accounts: [], ...more })
    expect(refusal(parseWallet(body))).toMatchObject({ code, fields: [field] })
  })

  it('checks lifetimes, thresholds, contacts', () => {
    const session = (expirationSeconds: unknown) => () =>
      parseSubmit(calls.create_read_write_session, {
        ...submitOf({ targetPublicKey: '04', expirationSeconds }),
        type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
      })
    for (const bad of ['0', '-1', '1.5', '', ' 900', '9e2', '12345678901']) {
      expect(refusal(session(bad)).code, bad).toBe('EXPIRATION_SECONDS_INVALID')
    }
    expect(refusal(session(900)).code).toBe('MEMBER_TYPE')
    expect(session('900')).not.toThrow()

    const quorum = (threshold: unknown) => () =>
      parseSubmit(calls.update_root_quorum, {
        ...submitOf({ threshold, userIds: [] }),
        type: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM',
      })
    expect(refusal(quorum(0)).code).toBe('THRESHOLD_TOO_LOW')
    expect(refusal(quorum(2 ** 31)).code).toBe('MEMBER_TYPE')
    expect(quorum(2)).not.toThrow()

    const user = (more: JsonObject) => () =>
      parseSubmit(calls.update_user, {
        ...submitOf({ userId: organizationId, ...more }),
        type: 'ACTIVITY_TYPE_UPDATE_USER',
      })
    expect(refusal(user({ userEmail: 'alice' })).code).toBe('EMAIL_MALFORMED')
    expect(refusal(user({ userPhoneNumber: '555-0123' })).code).toBe('PHONE_NUMBER_MALFORMED')
    expect(user({ userEmail: 'alice@example.com', userPhoneNumber: '+15555550123' })).not.toThrow()
  })
})

describe('parseQuery', () => {
  it('takes a question about a request only with its path, because a submit has the same members', () => {
    const question = { organizationId, type: 'ACTIVITY_TYPE_DELETE_POLICY', parameters: { policyId: '1' } }
    const { get_policy_evaluations: call, delete_policy: submit } = calls
    expect(refusal(() => parseQuery(call, question))).toMatchObject({
      code: 'MEMBER_MISSING',
      fields: ['callPath'],
    })
    const bound = { ...question, callPath: call.path, timestampMs: '1734000000000' }
    expect(() => parseQuery(call, bound)).not.toThrow()
    expect(refusal(() => parseSubmit(submit, bound)).code).toBe('CALL_PATH_MISMATCH')
    expect(() => parseSubmit(submit, { ...bound, callPath: submit.path })).not.toThrow()
  })

  it('refuses a filter that it does not know', () => {
    const body = { organizationId, filterByStaus: ['ACTIVITY_STATUS_FAILED'] }
    expect(refusal(() => parseQuery(calls.list_activities, body))).toMatchObject({
      code: 'MEMBER_UNKNOWN',
      fields: ['filterByStaus'],
    })
  })

  it('takes page sizes from "1" to "100", as strings', () => {
    const page = (limit: unknown) => () =>
      parseQuery(calls.list_activities, { organizationId, paginationOptions: { limit } })
    for (const good of ['1', '10', '99', '100', null]) expect(page(good)).not.toThrow()
    for (const bad of ['0', '101', '-1', '1.0', '010', 'ten', '']) {
      expect(refusal(page(bad)), bad).toMatchObject({
        code: 'PAGE_LIMIT_OUT_OF_RANGE',
        fields: ['paginationOptions.limit'],
      })
    }
    expect(refusal(page(10)).code).toBe('MEMBER_TYPE')
  })
})

describe('isUuid', () => {
  it('takes any version and no other text', () => {
    expect(isUuid(organizationId)).toBe(true)
    expect(isUuid(organizationId.toUpperCase())).toBe(true)
    for (const bad of ['', `${organizationId} `, organizationId.replaceAll('-', ''), `${organizationId}\n`]) {
      expect(isUuid(bad)).toBe(false)
    }
  })
})

/** One place in a request: its path and its schema. */
interface Place {
  path: (string | number)[]
  type: TypeInfo
  required: boolean
}

/** Every place below a schema for which the example has a value. */
function placesOf(schema: Schema, example: JsonObject, path: Place['path'] = []): Place[] {
  return fieldInfosOf(schema).flatMap((field): Place[] => {
    const value = example[field.name]
    const here = [...path, field.name]
    const place = { path: here, type: field.type, required: field.required }
    if (value === undefined) return field.required ? [place] : []
    return [place, ...placesWithin(field.type, value, here)]
  })
}

function placesWithin(type: TypeInfo, value: unknown, path: Place['path']): Place[] {
  if (type.kind === 'entity') return placesOf(entities[type.name], value as JsonObject, path)
  if (type.kind !== 'list') return []
  const first = (value as unknown[])[0]
  if (first === undefined) return []
  const here = [...path, 0]
  return [{ path: here, type: type.item, required: true }, ...placesWithin(type.item, first, here)]
}

/** A copy of the parameters with one place changed; `undefined` removes it. */
function withChange(parameters: JsonObject, path: Place['path'], value: unknown): JsonObject {
  const copy = structuredClone(parameters)
  const last = path.at(-1)!
  let target = copy as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) target = target[step] as Record<string | number, unknown>
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}

/** Values of a wrong JSON type for a place. */
function wrongValues(type: TypeInfo): unknown[] {
  const isText = type.kind === 'enum' || (type.kind === 'scalar' && !NOT_TEXT.has(type.scalar))
  const candidates: [boolean, unknown][] = [
    [isText, 'text'],
    [type.kind === 'scalar' && INTEGERS.has(type.scalar), 1],
    [type.kind === 'scalar' && type.scalar === 'flag', true],
    [type.kind === 'list', []],
    [type.kind === 'entity' || type.kind === 'members', {}],
  ]
  return candidates.filter(([fits]) => !fits).map(([, value]) => value)
}

const INTEGERS: ReadonlySet<string> = new Set(['int32', 'mnemonicLength', 'threshold', 'otpLength'])
const NOT_TEXT: ReadonlySet<string> = new Set([...INTEGERS, 'flag'])

describe('every call and version', () => {
  const count = { cases: 0 }

  it.each(bodies)(
    '$label takes its example and refuses it spoiled at any place',
    ({ call, schema, body }) => {
      const parse = (parameters: JsonObject) =>
        parseBody(
          call as never,
          call.kind === 'query' ? { ...parameters, callPath: call.path } : { ...body, parameters },
        )
      const parameters = (call.kind === 'query' ? body : body['parameters']) as JsonObject
      expect(() => parse(parameters)).not.toThrow()

      const expectRefused = (path: Place['path'], value: unknown, codes: readonly string[]) => {
        count.cases += 1
        const { code, status, fields } = refusal(() => parse(withChange(parameters, path, value)))
        expect([status, fields[0]], `${path.join('.')} = ${JSON.stringify(value)}`).toEqual([
          400,
          path.join('.'),
        ])
        expect(codes).toContain(code)
      }

      for (const { path, type, required } of placesOf(schema, parameters)) {
        const inList = typeof path.at(-1) === 'number'
        if (required && !inList) {
          expectRefused(path, undefined, ['MEMBER_MISSING'])
          expectRefused(path, null, ['MEMBER_MISSING'])
        }
        if (inList) expectRefused(path, null, ['MEMBER_TYPE', 'ENUM_UNKNOWN'])
        for (const wrong of wrongValues(type)) expectRefused(path, wrong, ['MEMBER_TYPE', 'ENUM_UNKNOWN'])
        if (type.kind === 'enum') expectRefused(path, 'UNHEARD_OF', ['ENUM_UNKNOWN'])
        if (type.kind === 'entity') {
          expectRefused([...path, 'unheardOf'], 1, ['MEMBER_UNKNOWN'])
        }
      }
      expectRefused(['unheardOf'], 1, ['MEMBER_UNKNOWN'])
    },
  )

  it('was spoiled in thousands of ways', () => {
    console.info(`parse: ${bodies.length} requests, ${count.cases} spoiled ones refused`)
    expect(count.cases).toBeGreaterThan(3_000)
  })
})
