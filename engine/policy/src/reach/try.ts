/** Searches for approvals without analyzing the consensus: tries sets of users, small ones first. */

import type { CompiledPolicy, Voters } from '../compiledPolicy.ts'
import type { CredentialFacts, UserFacts } from '../facts.ts'

/** Upper bound of sets to try: every pair of 60 users. */
const MOST_SETS = 2_000

interface Vote {
  readonly user: UserFacts
  readonly credential: CredentialFacts | undefined
}

/**
 * Finds further approvers who make the consensus true.
 *
 * @param wanted `any` tries all candidates together first; `fewest` goes by size
 * @returns undefined if no set was found within the limit
 * @throws StepsExceeded if the budget runs out first
 */
export function tryApprovals(
  policy: CompiledPolicy,
  voters: Voters,
  wanted: 'any' | 'fewest',
): readonly UserFacts[] | undefined {
  const votes = votesOf(voters)
  const everyone = oneForEachUser(votes)
  const pay = (steps: number) => voters.budget.spend(steps, policy.consensus.expression.span)
  const passes = (set: readonly Vote[]) => {
    const credentials = set.flatMap((vote) => vote.credential ?? [])
    const facts = {
      approvers: [...voters.approvers, ...set.map((vote) => vote.user)],
      credentials: [...voters.credentials, ...credentials],
    }
    pay(facts.approvers.length + facts.credentials.length)
    return policy.consensus.test(facts, voters.budget)
  }
  if (wanted === 'any' && passes(everyone)) return everyone.map((vote) => vote.user)
  let tried = 0
  for (let size = 1; size <= everyone.length; size++) {
    for (const set of setsOf(votes, size, pay)) {
      if (++tried > MOST_SETS) return passes(everyone) ? everyone.map((vote) => vote.user) : undefined
      if (passes(set)) return set.map((vote) => vote.user)
    }
  }
  return undefined
}

function votesOf({ candidates, candidateCredentials }: Voters): Vote[] {
  const byUser = new Map<string, CredentialFacts[]>()
  for (const credential of candidateCredentials) {
    const known = byUser.get(credential.user_id)
    if (known) known.push(credential)
    else byUser.set(credential.user_id, [credential])
  }
  return candidates.flatMap((user): Vote[] => {
    const own = byUser.get(user.id) ?? []
    return own.length === 0
      ? [{ user, credential: undefined }]
      : own.map((credential) => ({ user, credential }))
  })
}

function oneForEachUser(votes: readonly Vote[]): Vote[] {
  return votes.filter((vote, i) => votes[i - 1]?.user !== vote.user)
}

function* setsOf(
  votes: readonly Vote[],
  size: number,
  pay: (steps: number) => void,
  from = 0,
): Generator<Vote[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= votes.length - size; i++) {
    for (const rest of setsOf(votes, size - 1, pay, i + 1)) {
      pay(size)
      if (!rest.some((vote) => vote.user === votes[i]!.user)) yield [votes[i]!, ...rest]
    }
  }
}
