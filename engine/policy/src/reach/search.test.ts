import { describe, expect, test } from 'vitest'
import { seeds, tries } from '../../../../tools/scripts/lib/tries.ts'
import { randomUser } from '../../test/facts.ts'
import { generateBool } from '../../test/generate.ts'
import { Random } from '../../test/random.ts'
import { StepBudget } from '../budget.ts'
import type { CompiledPolicy, Voters } from '../compiledPolicy.ts'
import type { UserFacts } from '../facts.ts'
import { compilePolicy } from '../policy.ts'
import { fewestApprovals, isReachable } from './search.ts'

const user = (id: string, ...tags: string[]): UserFacts => ({ id, tags, email: '', alias: id })
const ann = user('ann', 'board', 'finance')
const bo = user('bo', 'board')
const cy = user('cy', 'security')
const dee = user('dee')
const everyone = [ann, bo, cy, dee]

const allowing = (consensus: string) => compilePolicy({ policyId: 'p', effect: 'EFFECT_ALLOW', consensus })
const voters = (approvers: readonly UserFacts[], users: readonly UserFacts[] = everyone): Voters => ({
  approvers,
  candidates: users.filter((candidate) => !approvers.includes(candidate)),
  credentials: [],
  candidateCredentials: [],
  budget: new StepBudget(),
})

describe('what further approvals can reach', () => {
  test.each<[consensus: string, approvers: UserFacts[], fewest: number | undefined]>([
    ["approvers.any(a, a.id == 'bo')", [dee], 1],
    ["approvers.any(a, a.id == 'unknown')", [dee], undefined],
    ["approvers.filter(a, a.tags.contains('board')).count() >= 2", [dee], 2],
    ["approvers.filter(a, a.tags.contains('board')).count() >= 2", [ann], 1],
    ["approvers.filter(a, a.tags.contains('board')).count() >= 3", [ann], undefined],
    [
      "approvers.any(a, a.tags.contains('finance')) && approvers.any(a, a.tags.contains('security'))",
      [dee],
      2,
    ],
    ["['finance', 'security'].all(t, approvers.any(a, a.tags.contains(t)))", [dee], 2],
    ["['finance', 'security'].any(t, approvers.any(a, a.tags.contains(t)))", [dee], 1],
    ['approvers.count() >= 3', [ann], 2],
    ['approvers.count() == 2', [ann], 1],
    ['approvers.count() == 2', [ann, bo, cy], undefined],
    ['approvers.count() != 1 && approvers.count() < 3', [ann], 1],
    ["approvers.all(a, a.tags.contains('board')) && approvers.count() >= 2", [ann], 1],
    ["approvers.all(a, a.tags.contains('board')) && approvers.count() >= 2", [dee], undefined],
    ["approvers.all(a, a.tags.contains('board')) && approvers.count() >= 3", [ann], undefined],
    ["approvers.count() == approvers.filter(a, a.tags.contains('board')).count()", [dee], undefined],
    ["approvers.filter(a, a.tags.contains('board')).filter(b, b.id != 'ann').count() >= 1", [ann], 1],
    ["approvers.any(a, a.id == 'bo') == approvers.any(a, a.id == 'cy') && approvers.count() > 1", [ann], 1],
    ["approvers[1].id == 'cy'", [ann], 1],
    ["approvers[0].id == 'cy'", [ann], undefined],
    ["approvers[0..2].all(a, a.tags.contains('board'))", [ann], 1],
    ['approvers.any(a, approvers.any(b, b.id != a.id))', [ann], 1],
    // dee has no tag, and asking for the first of none is an error.
    ["approvers.all(a, a.tags[0] == 'board') && approvers.count() == 2", [ann], 1],
    ["approvers.any(a, a.tags[0] == 'security')", [dee], undefined],
    ['approvers.count() >= 10000000000000000000000000', [dee], undefined],
    ['false', [dee], undefined],
  ])('%s', (consensus, approvers, fewest) => {
    const policy = allowing(consensus)
    expect(isReachable(policy, voters(approvers))).toBe(fewest !== undefined)
    expect(fewestApprovals(policy, voters(approvers))?.count).toBe(fewest)
  })

  test('names the users of each group', () => {
    const policy = allowing("approvers.any(a, a.id == 'cy') && approvers.any(a, a.tags.contains('board'))")
    const needed = fewestApprovals(policy, voters([dee]))
    expect(needed).toEqual({
      count: 2,
      groups: expect.arrayContaining([
        { need: 1, userIds: ['cy'] },
        { need: 1, userIds: ['ann', 'bo'] },
      ]),
    })
  })

  test('finds an approval by the credential that it would be stamped with', () => {
    const policy = allowing("credentials.any(c, c.type == 'passkey')")
    const passkey = { id: 'c', user_id: 'bo', type: 'passkey', credential_id: '', public_key: '' }
    expect(isReachable(policy, { ...voters([ann]), candidateCredentials: [passkey] })).toBe(true)
    expect(
      isReachable(policy, { ...voters([ann]), candidateCredentials: [{ ...passkey, type: 'key' }] }),
    ).toBe(false)
  })

  test('stays exact for a hundred users and many sorts', () => {
    const users = Array.from({ length: 100 }, (_, i) =>
      user(`u${i}`, ...[0, 1, 2, 3, 4].filter((bit) => (i >> bit) & 1).map((bit) => `t${bit}`)),
    )
    const counts = (bits: number[], operator: string) =>
      bits
        .map((bit) => `approvers.filter(a, a.tags.contains('t${bit}')).count() ${operator} ${7 + bit}`)
        .join(' && ')
    const start = voters([users[1]!], users)
    const atLeast = allowing(counts([0, 1, 2, 3, 4], '>='))
    expect(isReachable(atLeast, start)).toBe(true)
    expect(fewestApprovals(atLeast, start)!.count).toBeGreaterThanOrEqual(10)
    const exactly = allowing(counts([0, 1, 2], '=='))
    expect(isReachable(exactly, start)).toBe(true)
    expect(fewestApprovals(exactly, start)!.count).toBeGreaterThanOrEqual(8)
  })
})

