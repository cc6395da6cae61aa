/** What the calls about votes do. */
import type { CallWords } from './callWords.ts'

export const consensusWords = {
  approve_activity: {
    summary: 'Approves an activity that is waiting for consensus.',
    description:
      'Returns the activity that you voted on, not a new one. The engine evaluates the policies again with the new vote. If there are enough approvals, the activity executes immediately. Each user counts once. Approving a final activity changes nothing.',
    fields: { fingerprint: 'Fingerprint of the activity to approve.' },
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  reject_activity: {
    summary: 'Rejects an activity that is waiting for consensus.',
    description:
      'Returns the activity that you voted on, not a new one. When it can no longer get enough approvals, its status becomes REJECTED. Rejecting a final activity changes nothing.',
    fields: { fingerprint: 'Fingerprint of the activity to reject.' },
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
