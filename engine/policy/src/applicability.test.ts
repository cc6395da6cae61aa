/** The refusal of a policy that can\u2019t apply names the clause that can\u2019t, wherever it is in the expression. */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { runs } from '../../../tools/scripts/lib/tries.ts'
import { listActivityKinds } from './activities.ts'
import { neverApplying } from './applicability.ts'
import { type Expression, walk } from './ast.ts'
import { StepBudget } from './budget.ts'
import { parseExpression } from './parse.ts'
import { ID_KINDS } from './vocabulary/ids.ts'

/** Clauses about objects, and the kinds of activity whose requests have the object. */
const OBJECTS: readonly (readonly [clause: string, kinds: readonly string[]])[] = [
  ...Object.entries(ID_KINDS).flatMap(([kind, kinds]) => [
    [`activity.params.${kind}_id == 'a'`, kinds] as const,
    [`activity.params.${kind}_ids.count() > 1`, kinds] as const,
  ]),
  ['eth.tx.nonce == 1', ['SIGN_TRANSACTION']],
  ['solana.tx.transfers.count() == 1', ['SIGN_TRANSACTION']],
]
/** Clauses about anything. */
const OTHERS = ["activity.type != ''", "activity.kind != 'VERIFY_OTP'"]

const joined = (clauses: readonly string[]): fc.Arbitrary<string> =>
  clauses.length === 1
    ? fc.constantFrom(
        `${clauses[0]}`,
        `(${clauses[0]})`,
        `(${clauses[0]}) == true`,
        `((${clauses[0]}) == false) == false`,
      )
    : fc
        .nat({ max: clauses.length - 2 })
        .chain((at) => fc.tuple(joined(clauses.slice(0, at + 1)), joined(clauses.slice(at + 1))))
        .map(([left, right]) => `(${left}) && (${right})`)

const contradictions = fc
  .constantFrom(...listActivityKinds().filter((kind) => kind !== 'VERIFY_OTP'))
  .chain((kind) => {
    const fitting = OBJECTS.filter(([, kinds]) => kinds.includes(kind)).map(([clause]) => clause)
    const unfit = OBJECTS.filter(([, kinds]) => !kinds.includes(kind)).map(([clause]) => clause)
    return fc
      .tuple(fc.constantFrom(...unfit), fc.subarray([...fitting.slice(0, 3), ...OTHERS]))
      .chain(([wrong, more]) => {
        const clauses = [`activity.kind == '${kind}'`, wrong, ...more]
        return fc
          .shuffledSubarray(clauses, { minLength: clauses.length })
          .chain(joined)
          .map((text) => ({ text, wrong }))
      })
  })

it('is the clause about an object that no request of the activity has', () => {
  fc.assert(
    fc.property(contradictions, ({ text, wrong }) => {
      const found = neverApplying(parseExpression(text), 'condition')
      expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual([wrong])
    }),
    runs(2_000),
  )
})

function counted(text: string) {
  let reads = 0
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, copy(of)]))
    const { kind } = members
    if (kind === undefined) return members
    const get = () => {
      reads++
      return kind
    }
    return Object.defineProperty(members, 'kind', { get })
  }
  const expression = copy(parseExpression(text)) as Expression
  const { length } = [...walk(expression)]
  reads = 0
  return { expression, readsPerPart: () => reads / length }
}

const times = (count: number, clause: string, joint = ' && ') => Array(count).fill(clause).join(joint)
const below = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels)

it.each([
  ['many clauses', times(200, "eth.tx.to == 'a' && activity.kind != 'CREATE_WALLET' && 1 == 1")],
  ['constant clauses', `eth.tx.nonce == 1 && ${times(600, '1 == 1')}`],
  [
    'constants below other parts',
    below(56, '(', `(1 in [${times(600, '1', ',')}])`, ' == (eth.tx.nonce == 1))'),
  ],
  [
    'clauses below alternatives',
    below(28, 'eth.tx.nonce == 1 && (1 == eth.tx.nonce || ', times(600, 'eth.tx.nonce == 1'), ')'),
  ],
  [
    'clauses that never apply',
    `activity.kind == 'CREATE_WALLET' && (${times(600, 'eth.tx.nonce == 1', ' || ')})`,
  ],
])('reads each part a few times, however many and deep they are: %s', (_what, text) => {
  const { expression, readsPerPart } = counted(text)
  expect(neverApplying(expression, 'condition').length).toBeLessThanOrEqual(100)
  expect(readsPerPart()).toBeLessThan(40)
})

it('takes few steps for constant parts', () => {
  const list = `[${times(60, '1', ',')}]`
  const spend = vi.spyOn(StepBudget.prototype, 'spend')
  const text = `${list}.all(a, ${list}.all(b, ${list}.all(c, c == a))) && eth.tx.nonce == 1`
  expect(neverApplying(parseExpression(text), 'condition')).toEqual([])
  expect(spend.mock.calls.reduce((sum, [steps]) => sum + steps, 0)).toBeLessThan(25_000)
  spend.mockRestore()
})
