import { expect, test } from 'vitest'
import { seeds, tries } from '../../../tools/scripts/lib/tries.ts'
import { randomCredentials, randomRequest, randomUser } from '../test/facts.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import { spoil } from '../test/spoil.ts'
import type { DecideInput } from './compiledPolicy.ts'
import { decide, outcomeOf } from './decide.ts'
import type { CredentialFacts } from './facts.ts'
import type { PolicyOutcome } from './outcome.ts'
import { compilePolicy } from './policy.ts'

const DECISIONS_PER_SEED = tries(2_000)

// `evaluate.slow.test.ts` and `possible.slow.test.ts` compare single expressions with the specification.
test.each(seeds(20_261_126))(
  'policies decided together have the same outcomes as alone, errors included, for %s (%i)',
  (_, seed) => {
    const random = new Random(seed)
    const seen = new Map<PolicyOutcome, number>()
    for (let i = 0; i < DECISIONS_PER_SEED; i++) {
      const facts = randomRequest(random)
      const policies = random.times(10, () =>
        compilePolicy({
          policyId: 'p',
          effect: random.pick(['EFFECT_ALLOW', 'EFFECT_DENY']),
          condition: generateBool(random, 'condition', 2),
          consensus: random.chance(0.2) ? generateBool(random, 'consensus', 2) : null,
        }),
      )
      const input: DecideInput = {
        policies,
        facts: random.chance(0.5) ? spoil(facts, random) : facts,
        approvers: random.times(random.below(3), () => randomUser(random)),
        credentials: randomCredentials(random) as CredentialFacts[],
        users: [],
      }
      // No policy is evaluated if only the root quorum may decide.
      for (const [n, { outcome }] of decide(input).policyEvaluations.entries()) {
        expect(outcome, `${i}, ${n}`).toBe(outcomeOf(policies[n]!, input))
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      }
    }
    expect(seen.size).toBe(4)
    for (const count of seen.values()) expect(count).toBeGreaterThan(DECISIONS_PER_SEED / 20)
  },
)
