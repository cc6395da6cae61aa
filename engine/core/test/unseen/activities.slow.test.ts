/** Additional objects in an activity never help it pass a policy, for every type. */
import { callList, type IdKind, idKindsOf, idsNamedBy, type Schema } from '@keywright/contract'
import { type CompiledPolicy, idKindsOfActivity, kindOfActivity } from '@keywright/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tools/scripts/lib/tries.ts'
import { namedFacts } from '../../src/authorize/namedFacts.ts'
import { openBudget } from '../../src/budget.ts'
import type { Context } from '../../src/context.ts'
import type { UserRow } from '../../src/store/tables.ts'
import { comparison, type List, namesOf, policySets, Tally, textsOf, verdictOf } from './arbitraryPolicies.ts'

const RUNS = 300
const IDS = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`)
const TAGS = ['hot', 'cold']

const versions = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority === 'policy'
    ? call.versions
        .filter(({ intent }) => idKindsOf(intent).size > 0)
        .map(({ type, intent }) => ({ type, intent, kinds: idKindsOfActivity(kindOfActivity(type)) }))
    : [],
)

type Def = { shape?: Record<string, Schema>; element?: Schema; innerType?: Schema }

/** Values of the members that contain ids; other members are left out. */
function idsIn(schema: Schema): fc.Arbitrary<unknown> {
  if (idKindsOf(schema).size === 0) return fc.constant(undefined)
  const { shape, element, innerType } = schema._zod.def as unknown as Def
  if (shape)
    return fc.record(Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, idsIn(inner)])))
  if (element) return fc.array(idsIn(element), { maxLength: 3 })
  if (innerType) return fc.option(idsIn(innerType), { nil: undefined })
  return fc.constantFrom(...IDS)
}

function withMore(schema: Schema, value: unknown): fc.Arbitrary<unknown> {
  if (idKindsOf(schema).size === 0 || value === undefined) return fc.constant(value)
  const { shape, element, innerType } = schema._zod.def as unknown as Def
  if (innerType) return withMore(innerType, value)
  if (shape) {
    const members = Object.entries(shape).map(([name, inner]) => [
      name,
      withMore(inner, (value as Record<string, unknown>)[name]),
    ])
    return fc.record(Object.fromEntries(members))
  }
  if (!element) return fc.constant(value)
  const items = value as readonly unknown[]
  return fc
    .tuple(fc.array(idsIn(element), { maxLength: 2 }), fc.nat({ max: items.length }))
    .map(([more, at]) => items.toSpliced(at, 0, ...more))
}

const rowOf = (userId: string): UserRow => ({
  userId,
  userName: `user ${userId.at(-1)}`,
  userTags: TAGS.slice(IDS.indexOf(userId) % 2),
  apiKeys: [],
  authenticators: [],
  oauthProviders: [],
  salt: '',
  createdAt: 0,
  updatedAt: 0,
})

const context = {
  organization: { organizationId: 'here', quorum: { userIds: [IDS[0]], threshold: 1 } },
  rows: { get: async (_table: string, id: string) => rowOf(id) },
} as unknown as Context

async function verdictOfAll(policies: readonly CompiledPolicy[], type: string, parameters: unknown) {
  const budget = openBudget(async () => undefined)
  const activity = { type, parameters, decidedBy: 'here' } as never
  const sets = await namedFacts({ ...context, budget }, activity, { found: undefined })
  const verdicts = sets.map(({ params, ...objects }) => verdictOf(policies, type, objects, params))
  return verdicts.includes('DENIED') ? 'DENIED' : 'ALLOWED'
}

const listsOf = (kinds: readonly IdKind[]): List[] => [
  ...kinds.map((kind) => textsOf(`activity.params.${kind}_ids`, IDS)),
  ...(kinds.includes('user') ? [textsOf('target_user.tags', TAGS)] : []),
]

const scalarsOf = (kinds: readonly IdKind[]) => [
  ...kinds.map((kind) => comparison(`activity.params.${kind}_id`, IDS)),
  ...(kinds.includes('user')
    ? [
        comparison('target_user.id', IDS),
        fc.constantFrom('target_user.root', 'target_user.root == false'),
        comparison(
          'target_user.alias',
          IDS.map((id) => rowOf(id).userName),
        ),
      ]
    : []),
]

describe('additional objects in an activity', () => {
  const tally = new Tally()

  it.each(versions)('never turn a denial of $type into a grant', async ({ type, intent, kinds }) => {
    const requests = idsIn(intent).chain((few) => fc.tuple(fc.constant(few), withMore(intent, few)))
    await fc.assert(
      fc.asyncProperty(
        policySets(listsOf(kinds), scalarsOf(kinds)),
        requests,
        async (policies, [few, many]) => {
          const after = idsNamedBy(intent, many)
          for (const [kind, ids] of idsNamedBy(intent, few)) {
            expect(after.get(kind)).toEqual(expect.arrayContaining(ids))
            // Naming a first object may satisfy an allow that requires one.
            fc.pre(ids.length > 0 || after.get(kind)!.length === 0)
          }
          const before = tally.add(await verdictOfAll(policies, type, few))
          if (before === 'DENIED')
            expect(await verdictOfAll(policies, type, many), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
  })

  it('were tested with enough of both verdicts', () => {
    expect(tally.rarest).toBeGreaterThan(versions.length)
  })
})
