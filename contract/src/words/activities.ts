/** What the calls about activities do. */
import type { CallWords } from './callWords.ts'

export const activityWords = {
  get_activity: {
    summary: 'Returns an activity with its votes and result.',
    description:
      'Poll it until its status is final: COMPLETED, FAILED or REJECTED. Treat any unknown status as not final.',
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  list_activities: {
    summary: 'Lists activities in pages, newest first.',
    description: 'With both filters, an activity must match both: one of the statuses and one of the types.',
    fields: {
      filterByStatus: 'Statuses to return. If omitted or empty, all.',
      filterByType: 'Activity types to return, including their version. If omitted or empty, all.',
    },
    errors: ['CURSOR_INVALID'],
  },
} as const satisfies Record<string, CallWords>
