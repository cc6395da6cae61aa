/** The outcome of a request, as a tone and as text. */
import type { LoggedRequest } from '@keywright/devhost'
import { type Meaning, shortStatus } from '../parts/texts.tsx'

export function meaningOf({ status, activity }: Pick<LoggedRequest, 'status' | 'activity'>): Meaning {
  if (status === 0 || status >= 400) return 'bad'
  if (!activity) return 'good'
  const word = shortStatus(activity.status)
  return word === 'COMPLETED' ? 'good' : word === 'FAILED' || word === 'REJECTED' ? 'bad' : 'waiting'
}

/** `200 COMPLETED`, or `broken` if a fault reset the connection. */
export const outcomeOf = ({ status, activity }: Pick<LoggedRequest, 'status' | 'activity'>): string =>
  status === 0 ? 'broken' : `${status}${activity ? ` ${shortStatus(activity.status)}` : ''}`
