import { describe, expect, test } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { randomRequest } from '../test/facts.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import type { Expression } from './ast.ts'
import { CompiledExpression } from './compile.ts'
import type { Span } from './error.ts'
import type { LintOptions } from './lint/finding.ts'
import { lint, lintExpression } from './lint.ts'
import type { Effect } from './outcome.ts'
import { parseExpression } from './parse.ts'
import { compilePolicy } from './policy.ts'

const findings = (text: string, options?: LintOptions, side: 'condition' | 'consensus' = 'condition') =>
  lintExpression(parseExpression(text), side, options).map(
    ({ code, span }) => `${code} at ${text.slice(span.start, span.end)}`,
  )

describe('a limit of the fee', () => {
  const LIMIT = 'eth.tx.gas_price <= 5'
  const TYPES = "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']"
  const OPEN = [`BLOB_FEE_OPEN at ${LIMIT}`]

  test.each<[condition: string, findings: string[]]>([
    [LIMIT, OPEN],
    [`eth.tx.gas <= 21000 && ${LIMIT}`, OPEN],
    [`${LIMIT} && ${TYPES}`, []],
    [`${TYPES} && (eth.tx.gas <= 21000 && ${LIMIT})`, []],
    [`${LIMIT} && eth.tx.type == 'TYPE_2'`, []],
    [`${LIMIT} && 'TYPE_2' == eth.tx.type`, []],
    [`${LIMIT} && eth.tx.type == 'TYPE_3'`, OPEN],
    [`${LIMIT} && eth.tx.type != 'TYPE_3'`, []],
    [`${LIMIT} && eth.tx.type != 'TYPE_4'`, OPEN],
    [`${LIMIT} && eth.tx.type in ['TYPE_2', 'TYPE_3']`, OPEN],
    [`${LIMIT} && eth.tx.max_fee_per_blob_gas <= 5`, []],
    [`${LIMIT} && eth.tx.max_fee_per_blob_gas > 5`, OPEN],
    [`${LIMIT} && (${TYPES} || eth.tx.value == 0)`, OPEN],
    [`(${LIMIT} && ${TYPES}) || eth.tx.value == 0`, []],
    [`eth.tx.value == 0 || ${LIMIT}`, OPEN],
    ['5 >= eth.tx.max_fee_per_gas', ['BLOB_FEE_OPEN at 5 >= eth.tx.max_fee_per_gas']],
    ['eth.tx.gas_price > 5', []],
    ['(eth.tx.gas_price > 5) == false', ['BLOB_FEE_OPEN at eth.tx.gas_price > 5']],
    ['eth.tx.value <= 5', []],
  ])('%s', (condition, expected) => {
    expect(findings(condition)).toEqual(expected)
  })

  test.each<[condition: string, findings: string[]]>([
    ['eth.tx.gas_price > 5', ['BLOB_FEE_OPEN at eth.tx.gas_price > 5']],
    ['5 < eth.tx.max_fee_per_gas', ['BLOB_FEE_OPEN at 5 < eth.tx.max_fee_per_gas']],
    ['eth.tx.gas_price > 5 && eth.tx.value > 1', ['BLOB_FEE_OPEN at eth.tx.gas_price > 5']],
    [`(${LIMIT}) == false`, OPEN],
    ["eth.tx.gas_price > 5 || eth.tx.type == 'TYPE_3'", []],
    ["eth.tx.gas_price > 5 || eth.tx.type in ['TYPE_3', 'TYPE_4']", []],
    ["eth.tx.gas_price > 5 || eth.tx.type == 'TYPE_4'", ['BLOB_FEE_OPEN at eth.tx.gas_price > 5']],
    ['eth.tx.gas_price > 5 || eth.tx.max_fee_per_blob_gas > 5', []],
    [LIMIT, []],
  ])('in a deny: %s', (condition, expected) => {
    expect(findings(condition, { effect: 'EFFECT_DENY' })).toEqual(expected)
  })
})

