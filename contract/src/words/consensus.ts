/** What the calls about votes do. */
import type { CallWords } from './callWords.ts'

export const consensusWords = {
  approve_activity: {
    summary: 'Approves an activity that waits for consensus.',
    description:
      'Returns the activity voted on, not an activity of its own. Policies are evaluated again with the new vote; if it suffices, the activity executes immediately. Each user counts once. Approving a final activity changes nothing.',
    fields: { fingerprint: 'Fingerprint of the activity to approve.' },
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  reject_activity: {
    summary: 'Rejects an activity that waits for consensus.',
    description:
      'Answers the activity voted on. When the votes can no longer suffice, the activity becomes REJECTED. Rejecting a final activity changes nothing.',
    fields: { fingerprint: 'Fingerprint of the activity to reject.' },
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
