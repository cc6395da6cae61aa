/** The effect of a policy, and what it comes to. */

export type Effect = 'EFFECT_ALLOW' | 'EFFECT_DENY'

/** What one policy comes to; `policyEvaluations[].outcome` of a refusal's details. */
export type PolicyOutcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_REJECTED'
  | 'OUTCOME_ERROR'
