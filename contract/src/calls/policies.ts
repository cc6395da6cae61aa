/** Policies: who may do what. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { ActivityPolicyEvaluation } from '../entities/activities.ts'
import { Members } from '../entities/common.ts'
import { CreatePolicyIntentV3, Policy, Selector, SelectorV2 } from '../entities/policies.ts'
import { ActivityType, Effect } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { expression, flag, id, name, prose } from '../scalars.ts'

export const policieCalls = {
  get_policy: query({ policyId: ids.policy }, { policy: Policy }),
  list_policies: query({}, { policies: list(Policy) }),
  get_policy_evaluations: later(
    query(
      {
        activityId: optional(id),
        explain: later(optional(flag)),
        type: later(optional(ActivityType)),
        parameters: later(optional(Members)),
      },
      { policyEvaluations: list(ActivityPolicyEvaluation), policyRequest: later(optional(prose)) },
    ),
  ),
  create_policy: submit('POLICY', 'CREATE', {
    ACTIVITY_TYPE_CREATE_POLICY: version(
      { policyName: name, selectors: list(Selector), effect: Effect, notes: optional(prose) },
      { policyId: ids.policy },
    ),
    ACTIVITY_TYPE_CREATE_POLICY_V2: version(
      { policyName: name, selectors: list(SelectorV2), effect: Effect, notes: optional(prose) },
      { policyId: ids.policy },
      'createPolicyResult',
    ),
    ACTIVITY_TYPE_CREATE_POLICY_V3: version(
      CreatePolicyIntentV3.shape,
      { policyId: ids.policy },
      'createPolicyResult',
    ),
  }),
  create_policies: submit('POLICY', 'CREATE', {
    ACTIVITY_TYPE_CREATE_POLICIES: version(
      { policies: list(CreatePolicyIntentV3) },
      { policyIds: list(ids.policy) },
    ),
  }),
  update_policy: submit('POLICY', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_POLICY: version(
      {
        policyId: ids.policy,
        policyName: optional(name),
        policyEffect: optional(Effect),
        policyCondition: optional(expression),
        policyConsensus: optional(expression),
        time: later(optional(expression)),
        policyNotes: optional(prose),
      },
      { policyId: ids.policy },
    ),
    ACTIVITY_TYPE_UPDATE_POLICY_V2: later(
      version(
        {
          policyId: ids.policy,
          policyName: optional(name),
          policyEffect: optional(Effect),
          policyCondition: optional(expression),
          policyConsensus: optional(expression),
          time: later(optional(expression)),
          policyNotes: optional(prose),
        },
        { policyId: ids.policy },
      ),
    ),
  }),
  delete_policy: submit('POLICY', 'DELETE', {
    ACTIVITY_TYPE_DELETE_POLICY: version({ policyId: ids.policy }, { policyId: ids.policy }),
  }),
  delete_policies: later(
    submit('POLICY', 'DELETE', {
      ACTIVITY_TYPE_DELETE_POLICIES: version(
        { policyIds: list(ids.policy) },
        { policyIds: list(ids.policy) },
      ),
    }),
  ),
} as const
