/** Conditions and times of policies. */
import { limits } from '@keywright/contract'
import { checkInSteps, compileInSteps, fromSelectors, type Selector } from '@keywright/policy'
import { inOnePiece, inSteps, many, numbered } from './worst.ts'

const LENGTH = limits.expressionLength

/** Levels around a text that fills the rest. */
const within = (levels: number, open: string, inner: (length: number) => string, close: string): string =>
  open.repeat(levels) + inner(LENGTH - levels * (open.length + close.length)) + close.repeat(levels)

const inputs: [what: string, text: () => string][] = [
  ['conjunctions', () => many(LENGTH - 10, "eth.tx.to == 'a'", ' && ')],
  ['negations', () => `${'!'.repeat(LENGTH - 10)}true`],
  ['brackets', () => `${'('.repeat(LENGTH / 2 - 10)}true${')'.repeat(LENGTH / 2 - 10)}`],
  ['lists', () => `activity.kind in [${many(LENGTH - 50, "'a'", ',')}]`],
  ['closures', () => `${many(LENGTH / 2, 'eth.tx.calls.any(c, ')}true`],
  ['members', () => `a${'.a'.repeat(LENGTH / 2 - 10)}`],
  ['sums', () => `${many(LENGTH - 20, '1', ' + ')} == 1`],
  ['quotes', () => many(LENGTH, "'")],
  ['disjunctions of times', () => many(LENGTH, "CronSpan('* * * * *', '1m', 'UTC')", ' || ')],
  ['zones', () => many(LENGTH, "CronSpan('0 9 * * *', '8h', 'America/Argentina/ComodRivadavia')", ' || ')],
  ['a long list of minutes', () => `CronSpan('${many(LENGTH - 80, '1', ',')} * * * *', '1h', 'UTC')`],
  ['timestamps', () => many(LENGTH, "time.now < Timestamp('2026-03-01T00:00:00Z')", ' || ')],
  ['arguments', () => `eth.tx.contract_call_args${many(LENGTH - 60, "['a']")} == 1`],
  ['numbers of numbers', () => `${'uint('.repeat(LENGTH / 8)}'1'${')'.repeat(LENGTH / 8)} == 1`],
  ['slices', () => `eth.tx.data${many(LENGTH - 60, '[1..2]')} == '1'`],
  ['filters', () => `${many(LENGTH / 2, 'eth.tx.calls.filter(c, ')}true`],
  ['digits', () => `eth.tx.value == ${'9'.repeat(LENGTH - 40)}`],
  ['escapes', () => `eth.tx.to == '${many(LENGTH - 40, "\\'")}'`],
  ['fields that do not exist', () => many(LENGTH, 'eth.tx.recipient == 1', ' && ')],
  ['names that do not exist', () => many(LENGTH, 'abc', ' && ')],
  ['kinds of activities', () => many(LENGTH, "activity.kind != 'CREATE_WALLET'", ' && ')],
  ['actions', () => `activity.action in [${many(LENGTH - 30, "'CREATE'", ',')}]`],
  [
    'clauses about activities and objects',
    () => many(LENGTH, "eth.tx.nonce == 1 && activity.kind != 'CREATE_WALLET' && 1 == 1", ' && '),
  ],
  ['constant clauses', () => `eth.tx.nonce == 1 && ${many(LENGTH - 30, '1 == 1', ' && ')}`],
  [
    'constants below other parts',
    () => within(56, '(', (length) => `(1 in [${many(length - 12, '1', ',')}])`, ' == (eth.tx.nonce == 1))'),
  ],
  [
    'constants that take many steps',
    () => {
      const list = `[${many(120, '1', ',')}]`
      return `${list}.all(a, ${list}.all(b, ${list}.all(c, c == a))) && eth.tx.nonce == 1`
    },
  ],
  [
    'clauses below alternatives',
    () =>
      within(
        28,
        'eth.tx.nonce == 1 && (1 == eth.tx.nonce || ',
        (length) => many(length, 'eth.tx.nonce == 1', ' && '),
        ')',
      ),
  ],
  ['quoted parts', () => within(28, 'true && [', (length) => many(length, "'a'", ','), ']')],
  [
    'clauses that never apply',
    () => `activity.kind == 'CREATE_WALLET' && (${many(LENGTH - 60, 'eth.tx.nonce == 1', ' || ')})`,
  ],
  ['long words', () => many(LENGTH, `activity.params.${'a'.repeat(700)} == 1`, ' && ')],
  ['approvers', () => many(LENGTH, "approvers.any(a, a.id == 'x')", ' && ')],
  ['integers', () => `1 in [${many(LENGTH - 20, '1', ',')}]`],
  [
    'zones that do not exist',
    () => numbered(400, (n) => `CronSpan('1 1 1 1 1','1h','A/${n}')`).replaceAll(',C', '||C'),
  ],
]
const SIDES = ['condition', 'consensus', 'time'] as const

/** As requests are checked. */
export const policyText = inSteps(function* (text: string) {
  for (const side of SIDES) yield* checkInSteps({ [side]: text })
}, inputs)

/** As policies are compiled for a decision. */
export const policies = inSteps(function* (text: string) {
  for (const side of SIDES) {
    const isValid = (yield* checkInSteps({ [side]: text })).length === 0
    if (isValid) yield* compileInSteps({ policyId: 'p', effect: 'EFFECT_ALLOW', [side]: text })
  }
}, inputs)

const BODY = limits.bodyBytes
const oneOf = (selector: Selector) => [{ subject: 'activity.type', operator: 'OPERATOR_IN', ...selector }]

export const selectors = inOnePiece(
  (all: readonly Selector[]) => fromSelectors(all, LENGTH),
  [
    ['targets', () => oneOf({ targets: Array(BODY / 4).fill('a') })],
    ['empty targets', () => oneOf({ targets: Array(Math.floor(BODY / 3)).fill('') })],
    ['a long target', () => oneOf({ target: 'a'.repeat(BODY) })],
    ['a long operator', () => oneOf({ operator: 'A'.repeat(BODY), target: 'a' })],
    ['a long subject', () => oneOf({ subject: '('.repeat(BODY), target: 'a' })],
    [
      'selectors',
      () => Array(1_000).fill({ subject: 'eth.tx.nonce', operator: 'OPERATOR_EQUAL', target: '1' }),
    ],
    [
      'selectors without targets',
      () => Array(Math.floor(BODY / 50)).fill({ subject: '1', operator: 'OPERATOR_IN' }),
    ],
  ],
)
