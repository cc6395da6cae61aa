/** What the calls about policies do. */
import type { CallWords } from './callWords.ts'

export const policyWords = {
  get_policy: {
    summary: 'Reads one policy.',
    description: 'Any user of the organization may read every policy.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_policies: {
    summary: 'Lists all policies of the organization.',
    description: 'Not paged: an organization holds at most 100.',
  },
  get_policy_evaluations: {
    summary: 'Reads what each policy came to for an activity, after each of its votes.',
    description:
      'One entry for each vote after which the activity was decided, with one outcome for each policy. An activity that the root quorum allowed has no entry, because no policy was evaluated. With `explain`, or for a request that has not been submitted, `policyRequest` says what policies would be asked now; nothing is carried out.',
    fields: {
      activityId: 'The activity. Left out: the request is given by `type` and `parameters`.',
      explain: 'Whether `policyRequest` is returned for the activity.',
      type: 'Type of a request that the caller might submit.',
      parameters: 'Its `parameters`.',
      policyRequest:
        'What decides the request, as JSON: policies, facts, approvers, users and root quorum. `keywright policy explain` reads it.',
    },
    errors: ['ACTIVITY_NOT_FOUND', 'MEMBER_MISSING'],
  },
  create_policy: {
    summary: 'Creates a policy.',
    description:
      'Both expressions are parsed and type-checked; an error names the position and nothing is stored. Versions 1 and 2 take selectors, which are translated into a condition.',
    fields: {
      selectors: 'Comparisons that must all be true; translated into a condition joined with `&&`.',
      condition:
        'Expression over the request that says when the policy applies. Left out: always. An empty text is refused.',
      consensus:
        'Expression over `approvers` that says whose approval suffices. Left out: anybody’s. An empty text is refused.',
    },
    errors: ['POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID', 'RESOURCE_LIMIT_REACHED'],
  },
  create_policies: {
    summary: 'Creates several policies, all or none.',
    description: 'Each is checked as by `create_policy`; the first error refuses the whole list.',
    fields: { policies: 'The policies to create.' },
    errors: ['POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID', 'RESOURCE_LIMIT_REACHED'],
  },
  update_policy: {
    summary: 'Changes a policy.',
    description: 'Only `policyId` is needed; members that are left out stay as they are.',
    fields: {
      policyName: 'New name. Left out: the name stays.',
      policyEffect: 'New effect. Left out: the effect stays.',
      policyCondition: 'New condition. Left out: the condition stays.',
      policyConsensus: 'New consensus. Left out: the consensus stays.',
      policyNotes: 'New notes. Left out: the notes stay.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID'],
  },
  delete_policy: {
    summary: 'Deletes a policy.',
    description: 'Activities that wait for consensus are decided without it from their next vote on.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  delete_policies: {
    summary: 'Deletes several policies, all or none.',
    description: 'An unknown id refuses the whole list.',
    errors: ['RESOURCE_NOT_FOUND', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
