/** For operators: verifies, exports and prunes journals, and erases deleted users. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  type Erased,
  eraseUser,
  type HeadProblem,
  type HeadSigner,
  headProblemOf,
  type JournalHead,
  type JournalVerdict,
  nextHead,
  openHeadSigner,
  openVault,
  type Pruned,
  pruneJournal,
  type SignedHead,
  type Snapshot,
  StoreConflict,
  type Vault,
  verifyJournal,
  type WholeStore,
} from '@keywright/engine'
import { DEV, SERVER } from '@keywright/host'
import { plugVerifyingCrypto } from './crypto/plugNodeCrypto.ts'
import { lockFolder } from './dev/folderLock.ts'
import { DATABASE_FILE, readRootSecret } from './dev/stateFolder.ts'
import {
  assertKey,
  firstLine,
  isBegun,
  openForAppend,
  readHeadStream,
  readNewestHeads,
  toLine,
} from './headStream.ts'
import { archiveEntries, archiveProblems, type KeepEntries } from './journalArchive.ts'
import { openTeamStore } from './serve/openTeamStore.ts'
import { rootSecretFrom, type SecretSource } from './serve/reshare.ts'
import { deploymentKeyOf, readRootCheck } from './serve/rootSecret.ts'
import { ServerError } from './serverError.ts'
import { orDatabaseError } from './store/databaseError.ts'
import type { PostgresStore } from './store/postgres.ts'
import { openSqliteStore } from './store/sqlite.ts'

export interface Journals {
  /** Location of the database. For a deployment, the root secret is required to check MACs and to write. */
  readonly from:
    | { readonly databaseUrl: string; readonly secret?: SecretSource | undefined }
    | { readonly stateDir: string }
  /** Process only this organization. Default: all. */
  readonly organizationId?: string
  /** Called with the number of entries in each page that was verified. */
  readonly onEntries?: ((count: number) => void) | undefined
}

export interface VerifiedJournal {
  readonly organizationId: string
  readonly verdict: JournalVerdict
}

export interface PrunedJournal extends VerifiedJournal {
  /** Absent if the journal doesn't verify: then nothing is removed. */
  readonly pruned?: Pruned
}

export interface VerifyJournals extends Journals {
  /** A stream of heads that the journals must go on from. Default: none is compared. */
  readonly stream?: string
  /** Lines of archives from `pruneJournals`, oldest first, that the journals must go on from. Default: none. */
  readonly archives?: readonly AsyncIterable<string>[]
}

/**
 * Verifies journals without writing anything.
 * @throws ServerError `STATE_MALFORMED`, `STREAM_MALFORMED`, or the errors of opening the database
 */
export function verifyJournals(options: VerifyJournals): Promise<VerifiedJournal[]> {
  return withStore(options.from, (store, keys) => verifyStore(store, keys, collecting(options)))
}

/**
 * Verifies the database as of one moment, whatever is written while it reads.
 * @param keys undefined without the root secret
 */
export async function verifyStore(
  store: WholeStore,
  keys: Keys | undefined,
  options: Pick<VerifyJournals, 'organizationId' | 'stream' | 'archives' | 'onEntries'> = {},
): Promise<VerifiedJournal[]> {
  // Opened first: the stream may get heads of later entries.
  const stream = options.stream === undefined ? undefined : await readHeadStream(options.stream)
  if (stream && keys) assertKey(options.stream!, stream.publicKey, keys.signer)
  return store.inSnapshot((moment) => verifyMoment(moment, keys, { ...options, heads: stream?.heads }))
}

