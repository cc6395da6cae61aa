/** Sessions that the clock is tried on, with their lives in seconds. */
import { defaults, limits } from '@keywright/contract'

export const KINDS = [
  { id: 'apiKey', title: 'Expiring API key', seconds: 300 },
  { id: 'readWrite', title: 'Read-write session', seconds: defaults.readWriteSession },
  { id: 'readOnly', title: 'Read-only session', seconds: limits.readOnlySession },
] as const
export type SessionKind = (typeof KINDS)[number]['id']
