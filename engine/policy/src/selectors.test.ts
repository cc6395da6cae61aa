import { describe, expect, test } from 'vitest'
import { checkPolicy } from './policy.ts'
import { fromSelectors, SELECTOR_OPERATORS } from './selectors.ts'

describe('selectors become a condition', () => {
  test.each<[subject: string, operator: string, targets: string[], expected: string]>([
    [
      'activity.type',
      'EQUAL',
      ['ACTIVITY_TYPE_CREATE_WALLET'],
      "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
    ],
    ['activity.action', 'NOT_EQUAL', ['SIGN'], "activity.action != 'SIGN'"],
    ['eth.tx.value', 'MORE_THAN', ['5'], 'eth.tx.value > 5'],
    ['eth.tx.value', 'MORE_THAN_OR_EQUAL', ['5'], 'eth.tx.value >= 5'],
    ['eth.tx.value', 'LESS_THAN', ['5'], 'eth.tx.value < 5'],
    ['eth.tx.value', 'LESS_THAN_OR_EQUAL', ['5'], 'eth.tx.value <= 5'],
    ['private_key.tags', 'CONTAINS', ['t-1'], "private_key.tags.contains('t-1')"],
    ['wallet.id', 'IN', ['a', 'b'], "wallet.id in ['a', 'b']"],
    ['wallet.id', 'IN', [], 'wallet.id in []'],
    ['wallet.id', 'NOT_IN', ['a', 'b'], "wallet.id != 'a' && wallet.id != 'b'"],
    [
      'private_key.tags',
      'CONTAINS_ONE',
      ['a', 'b'],
      "['a', 'b'].any(target, private_key.tags.contains(target))",
    ],
    [
      'private_key.tags',
      'CONTAINS_ALL',
      ['a', 'b'],
      "['a', 'b'].all(target, private_key.tags.contains(target))",
    ],
    ['wallet.imported', 'EQUAL', ['true'], 'wallet.imported == true'],
    [
      "wallet.id == 'a' || wallet.imported",
      'EQUAL',
      ['true'],
      "(wallet.id == 'a' || wallet.imported) == true",
    ],
    ["wallet.id == 'a'", 'IN', ['true'], "(wallet.id == 'a') in [true]"],
  ])('%s %s %j', (subject, operator, targets, expected) => {
    const condition = fromSelectors([{ subject, operator: `OPERATOR_${operator}`, targets }], 1_000)
    expect(condition).toBe(expected)
    expect(checkPolicy({ condition })).toEqual([])
  })

  test('the first version has one target', () => {
    expect(fromSelectors([{ subject: 'wallet.id', operator: 'OPERATOR_EQUAL', target: 'a' }], 1_000)).toBe(
      "wallet.id == 'a'",
    )
  })

  test('several are joined', () => {
    const selectors = [
      { subject: 'activity.action', operator: 'OPERATOR_EQUAL', target: 'SIGN' },
      { subject: 'wallet.id', operator: 'OPERATOR_IN', targets: ['a', 'b'] },
    ]
    expect(fromSelectors(selectors, 1_000)).toBe("activity.action == 'SIGN' && wallet.id in ['a', 'b']")
  })

  test('none is true', () => {
    expect(fromSelectors([], 1_000)).toBe('true')
  })

  test('every operator of the contract is known', () => {
    expect(Object.keys(SELECTOR_OPERATORS)).toHaveLength(11)
  })
})

test.each([
  [
    { subject: 'wallet.id', operator: 'OPERATOR_EQALS', target: 'a' },
    'selector 0 has no known operator: `OPERATOR_EQALS`',
  ],
  [{ subject: 'wallet.id', target: 'a' }, 'selector 0 has no known operator: ``'],
  [{ subject: 'wallet.id', operator: 'OPERATOR_EQUAL' }, 'selector 0 has no target'],
  [
    { subject: 'wallet.id', operator: 'OPERATOR_EQUAL', target: "a' || 'b" },
    'selector 0 has a target with a quote or a line break',
  ],
  [
    { subject: 'eth.tx.value', operator: 'OPERATOR_EQUAL', target: '1 || true' },
    'selector 0 compares an int with `1 || true`',
  ],
  [
    { subject: 'wallet.imported', operator: 'OPERATOR_EQUAL', target: 'yes' },
    'selector 0 compares a bool with `yes`',
  ],
  [{ subject: 'wallet.name', operator: 'OPERATOR_EQUAL', target: 'a' }, 'the wallet has no field `name`'],
  [{ operator: 'OPERATOR_EQUAL', target: 'a' }, 'the expression is empty'],
])('refuses %j', (selector, message) => {
  expect(() => fromSelectors([selector], 1_000)).toThrow(message)
})

test.each([
  ['many selectors', Array(9_000).fill({ subject: 'wallet.id', operator: 'OPERATOR_EQUAL', target: 'a' })],
  ['a long subject', [{ subject: `wallet.id${' '.repeat(1_000)}`, operator: 'OPERATOR_EQUAL', target: 'a' }]],
  [
    'padded subjects',
    Array(3).fill({ subject: `wallet.id${' '.repeat(400)}`, operator: 'OPERATOR_EQUAL', target: 'a' }),
  ],
  [
    // More than the longest text of a JavaScript engine.
    'a long subject with many targets',
    [
      {
        subject: `[${"'a', ".repeat(180)}'a'].count()`,
        operator: 'OPERATOR_EQUAL',
        targets: Array(1_000_000).fill('1'),
      },
    ],
  ],
])('refuses a condition that is too long: %s', (_, selectors) => {
  expect(() => fromSelectors(selectors, 1_000)).toThrow(
    /^selector \d+ makes the condition longer than 1000 characters$/,
  )
})

test('reads no more targets than fit', () => {
  let reads = 0
  const targets = new Proxy(Array<string>(100_000).fill(''), {
    get(of, name) {
      if (/^\d+$/.test(String(name))) reads++
      return Reflect.get(of, name)
    },
  })
  const selector = { subject: 'wallet.id', operator: 'OPERATOR_IN', targets }
  expect(() => fromSelectors([selector], 1_000)).toThrow('longer than 1000 characters')
  expect(reads).toBeLessThanOrEqual(1_001)
})

test('the longest condition is accepted', () => {
  const condition = "wallet.id == 'a' && wallet.id == 'b'"
  const selectors = ['a', 'b'].map((target) => ({ subject: 'wallet.id', operator: 'OPERATOR_EQUAL', target }))
  // In parentheses while it is translated.
  expect(fromSelectors(selectors, condition.length + 4)).toBe(condition)
})
