/** Random votes while quorum, tags, policies and users change: each vote is decided by the rules of its moment. */
import type { Activity } from '@keywright/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../../tools/scripts/lib/tries.ts'
import { allow, type Client, createTestEngine } from '../../test/support/index.ts'
import { addUser, type Person } from '../../test/support/people.ts'

const PEOPLE = 4
const DAY = 24 * 3600
const person = fc.nat(PEOPLE - 1)
const people = fc.uniqueArray(person, { maxLength: PEOPLE })
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ op: fc.constant('propose wallet' as const), by: person }) },
  fc.record({ op: fc.constant('propose quorum' as const), by: person, of: people, threshold: fc.nat(2) }),
  { weight: 6, arbitrary: fc.record({ op: fc.constant('approve' as const), by: person, at: fc.nat(1) }) },
  { weight: 6, arbitrary: fc.record({ op: fc.constant('reject' as const), by: person, at: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 25 }) }),
  },
  fc.record({ op: fc.constant('set quorum' as const), of: people, threshold: fc.nat(2) }),
  fc.record({ op: fc.constant('set tags' as const), of: people }),
  fc.record({ op: fc.constant('set policy' as const), isOn: fc.boolean() }),
  fc.record({ op: fc.constant('delete' as const), who: person }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Quorum {
  readonly threshold: number
  readonly userIds: readonly string[]
}

async function openWorld() {
  const engine = createTestEngine('votes')
  const { root, organizationId, rootUserId } = await engine.organization()
  const staff: Person[] = []
  for (let n = 0; n < PEOPLE; n++) staff.push(await addUser(engine, root, `person ${n}`))
  const { userTagId } = await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'desk', userIds: [] })
  const { policyId } = await allow(root, "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'", 'false')
  const alive = new Map(staff.map(({ userId, client }) => [userId, client]))
  const state = {
    quorum: { threshold: 1, userIds: [rootUserId] } as Quorum,
    tagged: new Set<string>(),
    isOn: false,
    proposed: [] as { readonly id: string; readonly fingerprint: string; readonly quorum?: Quorum }[],
  }
  const clients = new Map<string, Client>([...alive, [rootUserId, root]])
  const read = async (id: string): Promise<Activity> =>
    (await root.query('get_activity', { activityId: id })).activity

  async function asQuorum(type: Parameters<Client['submit']>[0], parameters: object) {
    const [first, ...others] = state.quorum.userIds.map((id) => clients.get(id)!)
    let activity = await first!.submit(type, parameters as never)
    for (const other of others) {
      if (activity.status === 'ACTIVITY_STATUS_COMPLETED') return
      activity = await other.approve(activity.fingerprint)
    }
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
  }

  const idsOf = (numbers: readonly number[]) =>
    numbers.map((n) => staff[n]!.userId).filter((id) => alive.has(id))
  const quorumOf = (numbers: readonly number[], more: number): Quorum => {
    const userIds = [rootUserId, ...idsOf(numbers)]
    return { userIds, threshold: Math.min(1 + more, userIds.length) }
  }

  /** Who approves and who rejects, with or without approvals that have expired. */
  function votersOf({ votes }: Pick<Activity, 'votes'>, withExpired: boolean) {
    const now = engine.clock() / 1000
    const isLive = (vote: Activity['votes'][number]) =>
      withExpired || now - Math.floor(Number(vote.createdAt.seconds)) <= DAY
    const of = (selection: string) => votes.filter((vote) => vote.selection === selection)
    const rejecters = new Set(of('VOTE_SELECTION_REJECTED').map((vote) => vote.userId))
    const approvers = new Set(
      of('VOTE_SELECTION_APPROVED')
        .filter(isLive)
        .map((vote) => vote.userId),
    )
    const isPresent = (id: string) => id === rootUserId || alive.has(id)
    return { rejecters, approvers: [...approvers].filter((id) => !rejecters.has(id) && isPresent(id)) }
  }

  const isMember = (id: string) => state.quorum.userIds.includes(id)
  const isOfDesk = (id: string) => alive.has(id) && state.tagged.has(id)

  function isAllowed(isWallet: boolean, approvers: readonly string[]): boolean {
    const isByQuorum = approvers.filter(isMember).length >= state.quorum.threshold
    return isByQuorum || (isWallet && state.isOn && approvers.filter(isOfDesk).length >= 2)
  }

  /** Whether enough users are left who have not rejected it. */
  function isPossible(activity: Pick<Activity, 'votes'>, isWallet: boolean): boolean {
    const { approvers, rejecters } = votersOf(activity, true)
    const left = state.quorum.userIds.filter((id) => !rejecters.has(id))
    const isByQuorum = approvers.some(isMember) && left.length >= state.quorum.threshold
    const desk = [...alive.keys()].filter((id) => isOfDesk(id) && !rejecters.has(id))
    return isByQuorum || (isWallet && state.isOn && desk.length >= 2)
  }

  async function vote(by: string, at: number, selection: 'APPROVED' | 'REJECTED') {
    const target = state.proposed.at(-1 - at)
    const client = alive.get(by)
    if (!target || !client) return
    const before = await read(target.id)
    const isWallet = target.quorum === undefined
    const now = engine.clock() / 1000
    const isFinal = before.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
    const hasVoted = before.votes.some(
      (vote) =>
        vote.userId === by &&
        (vote.selection === 'VOTE_SELECTION_REJECTED' ||
          now - Math.floor(Number(vote.createdAt.seconds)) <= DAY),
    )
    await (selection === 'APPROVED' ? client.approve : client.reject)(target.fingerprint).catch(
      () => undefined,
    )
    const after = await read(target.id)
    const isExecutable =
      alive.has(before.votes[0]!.userId) &&
      (target.quorum?.userIds ?? []).every((id) => id === rootUserId || alive.has(id))
    const vote = { userId: by, selection: `VOTE_SELECTION_${selection}`, createdAt: { seconds: String(now) } }
    const voted = { votes: [...before.votes, vote as never] }
    const isCounted = isMember(by) || (isWallet && state.isOn && isOfDesk(by))
    const expected = () => {
      if (isFinal || hasVoted) return before.status
      if (selection === 'REJECTED')
        return isCounted && !isPossible(voted, isWallet) ? 'ACTIVITY_STATUS_REJECTED' : before.status
      if (!isAllowed(isWallet, votersOf(voted, false).approvers)) return before.status
      return isExecutable ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_FAILED'
    }
    expect({ selection, isCounted, status: after.status }).toEqual({
      selection,
      isCounted,
      status: expected(),
    })
    if (!isCounted && after.status === before.status) expect(after.votes).toEqual(before.votes)
    if (!isFinal && after.status === 'ACTIVITY_STATUS_COMPLETED' && target.quorum)
      state.quorum = target.quorum
  }

  async function propose(by: string, quorum?: Quorum) {
    const client = alive.get(by)
    if (!client) return
    const asked = quorum
      ? client.submit('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', quorum as never)
      : client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: crypto.randomUUID(), accounts: [] })
    const activity = await asked.catch(() => undefined)
    const isDone = isAllowed(quorum === undefined, [by])
    expect(activity?.status === 'ACTIVITY_STATUS_COMPLETED').toBe(isDone)
    if (!activity) return
    if (isDone && quorum) state.quorum = quorum
    const { id, fingerprint } = activity
    state.proposed.push({ id, fingerprint, ...(quorum && { quorum }) })
  }

  async function take(step: Step) {
    engine.clock.advance({ seconds: 1 })
    switch (step.op) {
      case 'propose wallet':
        return propose(staff[step.by]!.userId)
      case 'propose quorum':
        return propose(staff[step.by]!.userId, quorumOf(step.of, step.threshold))
      case 'approve':
        return vote(staff[step.by]!.userId, step.at, 'APPROVED')
      case 'reject':
        return vote(staff[step.by]!.userId, step.at, 'REJECTED')
      case 'wait':
        return void engine.clock.advance({ hours: step.hours })
      case 'set quorum': {
        const quorum = quorumOf(step.of, step.threshold)
        await asQuorum('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', quorum)
        state.quorum = quorum
        return
      }
      case 'set tags': {
        const [add, remove] = [idsOf(step.of), [...state.tagged].filter((id) => alive.has(id))]
        await asQuorum('ACTIVITY_TYPE_UPDATE_USER_TAG', {
          userTagId,
          addUserIds: add.filter((id) => !remove.includes(id)),
          removeUserIds: remove.filter((id) => !add.includes(id)),
        })
        state.tagged = new Set(add)
        return
      }
      case 'set policy': {
        const count = `approvers.filter(a, a.tags.contains('${userTagId}')).count() >= 2`
        await asQuorum('ACTIVITY_TYPE_UPDATE_POLICY_V2', {
          policyId,
          policyConsensus: step.isOn ? count : 'false',
        })
        state.isOn = step.isOn
        return
      }
      case 'delete': {
        const { userId } = staff[step.who]!
        if (!alive.has(userId) || isMember(userId)) return
        await asQuorum('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
        alive.delete(userId)
      }
    }
  }
  return { take, organizationId }
}

/** An approval that has expired doesn't count, nor does the rejection of a user whose approval nothing needs. */
const EXAMPLES: Step[][] = [
  [
    { op: 'set quorum', of: [0, 1], threshold: 1 },
    { op: 'propose wallet', by: 0 },
    { op: 'wait', hours: 25 },
    { op: 'approve', by: 1, at: 0 },
  ],
  [
    { op: 'set quorum', of: [0, 1], threshold: 1 },
    { op: 'propose wallet', by: 0 },
    { op: 'reject', by: 2, at: 0 },
  ],
]

it('a vote is decided by the quorum, tags, policies and users of its moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const { take } = await openWorld()
      for (const each of steps) await take(each)
    }),
    { ...runs(400), examples: EXAMPLES.map((steps) => [steps]), endOnFailure: true },
  )
})