test.each(seeds(7))(
  'agrees with trying every set of five users, on generated consensus of %s (%i)',
  (_, seed) => {
    const random = new Random(seed)
    const found = { reachable: 0, withForm: 0 }
    for (let i = 0; i < tries(6_000); i++) {
      const users = ['u1', 'u2', 'u3', 'u4', 'u5'].map((id) => randomUser(random, id as never))
      const present = users.filter(() => random.chance(0.3))
      const policy = allowing(random.chance(0.5) ? generateBool(random, 'consensus') : generateCounts(random))
      if (policy.consensus.test({ approvers: present, credentials: [] }) === true) continue
      const expected = smallestSet(policy, present, users)
      const who = voters(present, users)
      const text = JSON.stringify({ seed, i, expected })
      expect(isReachable(policy, who), text).toBe(expected !== undefined)
      expect(fewestApprovals(policy, who)?.count, text).toBe(expected)
      if (expected !== undefined) found.reachable++
      if (policy.consensusForm.formula) found.withForm++
    }
    expect(found.reachable).toBeGreaterThan(tries(200))
    expect(found.withForm).toBeGreaterThan(tries(500))
  },
)

/** What real authors write: counts and tests of approvers, combined. */
function generateCounts(random: Random): string {
  const test = () =>
    random.pick([
      `a.id == 'u${1 + random.below(5)}'`,
      `a.tags.contains('${random.pick(['a', 't-1', 'SIGN'])}')`,
      "a.id in ['u1', 'u3']",
      "a.tags[0] != 'a'",
    ])
  const clause = () =>
    random.pick([
      `approvers.any(a, ${test()})`,
      `approvers.all(a, ${test()})`,
      `approvers.count() ${random.pick(['>=', '==', '<', '!='])} ${random.below(4)}`,
      `approvers.filter(a, ${test()}).count() ${random.pick(['>=', '==', '<=', '!=', '>'])} ${random.below(3)}`,
      `approvers.filter(a, ${test()}).count() ${random.pick(['>=', '==', '<'])} approvers.filter(a, ${test()}).count()`,
      `['a', 't-1'].${random.pick(['all', 'any'])}(t, approvers.any(a, a.tags.contains(t)))`,
    ])
  const joined = random.times(1 + random.below(3), clause).join(` ${random.pick(['&&', '||'])} `)
  return random.chance(0.3) ? `(${joined}) && (${clause()} || ${clause()})` : joined
}

function smallestSet(policy: CompiledPolicy, present: UserFacts[], users: UserFacts[]): number | undefined {
  const candidates = users.filter((candidate) => !present.includes(candidate))
  let smallest: number | undefined
  for (let bits = 1; bits < 2 ** candidates.length; bits++) {
    const more = candidates.filter((_, i) => (bits >> i) & 1)
    if (smallest !== undefined && more.length >= smallest) continue
    if (policy.consensus.test({ approvers: [...present, ...more], credentials: [] })) smallest = more.length
  }
  return smallest
}
