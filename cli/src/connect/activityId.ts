/** Activity IDs on the command line. */
import { isUuid } from '@keywright/contract'
import { usageFailure } from '../output/failure.ts'

/** @throws Failure (usage) before anything is sent if the text is not a UUID */
export function readActivityId(text: string): string {
  if (isUuid(text)) return text
  throw usageFailure(
    `\`${text}\` is not an activity ID`,
    'pass the UUID of an activity; keywright activities list shows them',
  )
}