async function verifyMoment(
  moment: Snapshot,
  keys: Keys | undefined,
  {
    organizationId: only,
    heads,
    archives = [],
    onEntries,
  }: Pick<VerifyJournals, 'organizationId' | 'archives' | 'onEntries'> & {
    readonly heads?: AsyncIterable<JournalHead> | undefined
  },
): Promise<VerifiedJournal[]> {
  const found = await verifyEach(moment, await organizationsIn(moment, only), keys, onEntries)
  if (only === undefined) {
    for (const id of await strayRows(moment)) {
      found.set(id, {
        ok: false,
        sequence: 0,
        reason: 'rows are stored under an ID that no organization has',
      })
    }
  }
  for await (const head of heads ?? []) {
    const { organization, version } = head
    const isAsked = only === undefined || only === organization
    if (!isAsked || found.get(organization)?.ok === false) continue
    const problem = await headProblemOf(moment, head)
    if (problem) found.set(organization, { ok: false, sequence: version, reason: STREAM_REASONS[problem] })
  }
  for (const [organization, problem] of await archiveProblems(moment, archives)) {
    const isAsked = only === undefined || only === organization
    if (isAsked && found.get(organization)?.ok !== false) found.set(organization, { ok: false, ...problem })
  }
  return [...found].map(([organizationId, verdict]) => ({ organizationId, verdict }))
}

async function verifyEach(
  moment: Snapshot,
  organizationIds: readonly string[],
  keys: Keys | undefined,
  onEntries: Journals['onEntries'],
): Promise<Map<string, JournalVerdict>> {
  const found = new Map<string, JournalVerdict>()
  for (const id of organizationIds) {
    found.set(id, await verifyJournal(moment, id, { vault: keys?.vault, onEntries }))
  }
  return found
}

const STREAM_REASONS: Readonly<Record<HeadProblem, string>> = {
  missing: 'the stream has this entry of an organization that the database lacks',
  'rolled back': 'the stream has this entry, and the journal ends before it: it was rolled back',
  forked: 'the stream has another entry with this number: the journal was forked',
}

/** Ids of rows that belong to no organization, nor to the host. */
async function strayRows(moment: Snapshot): Promise<string[]> {
  const known = new Set([...(await moment.organizations()), DEV, SERVER])
  return (await moment.withRows()).filter((id) => !known.has(id))
}

export interface ExportedJournal {
  readonly organizationId: string
  /** The new head, or what keeps the organization from being exported. */
  readonly outcome: SignedHead | { readonly problem: HeadProblem; readonly version: number }
}

/**
 * Signs the heads of journals that have grown since the last export, after checking that they go on from it.
 * @param options the stream to append to, and whose heads the journals go on from; without it, `write` gets the lines
 * @throws ServerError `STREAM_MALFORMED`, `STREAM_NOT_WRITTEN`, or as `verifyJournals` does
 */
export function exportJournals(
  options: VerifyJournals,
  write: (lines: string) => void,
): Promise<ExportedJournal[]> {
  return withStore(options.from, (store, keys) => exportStore(store, needed(keys), options, write))
}

/** As `exportJournals`. */
export async function exportStore(
  store: WholeStore,
  keys: Keys,
  { organizationId: only, stream }: Pick<VerifyJournals, 'organizationId' | 'stream'>,
  write: (lines: string) => void,
): Promise<ExportedJournal[]> {
  const { signer } = keys
  const goesOn = stream !== undefined && isBegun(stream)
  const before = goesOn ? await readNewestHeads(stream, signer) : new Map<string, JournalHead>()
  const into = stream === undefined ? { write, close: () => undefined } : await openForAppend(stream)
  try {
    if (!goesOn) into.write(firstLine(signer))
    return await store.inSnapshot(async (moment) => {
      const isAsked = (id: string) => only === undefined || id === only
      const ids = new Set([...(await organizationsIn(moment)), ...before.keys()].filter(isAsked))
      return exportEach(moment, keys, { ids, before }, into.write)
    })
  } finally {
    into.close()
  }
}