describe('one expression', () => {
  test.each<[text: string, findings: string[]]>([
    ["wallet.id == 'a' || private_key.id == 'b'", ['ALWAYS_ERRORS at private_key']],
    [
      'eth.tx.value > 1 && solana.tx.transfers.count() == 1',
      ['NEVER_APPLIES at solana.tx.transfers.count() == 1'],
    ],
    [
      "eth.tx.value > 1 && eth.eip_712.primary_type == 'Permit'",
      ["NEVER_APPLIES at eth.eip_712.primary_type == 'Permit'"],
    ],
    ["wallet.id == 'a' && eth.tx.value > 1", []],
    [
      "wallet.id == 'a' && wallets.any(w, private_key.id == w.id)",
      ['NEVER_APPLIES at private_key.id == w.id'],
    ],
    ["['a'].any(x, wallet.id == x && private_key.id == x)", ['NEVER_APPLIES at private_key.id == x']],
    ['wallet.id == private_key.id', ['NEVER_APPLIES at wallet.id == private_key.id']],
    [
      "wallet.id == 'a' && (private_key.id == 'b' || eth.tx.value > 1)",
      ["NEVER_APPLIES at private_key.id == 'b'"],
    ],
    [
      "(private_key.id == 'b' || eth.tx.value > 1) && wallet.id == 'a'",
      ["NEVER_APPLIES at private_key.id == 'b'"],
    ],
    ["activity.kind != 'SIGN_TRANSACTION' && eth.tx.value > 1", ['NEVER_APPLIES at eth.tx.value > 1']],
    ["activity.type != 'ACTIVITY_TYPE_SIGN_TRANSACTION' && eth.tx.value > 1", []],
    ["(activity.resource == 'WALLET' || eth.tx.value > 1) == false && wallet.id == 'a'", []],
    ["(activity.action == 'SIGN') == false && eth.tx.value > 1", ['NEVER_APPLIES at eth.tx.value > 1']],
    ["'a' in [wallet.id, private_key.id]", ['ALWAYS_ERRORS at private_key']],
    ["wallet_account.address == '0x' && private_key.id == 'b'", ["NEVER_APPLIES at private_key.id == 'b'"]],
    ["'abc'[3] == 'd'", ['NEVER_APPLIES at 3']],
    ["wallet.id == 'abc'[1..5]", ['NEVER_APPLIES at 5']],
    ["wallet.id == 'abc'[1..2]", []],

    [
      "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' && eth.tx.value > 1",
      ['NEVER_APPLIES at eth.tx.value > 1'],
    ],
    ["(eth.tx.nonce == 1) && (activity.kind == 'DELETE_USERS')", ['NEVER_APPLIES at eth.tx.nonce == 1']],
    [
      "eth.tx.nonce == 1 && (activity.kind == 'DELETE_USERS' || activity.params.user_id == 'a')",
      ['NEVER_APPLIES at eth.tx.nonce == 1'],
    ],
    ["activity.action == 'EXPORT' && eth.tx.value > 1", ['NEVER_APPLIES at eth.tx.value > 1']],
    ["activity.resource == 'USER' && wallet.id == 'a'", ["NEVER_APPLIES at wallet.id == 'a'"]],
    ["activity.action in ['SIGN', 'EXPORT'] && wallet.id == 'a'", []],
    [
      "activity.kind == 'EXPORT_WALLET' && activity.params.user_id == 'a'",
      ["NEVER_APPLIES at activity.params.user_id == 'a'"],
    ],
    ["activity.kind == 'CREATE_API_KEYS' && activity.params.user_id == 'a'", []],
    ["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && eth.tx.value > 1", []],

    ["activity.type == 'SIGN_TRANSACTION'", ["UNKNOWN_ACTIVITY at 'SIGN_TRANSACTION'"]],
    [
      "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTON_V2'",
      ["UNKNOWN_ACTIVITY at 'ACTIVITY_TYPE_SIGN_TRANSACTON_V2'"],
    ],
    ["activity.action == 'sign'", ["UNKNOWN_ACTIVITY at 'sign'"]],
    ["activity.resource in ['WALLET', 'KEY']", ["UNKNOWN_ACTIVITY at 'KEY'"]],
    [
      "activity.resource == 'WALLET' && activity.action == 'SIGN'",
      ["NEVER_APPLIES at activity.action == 'SIGN'"],
    ],

    ["eth.tx.data[0..10] == '0xA9059CBB'", ["UPPER_CASE_HEX at '0xA9059CBB'"]],
    ["eth.tx.data == '0XAB'", ["UPPER_CASE_HEX at '0XAB'"]],
    ["eth.tx.data[0..8] == '0xa9059cbb'", ["NEVER_EQUAL at '0xa9059cbb'"]],
    ["eth.tx.data[0..8] == 'a9059cbb'", ["NEVER_EQUAL at 'a9059cbb'"]],
    ["eth.tx.data[2..10] == 'a9059cbb'", []],
    ["eth.tx.data[0..10] in ['0xa9059cbb', '0x095ea7b3']", []],
    ["solana.tx.instructions[0].instruction_data_hex == '02AA'", ["UPPER_CASE_HEX at '02AA'"]],
    ["eth.tx.to == '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'", []],
    ["eth.tx.to == ''", []],
    [
      "eth.tx.to == '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'",
      ["MALFORMED_ADDRESS at '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'"],
    ],
    ["eth.tx.to in ['vitalik.eth']", ["MALFORMED_ADDRESS at 'vitalik.eth'"]],
    ["eth.eip_712.domain.verifying_contract == 'token'", ["MALFORMED_ADDRESS at 'token'"]],
    ["eth.eip_7702_authorization.address == '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'", []],

    ['eth.tx.value < 0', ['ALWAYS_SAME at eth.tx.value < 0']],
    ['0 <= eth.tx.value', ['ALWAYS_SAME at 0 <= eth.tx.value']],
    ['eth.tx.value > 170141183460469231731687303715884105727', []],
    ['eth.tx.value > 0', []],

    ["wallet.id == 'a' && wallet.id == 'b'", ["CONTRADICTION at wallet.id == 'b'"]],
    ["wallet.id == 'a' && (true && wallet.id != 'a')", ["CONTRADICTION at wallet.id != 'a'"]],
    ["wallet.id in ['a', 'b'] && wallet.id == 'c'", ["CONTRADICTION at wallet.id == 'c'"]],
    ['eth.tx.value < 3 && eth.tx.value > 2', ['CONTRADICTION at eth.tx.value > 2']],
    ['eth.tx.value < 3 && eth.tx.value >= 2', []],
    ['5 < eth.tx.value && eth.tx.value == 5', ['CONTRADICTION at eth.tx.value == 5']],
    ["wallet.id == 'a' || wallet.id == 'b'", []],
    ["wallet.id != 'a' && wallet.id != 'b'", []],
    ['wallet.imported && wallet.imported == false', ['CONTRADICTION at wallet.imported == false']],
    [
      "eth.tx.to == '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' && eth.tx.to == '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'",
      [],
    ],
    ["wallet.id == 'a' && wallet.id == 'a'", ["REPEATED_CLAUSE at wallet.id == 'a'"]],
    ["wallet.id == 'a' || wallet.id == 'a'", ["REPEATED_CLAUSE at wallet.id == 'a'"]],
  ])('%s', (text, expected) => {
    expect(findings(text)).toEqual(expected)
  })

  test('a consensus is linted like a condition', () => {
    expect(findings('approvers.count() >= 2 && approvers.count() < 2', {}, 'consensus')).toEqual([
      'CONTRADICTION at approvers.count() < 2',
    ])
  })

  test('ids are looked at when asked for', () => {
    expect(findings("wallet.id == 'w-1'")).toEqual([])
    expect(findings("wallet.id == 'w-1'", { checkIds: true })).toEqual(["NOT_AN_ID at 'w-1'"])
    expect(findings("wallet.id == '0191f0c0-1111-7abc-8def-0123456789ab'", { checkIds: true })).toEqual([])
  })

  test('a finding says what to do', () => {
    const [finding] = lintExpression(parseExpression("activity.action == 'SGIN'"), 'condition')
    expect(finding).toMatchObject({
      message: 'no activity has the action `SGIN`',
      hint: 'did you mean `SIGN`?',
    })
  })
})

