import { describe, expect, it } from 'vitest'
import { ApiError, calls, isUuid, limits, parseQuery, parseSubmit } from './index.ts'

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

// `engine/core/test/badInput` sends every call and version with every member spoiled.
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

  it('names the first wrong entry of a list of thousands, and no more than some', () => {
    const many = (first: unknown) => [...Array(250).fill(account), first, ...Array(5_000).fill({})]
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

  it('counts the values in lists before it checks them', () => {
    let reads = 0
    const entry = () => Object.defineProperty({}, 'path', { enumerable: true, get: () => void reads++ })
    const ask = (accounts: unknown[]) => refusal(parseWallet(submitOf({ walletName: 'a', accounts })))
    const most = limits.listedValuesPerRequest / 5
    expect(ask(Array.from({ length: most }, entry)).code).toBe('MEMBER_MISSING')
    reads = 0
    expect(ask(Array.from({ length: 200_000 }, entry)).code).toBe('WORK_LIMIT_EXCEEDED')
    expect(reads).toBeLessThanOrEqual(most + 1)
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
