/** What the calls about activities do. */
import type { CallWords } from './callWords.ts'

export const activityWords = {
  get_activity: {
    summary: 'Reads one activity with its votes and its result.',
    description:
      'Poll it until the status is final: COMPLETED, FAILED or REJECTED. Take a status that you do not know as not final.',
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  list_activities: {
    summary: 'Lists activities, newest first, in pages.',
    description: 'Both filters narrow: an activity must have one of the statuses and one of the types.',
    fields: {
      filterByStatus: 'Statuses to keep. Left out or empty: all.',
      filterByType: 'Activity types to keep, each with its version. Left out or empty: all.',
    },
    errors: ['CURSOR_INVALID'],
  },
} as const satisfies Record<string, CallWords>
