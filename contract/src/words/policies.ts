/** What the calls about policies do. */
import type { CallWords } from './callWords.ts'

export const policyWords = {
  get_policy: {
    summary: 'Returns a policy.',
    description: 'Any user of the organization can read every policy.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_policies: {
    summary: 'Lists all policies of the organization.',
    description: 'Not paginated: an organization can have at most 100.',
  },
  get_policy_evaluations: {
    summary: 'Returns the outcome of each policy for an activity, after each of its votes.',
    description:
      'Returns one entry per vote after which the policies were evaluated, with one outcome per policy. An activity that the root quorum allowed has no entries because no policy was evaluated. With `explain`, or for a request that has not been submitted, `policyRequest` contains what the policies would evaluate now; nothing is executed.',
    fields: {
      activityId: 'Id of the activity, a UUID. If omitted, `type` and `parameters` describe the request.',
      explain: 'If true, `policyRequest` is returned for the activity.',
      type: 'Activity type of a request that the caller might submit.',
      parameters: 'The `parameters` of that request.',
      policyRequest:
        'The data that decides the request, as JSON: policies, facts, approvers, users and root quorum. `keywright policy explain` reads it.',
    },
    errors: ['ACTIVITY_NOT_FOUND', 'MEMBER_MISSING'],
  },
  create_policy: {
    summary: 'Creates a policy.',
    description:
      'Both expressions are parsed and type-checked. If one is invalid, the error names the position and nothing is stored. Versions 1 and 2 accept selectors, which are translated into a condition.',
    fields: {
      selectors: 'Comparisons that must all be true. They are translated into a condition, joined with `&&`.',
      condition:
        'Expression over the request that says when the policy applies. If omitted, always. An empty string is rejected.',
      consensus:
        'Expression over `approvers` that says whose approval is enough. If omitted, anyone’s. An empty string is rejected.',
    },
    errors: ['POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID', 'RESOURCE_LIMIT_REACHED'],
  },
  create_policies: {
    summary: 'Creates several policies.',
    description: 'Each policy is checked as in `create_policy`. If one is invalid, none is created.',
    fields: { policies: 'The policies to create.' },
    errors: ['POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID', 'RESOURCE_LIMIT_REACHED'],
  },
  update_policy: {
    summary: 'Updates a policy.',
    description: 'Only `policyId` is required. Fields that you omit do not change.',
    fields: {
      policyName: 'New name. If omitted, the name does not change.',
      policyEffect: 'New effect. If omitted, the effect does not change.',
      policyCondition: 'New condition. If omitted, the condition does not change.',
      policyConsensus: 'New consensus. If omitted, the consensus does not change.',
      policyNotes: 'New notes. If omitted, the notes do not change.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID'],
  },
  delete_policy: {
    summary: 'Deletes a policy.',
    description:
      'Activities that are waiting for consensus are evaluated without it from their next vote on.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  delete_policies: {
    summary: 'Deletes several policies.',
    description: 'If one id is unknown, none is deleted.',
    errors: ['RESOURCE_NOT_FOUND', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