describe('policies together', () => {
  type Row = [id: string, effect: 'allow' | 'deny', condition?: string, consensus?: string]
  const found = (...rows: Row[]) =>
    lint(
      rows.map(([policyId, effect, condition, consensus]) =>
        compilePolicy({
          policyId,
          effect: (effect === 'allow' ? 'EFFECT_ALLOW' : 'EFFECT_DENY') as Effect,
          condition,
          consensus,
        }),
      ),
    ).map(({ policyId, code }) => `${policyId} ${code}`)
  const byAnn = "approvers.any(a, a.id == 'ann')"

  test.each<[name: string, rows: Row[], expected: string[]]>([
    [
      'the same allow and deny',
      [
        ['a', 'allow', 'eth.tx.value > 1', byAnn],
        ['d', 'deny', 'eth.tx.value > 1', byAnn],
      ],
      ['a SHADOWED'],
    ],
    [
      'a deny of everything',
      [
        ['a', 'allow', 'eth.tx.value > 1', byAnn],
        ['d', 'deny'],
      ],
      ['a SHADOWED', 'd DENIES_EVERYTHING'],
    ],
    [
      'a deny with fewer clauses',
      [
        ['a', 'allow', "wallet.id == 'w' && eth.tx.value > 1", byAnn],
        ['d', 'deny', "wallet.id == 'w'"],
      ],
      ['a SHADOWED'],
    ],
    [
      'a deny with more clauses leaves something',
      [
        ['a', 'allow', "wallet.id == 'w'", byAnn],
        ['d', 'deny', "wallet.id == 'w' && eth.tx.value > 1"],
      ],
      ['d INCOMPLETE_DENY'],
    ],
    [
      'a deny of transactions, and one of the raw payloads that could replace them',
      [
        ['a', 'allow', "wallet.id == 'w'", byAnn],
        ['d', 'deny', "wallet.id == 'w' && eth.tx.value > 1"],
        ['e', 'deny', "activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']"],
      ],
      [],
    ],
    [
      'the same, for another user only',
      [
        ['a', 'allow', "wallet.id == 'w'", byAnn],
        ['d', 'deny', "wallet.id == 'w' && eth.tx.value > 1"],
        [
          'e',
          'deny',
          "activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']",
          "approvers.any(a, a.id == 'bo')",
        ],
      ],
      ['d INCOMPLETE_DENY'],
    ],
    [
      'a deny of one of two calls with the same effect, which an allow grants',
      [
        ['a', 'allow', "activity.resource in ['WALLET', 'POLICY', 'USER']", byAnn],
        ['b', 'deny', "activity.kind == 'EXPORT_WALLET'"],
        ['c', 'deny', "activity.kind == 'CREATE_POLICY'"],
        ['d', 'deny', "activity.kind == 'UPDATE_USER_TAG'"],
      ],
      ['b INCOMPLETE_DENY', 'c INCOMPLETE_DENY', 'd INCOMPLETE_DENY'],
    ],
    [
      'a deny of one of two calls, of which no allow grants the other',
      [
        ['a', 'allow', "activity.kind == 'SIGN_TRANSACTION'", byAnn],
        ['d', 'deny', 'eth.tx.value > 1'],
      ],
      [],
    ],
    [
      'a deny of one version of a call',
      [['d', 'deny', "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'"]],
      ['d ONE_VERSION'],
    ],
    [
      'a deny whose limit is wider',
      [
        ['a', 'allow', 'eth.tx.value <= 5', byAnn],
        ['d', 'deny', 'eth.tx.value < 10'],
      ],
      ['a SHADOWED'],
    ],
    [
      'a deny whose list holds the value',
      [
        ['a', 'allow', "wallet.id == 'w'", byAnn],
        ['d', 'deny', "wallet.id in ['v', 'w']"],
      ],
      ['a SHADOWED'],
    ],
    [
      'a deny for another approver',
      [
        ['a', 'allow', 'true', byAnn],
        ['d', 'deny', 'true', "approvers.any(a, a.id == 'bo')"],
      ],
      [],
    ],
    [
      'the same allow twice',
      [
        ['a', 'allow', 'true', byAnn],
        ['b', 'allow', 'true', byAnn],
      ],
      ['b REDUNDANT'],
    ],
    [
      'a narrower allow',
      [
        ['a', 'allow', "wallet.id == 'w' && eth.tx.value > 1", byAnn],
        ['b', 'allow', "wallet.id == 'w'", byAnn],
      ],
      ['a REDUNDANT'],
    ],
    [
      'an allow for texts next to one for integers',
      [
        ['a', 'allow', "eth.eip_712.message['to'] == 'x'", byAnn],
        ['b', 'allow', "eth.eip_712.message['to'] != 5", byAnn],
      ],
      [],
    ],
    [
      'an allow that names a root user next to a wider one, which does not apply to root users',
      [
        ['a', 'allow', "activity.resource == 'CREDENTIAL'", byAnn],
        ['b', 'allow', "activity.resource == 'CREDENTIAL' && target_user.id == 'cy'", byAnn],
        ['c', 'allow', "activity.resource == 'CREDENTIAL' && target_user.root", byAnn],
        ['d', 'allow', "activity.resource == 'CREDENTIAL' && activity.action == 'CREATE'", byAnn],
      ],
      ['d REDUNDANT'],
    ],
    ['an allow of everything', [['a', 'allow']], ['a ALLOWS_EVERYTHING']],
    ['an allow without consensus', [['a', 'allow', "wallet.id == 'w'"]], ['a ANYONE']],
    ['findings of each expression', [['a', 'allow', 'eth.tx.value < 0', byAnn]], ['a ALWAYS_SAME']],
  ])('%s', (_, rows, expected) => {
    expect(found(...rows)).toEqual(expected)
  })
})

