/** Random policies whose verdict must not improve when a request gets additional content. */
import {
  type CompiledPolicy,
  compilePolicy,
  decide,
  kindOfActivity,
  type RequestFacts,
  resourceAndActionOf,
} from '@keywright/policy'
import fc from 'fast-check'

export type Effect = 'EFFECT_ALLOW' | 'EFFECT_DENY'

/** A member of a list element, and values to compare it with. */
export type Member = readonly [name: string, values: readonly (string | bigint)[]]

/** A list of a request, and conditions on one element, which is called `x`. */
export interface List {
  readonly path: string
  readonly test: (effect: Effect) => fc.Arbitrary<string>
  /** Possible elements, for `contains`; undefined if the elements aren't strings. */
  readonly texts?: readonly string[]
}

const literal = (value: string | bigint) => (typeof value === 'string' ? `'${value}'` : String(value))

/** A comparison of a value. */
export function comparison(path: string, values: readonly (string | bigint)[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...values)
    .chain((value) =>
      fc
        .constantFrom(...(typeof value === 'string' ? ['==', '!='] : ['==', '!=', '<', '>']))
        .map((operator) => `${path} ${operator} ${literal(value)}`),
    )
}

/** Any combination of comparisons of members of `name`. */
export function tests(name: string, members: readonly Member[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...members).chain(([member, values]) => comparison(`${name}.${member}`, values))
  return fc
    .tuple(fc.array(one, { minLength: 1, maxLength: 3 }), fc.constantFrom(' && ', ' || '), fc.boolean())
    .map(([all, joined, isNegated]) => (isNegated ? `(${all.join(joined)}) == false` : all.join(joined)))
}

export const listOf = (path: string, members: readonly Member[]): List => ({
  path,
  test: () => tests('x', members),
})

export const textsOf = (path: string, texts: readonly string[]): List => ({
  path,
  test: () => comparison('x', texts),
  texts,
})

/** Conditions on a list: additional elements can only make an allow stop matching and a deny start matching. */
function clause({ path, test, texts }: List, effect: Effect): fc.Arbitrary<string> {
  const isAllow = effect === 'EFFECT_ALLOW'
  const count = fc.nat({ max: 3 }).map((n) => `${path}.count() ${isAllow ? '<=' : '>'} ${n}`)
  const each = test(effect).map((text) => `${path}.${isAllow ? 'all' : 'any'}(x, ${text})`)
  const filtered = test('EFFECT_DENY').map(
    (text) => `${path}.filter(x, ${text}).count() ${isAllow ? '==' : '>'} 0`,
  )
  const contains = texts
    ? fc
        .constantFrom(...texts)
        .map((text) => (isAllow ? `${path}.contains('${text}') == false` : `${path}.contains('${text}')`))
    : each
  return fc.oneof({ weight: 5, arbitrary: each }, filtered, count, contains)
}

/**
 * A set of policies.
 * @param scalars conditions on single values of the request, such as an amount, which additional content doesn't
 *   change
 */
export function policySets(
  lists: readonly List[],
  scalars: readonly fc.Arbitrary<string>[] = [],
): fc.Arbitrary<readonly CompiledPolicy[]> {
  const conditionOf = (effect: Effect) => {
    const parts: fc.Arbitrary<string>[] = [
      ...lists.map((list) => clause(list, effect)),
      // About half of all conditions, regardless of the number of lists.
      ...scalars.flatMap((scalar) => Array.from({ length: lists.length > 0 ? 1 : 2 }, () => scalar)),
    ]
    return fc
      .array(fc.oneof(...parts), { minLength: 1, maxLength: 2 })
      .map((all) => all.map((part) => `(${part})`).join(effect === 'EFFECT_ALLOW' ? ' && ' : ' || '))
  }
  const policy = fc
    .constantFrom('EFFECT_ALLOW' as const, 'EFFECT_ALLOW' as const, 'EFFECT_DENY' as const)
    .chain((effect) => conditionOf(effect).map((condition) => ({ effect, condition })))
  return fc
    .array(policy, { minLength: 1, maxLength: 4 })
    .map((all) =>
      all.map(({ effect, condition }) => compilePolicy({ policyId: condition, effect, condition })),
    )
}

/** The verdict with one approval; a pending request counts as denied. */
export function verdictOf(
  policies: readonly CompiledPolicy[],
  type: string,
  objects: Omit<RequestFacts, 'activity'>,
  params?: RequestFacts['activity']['params'],
): 'ALLOWED' | 'DENIED' {
  const activity = {
    type,
    ...resourceAndActionOf(type)!,
    kind: kindOfActivity(type),
    ...(params && { params }),
  }
  const approver = { id: 'u', tags: [], email: '', alias: '' }
  const { verdict } = decide({
    policies,
    facts: { activity, ...objects } as RequestFacts,
    approvers: [approver],
    users: [],
  })
  return verdict === 'ALLOWED' ? verdict : 'DENIED'
}

/** Counts verdicts. Both must occur often enough, or the property couldn't fail. */
export class Tally {
  readonly #seen = { ALLOWED: 0, DENIED: 0 }

  add<V extends 'ALLOWED' | 'DENIED'>(verdict: V): V {
    this.#seen[verdict]++
    return verdict
  }

  get rarest(): number {
    return Math.min(...Object.values(this.#seen))
  }
}

/** Policies as text for counterexamples. */
export const namesOf = (policies: readonly CompiledPolicy[]): string =>
  policies.map(({ effect, policyId }) => `${effect} ${policyId}`).join('\n')
