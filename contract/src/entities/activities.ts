/** Activities and the votes on them. */
import { later, list, nullable, object, optional } from '../define.ts'
import { ActivityStatus, ActivityType, Outcome, VoteSelection } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, id, text } from '../scalars.ts'
import { Members, Status, Timestamp } from './common.ts'
import { User } from './users.ts'

export const Vote = object({
  id,
  userId: ids.user,
  user: User,
  activityId: id,
  selection: VoteSelection,
  message: text,
  publicKey: text,
  signature: text,
  scheme: text,
  createdAt: Timestamp,
})

export const Activity = object({
  id,
  organizationId: id,
  status: ActivityStatus,
  type: ActivityType,
  intent: Members,
  result: Members,
  votes: list(Vote),
  fingerprint: text,
  canApprove: flag,
  canReject: flag,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  failure: optional(nullable(Status)),
  withheld: later(optional(list(text))),
})

export const PolicyEvaluation = later(object({ policyId: optional(ids.policy), outcome: optional(Outcome) }))

export const ActivityPolicyEvaluation = later(
  object({
    id,
    activityId: id,
    organizationId: id,
    voteId: id,
    policyEvaluations: list(PolicyEvaluation),
    createdAt: Timestamp,
  }),
)
