/** The effect and the outcome of a policy. */

export type Effect = 'EFFECT_ALLOW' | 'EFFECT_DENY'

/** The outcome of one policy; `policyEvaluations[].outcome` in error details. */
export type PolicyOutcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_REJECTED'
  | 'OUTCOME_ERROR'
  /** The `time` of the policy is false: it doesn't take part. */
  | 'OUTCOME_TIME_INACTIVE'