async function exportEach(
  moment: Snapshot,
  { signer, vault }: Keys,
  { ids, before }: { readonly ids: ReadonlySet<string>; readonly before: ReadonlyMap<string, JournalHead> },
  write: (lines: string) => void,
): Promise<ExportedJournal[]> {
  const exported: ExportedJournal[] = []
  for (const organizationId of ids) {
    const known = before.get(organizationId)
    const next = await nextHead(moment, organizationId, vault.mac, known)
    if (next === undefined) continue
    if (typeof next === 'string') {
      exported.push({ organizationId, outcome: { problem: next, version: known?.version ?? 1 } })
      continue
    }
    const outcome = signer.sign(next)
    write(toLine(outcome))
    exported.push({ organizationId, outcome })
  }
  return exported
}

export interface PruneJournals extends Journals {
  /** Milliseconds. */
  readonly before: number
  /** Stores the entries before they are removed. Default: they are lost. */
  readonly archive?: KeepEntries
}

/**
 * Removes entries from before a time, once `archive` has stored them. Team servers can keep running.
 * @throws ServerError `STATE_IN_USE` while a development server runs, `JOURNALS_IN_USE`, `JOURNAL_KEPT_CHANGING`, or as
 *   `verifyJournals` does
 */
export function pruneJournals(options: PruneJournals): Promise<PrunedJournal[]> {
  return changeJournals(options.from, (store, keys) => pruneStore(store, keys, collecting(options)))
}

/** As `pruneJournals`. */
export async function pruneStore(
  store: WholeStore,
  keys: Keys,
  { organizationId: only, before, archive, onEntries }: Omit<PruneJournals, 'from'>,
): Promise<PrunedJournal[]> {
  const verdicts = await store.inSnapshot(async (moment) =>
    verifyEach(moment, await organizationsIn(moment, only), keys, onEntries),
  )
  const valid = [...verdicts].flatMap(([organizationId, { ok }]) => (ok ? [organizationId] : []))
  const archived = archive && (await archiveEntries(store, valid, before, archive))
  const journals: PrunedJournal[] = []
  for (const [organizationId, verdict] of verdicts) {
    if (!verdict.ok) {
      journals.push({ organizationId, verdict })
      continue
    }
    const upTo = archived?.get(organizationId)
    const { mac } = keys.vault
    const pruned = await pruneJournal(store, organizationId, { before, upTo, now: Date.now(), mac })
    journals.push('ok' in pruned ? { organizationId, verdict: pruned } : { organizationId, verdict, pruned })
  }
  return journals
}

export type ErasedUser = VerifiedJournal & {
  /** Absent if a journal doesn't verify: then nothing is erased. */
  readonly erased?: Erased
}

export interface EraseUser extends Pick<Journals, 'onEntries'> {
  readonly organizationId: string
  readonly userId: string
}

/**
 * Erases the personal data of a deleted user, in the organization and in its parent. Team servers can keep running.
 * @throws ServerError `USER_EXISTS`, `USER_UNKNOWN`, or as `pruneJournals` does
 */
export function eraseDeletedUser({
  from,
  ...options
}: EraseUser & Pick<Journals, 'from'>): Promise<ErasedUser> {
  return changeJournals(from, (store, keys) => eraseIn(store, keys, collecting(options)))
}

/** As `eraseDeletedUser`. */
export async function eraseIn(
  store: WholeStore,
  { vault }: Keys,
  { organizationId, userId, onEntries }: EraseUser,
): Promise<ErasedUser> {
  const verify = (id: string) => store.inSnapshot((moment) => verifyJournal(moment, id, { vault, onEntries }))
  const now = Date.now()
  const erased = await eraseUser(store, organizationId, { userId, now, mac: vault.mac, verify })
  if (erased === 'exists') {
    throw new ServerError('USER_EXISTS', `user ${userId} is not deleted`, 'Delete the user, then repeat.')
  }
  if (erased === 'unknown') {
    const hint = 'Check both IDs.'
    throw new ServerError('USER_UNKNOWN', `organization ${organizationId} never had user ${userId}`, hint)
  }
  if ('ok' in erased) return { organizationId, verdict: erased }
  return { organizationId, verdict: await verify(organizationId), erased }
}

/** V8 keeps garbage of hundreds of megabytes before it collects the old generation. */
const ENTRIES_PER_COLLECTION = 2_000

