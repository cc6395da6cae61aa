/** The engine on a socket: the development server and the team server. */

export { parseFault } from '@keywright/devhost'
export type { Log, LogEntry } from '@keywright/host'
export { plugNodeCrypto } from './crypto/plugNodeCrypto.ts'
export {
  type Beginning,
  type DevServer,
  type DevServerOptions,
  startDevServer,
} from './dev/startDevServer.ts'
export { defaultOperatorSocket } from './http/operatorSocket.ts'
export { createProxies } from './http/proxies.ts'
export type { KeepEntries } from './journalArchive.ts'
export {
  type ErasedUser,
  type ExportedJournal,
  eraseDeletedUser,
  exportJournals,
  type Journals,
  type PrunedJournal,
  pruneJournals,
  type VerifiedJournal,
  type VerifyJournals,
  verifyJournals,
} from './journals.ts'
export { createJsonLog } from './log.ts'
export { type BackupOptions, backupDatabase, restoreDatabase } from './serve/backupFile.ts'
export type { Diagnostics } from './serve/diagnostics.ts'
export {
  type Initialized,
  type InitializeOptions,
  initializeServer,
} from './serve/initialize.ts'
export type { KeepShares } from './serve/keepShares.ts'
export type { KeptSecret } from './serve/keptSecret.ts'
export type { Loss } from './serve/lostWrites.ts'
export { migrateDatabase, planMigration } from './serve/migrateDatabase.ts'
export type { TokenSettings } from './serve/pkcs11.ts'
export { abortReshare, reshareRootSecret, type SecretSource } from './serve/reshare.ts'
export { abortRotation, type NewRoot, type Rotated, retireRoot, rotateRoot } from './serve/rotateRoot.ts'
export type { GivenShare, SealState } from './serve/seal.ts'
export { type ServerOptions, startServer, type TeamServer, type Unseal } from './serve/startServer.ts'
export { type NewWebhookKey, rotateWebhookKey } from './serve/webhookKeys.ts'
export { ServerError, type ServerErrorCode } from './serverError.ts'
export type { BackupFacts } from './store/backup.ts'
export type { Migration } from './store/postgres/migrations.ts'
