import { expect, test } from 'vitest'
import { seeds, tries } from '../../../tools/scripts/lib/tries.ts'
import { evaluateBySpec, SpecError } from '../spec/evaluate.ts'
import { randomCredentials, randomRequest, randomUser } from '../test/facts.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import { shapeOf } from '../test/shape.ts'
import { walk } from './ast.ts'
import { CompiledExpression, type Evaluation } from './compile.ts'
import type { Side } from './error.ts'
import { format } from './format.ts'
import { parseExpression } from './parse.ts'

const POLICIES_PER_SEED = tries(10_000)

test.each(seeds(20_241_201))(
  `agrees with the specification on ${POLICIES_PER_SEED} generated policies of %s (%i)`,
  (_, seed) => {
    const random = new Random(seed)
    const requests = random.times(300, () => randomRequest(random))
    const approvals = random.times(100, () => ({
      approvers: random.times(random.below(4), () => randomUser(random)),
      credentials: randomCredentials(random),
    }))
    const seen = { true: 0, false: 0, error: 0 }
    for (let i = 0; i < POLICIES_PER_SEED; i++) {
      for (const side of ['condition', 'consensus'] as const) {
        const text = generateBool(random, side)
        const facts = random.pick<object>(side === 'condition' ? requests : approvals)
        seen[agree(text, side, facts)]++
      }
    }
    // Generated policies are worth something only while each answer is common.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(POLICIES_PER_SEED / 10)
  },
)

/** Everything that holds for a well-typed expression; answers what it came to. */
function agree(text: string, side: Side, facts: object): 'true' | 'false' | 'error' {
  const expression = parseExpression(text)
  const written = format(expression)
  const again = parseExpression(written)
  if (shapeOf(again) !== shapeOf(expression))
    throw new Error(`formatting changes \`${text}\` into \`${written}\``)
  if (format(again) !== written) throw new Error(`formatting twice changes \`${written}\``)

  const compiled = new CompiledExpression(expression, side)
  const real = outcome(() => compiled.evaluate(facts as never))
  const specified = specOutcome(() => evaluateBySpec(expression, side, facts))
  if (real !== specified) throw new Error(`\`${text}\` is ${real}, by the specification ${specified}`)
  const tested = String(compiled.test(facts as never))
  if (tested !== (real.startsWith('error') ? 'undefined' : real))
    throw new Error(`\`${text}\` tests as ${tested}`)
  if (real.includes('VALUE_TYPE') && !readsMap(text))
    throw new Error(`\`${text}\` passes the checker and is ${real}`)
  return real.startsWith('error') ? 'error' : (real as 'true' | 'false')
}

function outcome(run: () => Evaluation): string {
  const result = run()
  return result.ok ? String(result.value) : `error ${result.error.code} at ${result.error.span.start}`
}

function specOutcome(run: () => unknown): string {
  try {
    return String(run())
  } catch (error) {
    if (error instanceof SpecError) return `error ${error.code} at ${error.start}`
    throw error
  }
}

/** What comes out of a map is the one thing whose type the checker cannot know. */
function readsMap(text: string): boolean {
  return [...walk(parseExpression(text))].some((part) => part.kind === 'field' && part.name === 'message')
}
