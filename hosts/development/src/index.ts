/** What `keywright dev` adds to the engine, for all platforms. Pure: no `node:`, no DOM. */

export type { DevClock } from './clock.ts'
export type { ShownCall } from './contractCalls.ts'
export { createDevhost, type Devhost } from './devhost.ts'
export { type DevState, openDevState, parseDevState, rootSecretOf } from './devState.ts'
export type { DevEvent, DevEvents, EventBus } from './events.ts'
export type { Faults } from './faults.ts'
export { aboutOf } from './firstRoutes.ts'
export type { Inbox, Letter } from './inbox.ts'
export { bad, bodyLimitOf, tooLarge } from './input.ts'
export { createMinter } from './issuer/minter.ts'
export type { KeptRequest, LoggedRequest, RequestInFull, StampCheck } from './loggedRequest.ts'
export { createMemoryHomes } from './memoryHomes.ts'
export type { DevOrganization } from './organizations.ts'
export type { DevhostOptions, DevhostParts, Running } from './parts.ts'
export type { Homes, RequestHome, SnapshotEntry, SnapshotHome, Timers, ValueHome } from './ports.ts'
export {
  FAULT_KINDS,
  type Fault,
  type FaultKind,
  type FaultRequest,
  parseFault,
  readFault,
} from './readFault.ts'
export { MAX_REQUESTS } from './requestLog.ts'
export { mailDelivered, ROUTES } from './routes.ts'
export { parseSnapshot, type Snapshot, toSnapshotText } from './snapshotText.ts'
export type { StampAnswer, StampRequest } from './stampAs.ts'
export { type TextPieces, textOf } from './textPieces.ts'
export type { JournalLine, JournalView, OrganizationNode, OrganizationView } from './views.ts'
export type { SeenDelivery } from './webhooks/seenWebhooks.ts'
