/** Votes on activities that wait for approval. */
import { submit, version } from '../define.ts'
import { text } from '../scalars.ts'

export const consensusCalls = {
  approve_activity: submit(
    null,
    null,
    { ACTIVITY_TYPE_APPROVE_ACTIVITY: version({ fingerprint: text }, {}) },
    'vote',
  ),
  reject_activity: submit(
    null,
    null,
    { ACTIVITY_TYPE_REJECT_ACTIVITY: version({ fingerprint: text }, {}) },
    'vote',
  ),
} as const