test('clauses that lint calls useless change nothing for generated requests', () => {
  const random = new Random(20_241_202)
  const requests = random.times(60, () => randomRequest(random))
  let checked = 0
  for (let i = 0; i < tries(1_500); i++) {
    const text = random.chance(0.5) ? generateBool(random, 'condition', 2) : generateActivityClause(random)
    const expression = parseExpression(text)
    const reported = lintExpression(expression, 'condition')
    const compiled = new CompiledExpression(expression, 'condition')
    const never = reported.find(({ code }) => code === 'NEVER_APPLIES')
    if (never && !text.includes('filter') && !never.message.includes('always an error')) {
      checked++
      // A clause that never applies may as well be a literal.
      const same = [false, true].some((value) => {
        const other = new CompiledExpression(withLiteral(expression, never.span, value), 'condition')
        return requests.every((facts) => other.mayHold(facts) === compiled.mayHold(facts))
      })
      expect(same || !requests.some((facts) => compiled.mayHold(facts)), text).toBe(true)
    }
    if (!reported.some(({ code }) => code === 'ALWAYS_ERRORS')) continue
    checked++
    for (const facts of requests) {
      if (compiled.test(facts) === true)
        throw new Error(`\`${text}\` is true for ${JSON.stringify(facts.activity)}`)
    }
  }
  expect(checked).toBeGreaterThan(tries(75))
})

function withLiteral(expression: Expression, place: Span, value: boolean): Expression {
  if (expression.span === place) return { kind: 'boolean', value, span: place }
  const swap = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(swap)
    const isNode = typeof part === 'object' && part !== null && 'kind' in part
    return isNode ? withLiteral(part as Expression, place, value) : part
  }
  const members = Object.entries(expression).map(([name, part]) => [name, swap(part)])
  return Object.fromEntries(members) as unknown as Expression
}

function generateActivityClause(random: Random): string {
  const member = random.pick([
    "activity.action == 'SIGN'",
    "activity.action == 'EXPORT'",
    "activity.resource == 'USER'",
    "activity.kind in ['SIGN_TRANSACTION', 'EXPORT_WALLET']",
  ])
  const other = random.pick([
    "wallet.id != 'zzz'",
    "private_key.id != 'zzz'",
    'eth.tx.value >= 0',
    "activity.resource == 'WALLET'",
    "activity.params.wallet_id != 'zzz'",
  ])
  return random.chance(0.5) ? `${member} && ${other}` : `${other} && ${member}`
}
