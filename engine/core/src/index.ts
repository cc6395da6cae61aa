/** The engine: the documented API as a function from requests to responses, over ports. */

export { expand as expandActivity } from './activity/compact.ts'
export type { NewOrganization, OrganizationCreated } from './bootstrap.ts'
export { createEngine, type Engine } from './engine.ts'
export { pathOf } from './http/pathOf.ts'
export { readBytes } from './http/readBytes.ts'
export { type Content, contentOf } from './http/respond.ts'
export { createIds, type Ids } from './ids.ts'
export { TRANSIENT } from './journal/checkLookups.ts'
export { hashOf } from './journal/entryHash.ts'
export { type Erased, eraseUser } from './journal/erase.ts'
export {
  type HeadProblem,
  type HeadSigner,
  headProblemOf,
  isSigned,
  type JournalHead,
  nextHead,
  openHeadSigner,
  type SignedHead,
} from './journal/heads.ts'
export { type Pruned, pruneJournal } from './journal/prune.ts'
export { checkpointOf, type Problem, readJournal } from './journal/replay.ts'
export { type JournalVerdict, verifyJournal } from './journal/verify.ts'
export type { OperatorQuery } from './operator.ts'
export { limitPlaces } from './outbox/limitPlaces.ts'
export { outboxTimeOf } from './outbox/outbox.ts'
export type {
  Mail,
  ObservedDecision,
  Ports,
  RequestLog,
  Settings,
  ShareCommits,
  Sms,
  Watch,
  WebhookDelivery,
} from './ports.ts'
export { isPublicAddress } from './publicTarget.ts'
export { type JournalChange, type JournalEntry, NO_PREVIOUS_ENTRY } from './store/journalEntry.ts'
export { createMemoryStore } from './store/memory.ts'
export { RowAltered } from './store/rowAltered.ts'
export { HEADS, isWrittenHere } from './store/rowMacs.ts'
export { rowValue, UNREADABLE } from './store/rowValue.ts'
export { shareCommits } from './store/shareCommits.ts'
export type { StorageQuota } from './store/storage.ts'
export * from './store/store.ts'
export {
  type CompactActivityRow,
  JOURNALED_TABLES,
  type OrganizationRow,
  type StoredActivityRow,
  type UserRow,
} from './store/tables.ts'
export { StoreUnavailable, type UnavailableReason } from './store/unavailable.ts'
export {
  type ContentParts,
  collectContents,
  ROWS_PER_PART,
  type Snapshot,
  type StoreContents,
  type WholeStore,
} from './store/wholeStore.ts'
export { type Mac, openMac, openVault, type Vault } from './vault.ts'
