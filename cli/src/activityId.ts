/** Ids of activities, as people type them. */
import { isUuid } from '@keywright/contract'
import { usageFailure } from './failure.ts'

/** @throws Failure (usage) for text that no activity can have as its id, before anything is sent */
export function readActivityId(text: string): string {
  if (isUuid(text)) return text
  throw usageFailure(
    `\`${text}\` is not an activity id`,
    'an id is a UUID; keywright activities list shows them',
  )
}