/** The same options, with the memory of a long walk bounded. */
function collecting<O extends Pick<Journals, 'onEntries'>>(options: O): O {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let entries = 0
  return {
    ...options,
    onEntries(count) {
      options.onEntries?.(count)
      entries += count
      if (entries < ENTRIES_PER_COLLECTION) return
      entries = 0
      collect()
    },
  }
}

/** Opens a database for a command that changes journals: no other one may, and a development server must have stopped. */
async function changeJournals<T>(
  from: Journals['from'],
  change: (store: WholeStore, keys: Keys) => Promise<T>,
): Promise<T> {
  return withStore(from, async (store, keys) => {
    const lock = 'stateDir' in from ? lockFolder(from.stateDir) : undefined
    try {
      const task = () => change(store, needed(keys))
      const outcome = lock ? { result: await task() } : await (store as PostgresStore).alone(task)
      if (outcome) return outcome.result
      const hint = 'Wait until the other `journal prune` or `journal erase` has ended, then repeat.'
      throw new ServerError('JOURNALS_IN_USE', 'another command is changing journals of this database', hint)
    } catch (error) {
      throw error instanceof StoreConflict ? keptChanging(error) : error
    } finally {
      lock?.release()
    }
  })
}

/** Without the root secret, nothing is signed or changed. */
function needed(keys: Keys | undefined): Keys {
  if (!keys) throw new TypeError('this needs the root secret')
  return keys
}

async function withStore<T>(
  from: Journals['from'],
  use: (store: WholeStore, keys: Keys | undefined) => Promise<T>,
): Promise<T> {
  const store = await openStore(from)
  try {
    return await use(store, await openKeys(store, from))
  } catch (error) {
    throw orDatabaseError(error)
  } finally {
    await store.close()
  }
}

function keptChanging(cause: StoreConflict): ServerError {
  const hint = 'Nothing is wrong with the journal. Repeat the command when clients write less: it continues.'
  return new ServerError(
    'JOURNAL_KEPT_CHANGING',
    `clients kept changing the journal: ${cause.message}`,
    hint,
    cause,
  )
}

async function organizationsIn(store: Pick<WholeStore, 'organizations'>, only?: string): Promise<string[]> {
  const ids = await store.organizations()
  return ids.filter((id) => id !== DEV && id !== SERVER && (only === undefined || id === only))
}

export interface Keys {
  readonly vault: Vault
  readonly signer: HeadSigner
}

async function openKeys(store: WholeStore, from: Journals['from']): Promise<Keys | undefined> {
  if ('stateDir' in from) return toKeys(readRootSecret(from.stateDir))
  if (!from.secret) return undefined
  const known = await readRootCheck(store)
  return toKeys(deploymentKeyOf(await rootSecretFrom(from.secret, known), known))
}

/** @param rootSecret of a development server, or the deployment key */
export const toKeys = (rootSecret: Uint8Array): Keys => ({
  vault: openVault(rootSecret, randomBytes),
  signer: openHeadSigner(rootSecret),
})

function openDevStore(file: string) {
  try {
    return openSqliteStore(file)
  } catch (error) {
    if (!/not a database|malformed/.test((error as Error).message)) throw error
    const hint = 'Pass the folder of a development server with --state, or restore the file from a copy.'
    throw new ServerError('STATE_MALFORMED', `${file} is not a database or is damaged`, hint, error)
  }
}

async function openStore(from: Journals['from']) {
  // Without, verifying takes many times longer.
  plugVerifyingCrypto()
  // For the lock, a snapshot, and what is written.
  if ('databaseUrl' in from) return openTeamStore(from.databaseUrl, { connections: 3 })
  const file = join(from.stateDir, DATABASE_FILE)
  if (existsSync(file)) return openDevStore(file)
  const hint = 'Pass the folder of a development server with --state, or set DATABASE_URL.'
  throw new ServerError('STATE_MALFORMED', `${from.stateDir} contains no database`, hint)
}
