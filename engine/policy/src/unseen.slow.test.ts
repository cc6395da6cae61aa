import { describe, expect, test } from 'vitest'
import { seeds, tries } from '../../../tools/scripts/lib/tries.ts'
import { INTEGERS, randomRequest, randomUser, randomValue, STRINGS } from '../test/facts.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import { spoil } from '../test/spoil.ts'
import type { CompiledPolicy } from './compiledPolicy.ts'
import { decide } from './decide.ts'
import type { RequestFacts } from './facts.ts'
import { compilePolicy } from './policy.ts'
import { formatType, parseType } from './type.ts'
import { VOCABULARY } from './vocabulary.ts'

const DECISIONS_PER_SEED = tries(10_000)
const SEEDS = seeds(20_261_123)

const verdictOf = (policies: readonly CompiledPolicy[], facts: RequestFacts, random: Random) =>
  decide({ policies, facts, approvers: [randomUser(random)], users: [] }).verdict

/** Allows and denies with the given conditions; without a deny in sight nothing would be tested. */
function policiesOf(random: Random, condition: (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY') => string) {
  return random.times(2 + random.below(4), () => {
    const effect = random.chance(0.6) ? 'EFFECT_ALLOW' : 'EFFECT_DENY'
    return compilePolicy({ policyId: 'p', effect, condition: condition(effect) })
  })
}

describe('what a request hides', () => {
  test.each(SEEDS)('never turns a refusal into a grant: members left out or garbled, %s (%i)', (_, seed) => {
    const random = new Random(seed)
    const seen = { ALLOWED: 0, DENIED: 0 }
    for (let i = 0; i < DECISIONS_PER_SEED; i++) {
      const facts = randomRequest(random)
      const policies = policiesOf(random, () => generateBool(random, 'condition'))
      const before = verdictOf(policies, facts, random)
      if (before in seen) seen[before as 'DENIED']++
      if (before === 'DENIED')
        expect(verdictOf(policies, spoil(facts, random), random), String(i)).toBe('DENIED')
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(DECISIONS_PER_SEED / 100)
  })

  // An allow that wants something to be there, such as `any`, is of course met by adding it.
  test.each(SEEDS)('never turns a refusal into a grant: elements added to lists, %s (%i)', (_, seed) => {
    const random = new Random(seed)
    const seen = { ALLOWED: 0, DENIED: 0 }
    for (let i = 0; i < DECISIONS_PER_SEED; i++) {
      const { facts, lists } = randomTransaction(random)
      const policies = policiesOf(random, (effect) =>
        random
          .times(1 + random.below(2), () => everyOrAny(random, random.pick(lists), effect))
          .join(effect === 'EFFECT_ALLOW' ? ' && ' : ' || '),
      )
      const before = verdictOf(policies, facts, random)
      if (before in seen) seen[before as 'DENIED']++
      const { path, element } = random.pick(lists)
      const more = randomValue(random, parseType(element))
      const added = path === 'solana.tx.account_keys' && random.chance(0.3) ? 'ADDRESS_TABLE_LOOKUP' : more
      if (before === 'DENIED') {
        const texts = policies.map(
          ({ effect, condition }) => `${effect} ${JSON.stringify(condition.expression.span)}`,
        )
        expect(verdictOf(policies, withElement(facts, path, added), random), texts.join()).toBe('DENIED')
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(DECISIONS_PER_SEED / 100)
  })
})

interface List {
  readonly path: string
  readonly element: string
}

const structOf = (name: string) => VOCABULARY.structs.find((struct) => struct.name === name)!

/** A transaction of any chain that has lists, and these. */
function randomTransaction(random: Random): { facts: RequestFacts; lists: List[] } {
  const entry = random.pick(VOCABULARY.names.filter(({ path }) => /^(solana|bitcoin)[.]tx$/.test(path)))
  const [chain] = entry.path.split('.') as [string]
  const tx = randomValue(random, parseType(entry.type)) as Record<string, unknown>
  const lists = structOf(entry.type).fields.flatMap(({ name, type }): List[] => {
    const parsed = parseType(type)
    if (parsed.kind !== 'list') return []
    tx[name] ??= []
    return [{ path: `${entry.path}.${name}`, element: formatType(parsed.of) }]
  })
  const activity = { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', resource: 'PRIVATE_KEY', action: 'SIGN' }
  return { facts: { activity, [chain]: { tx } } as unknown as RequestFacts, lists }
}

/** For an allow something that all elements must be, for a deny something that none may be. */
function everyOrAny(random: Random, { path, element }: List, effect: string): string {
  const test = testOf(random, 'x', element)
  if (effect === 'EFFECT_ALLOW') return `${path}.all(x, ${test})`
  return random.chance(0.3) && element === 'string'
    ? `${path}.contains('${random.pick(STRINGS)}')`
    : `${path}.any(x, ${test})`
}

function testOf(random: Random, name: string, type: string): string {
  if (type === 'string') return `${name} ${random.pick(['==', '!='])} '${random.pick(STRINGS)}'`
  if (type === 'int') return `${name} ${random.pick(['==', '!=', '<', '>'])} ${random.pick(INTEGERS)}`
  if (type === 'bool') return name
  const fields = structOf(type).fields.filter((field) => ['string', 'int', 'bool'].includes(field.type))
  const tests = random.times(1 + random.below(2), () => {
    const field = random.pick(fields)
    return testOf(random, `${name}.${field.name}`, field.type)
  })
  return tests.join(random.pick([' && ', ' || ']))
}

function withElement(facts: RequestFacts, path: string, element: unknown): RequestFacts {
  const [chain, , name] = path.split('.') as [string, string, string]
  const { tx } = facts[chain as 'solana'] as unknown as { tx: Record<string, unknown[]> }
  return { ...facts, [chain]: { tx: { ...tx, [name]: [...tx[name]!, element] } } }
}
