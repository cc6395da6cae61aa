/** The refusal of a policy that can\u2019t apply names the clause that can\u2019t, wherever it is in the expression. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../tools/scripts/lib/tries.ts'
import { listActivityKinds } from './activities.ts'
import { neverApplying } from './applicability.ts'
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

/** Joins the clauses in this order with random parentheses and negations. */
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
