/** For operators: verifies and prunes journals, and adds MACs to databases of earlier releases. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  addMacs,
  type JournalVerdict,
  type Mac,
  openMac,
  type Pruned,
  pruneJournal,
  verifyJournal,
  type WholeStore,
} from '@keywright/engine'
import { lockFolder } from './dev/folderLock.ts'
import { DATABASE_FILE, readRootSecret } from './dev/stateFolder.ts'
import { openTeamStore } from './serve/openTeamStore.ts'
import { rootSecretFrom, type SecretSource } from './serve/reshare.ts'
import { readRootCheck } from './serve/rootSecret.ts'
import { ServerError } from './serverError.ts'
import { openSqliteStore } from './store/sqlite.ts'

export interface Journals {
  /** Location of the database. For a deployment, the root secret is required to check MACs and to write. */
  readonly from:
    | { readonly databaseUrl: string; readonly secret?: SecretSource | undefined }
    | { readonly stateDir: string }
  /** Process only this organization. Default: all. */
  readonly organizationId?: string
}

export interface VerifiedJournal {
  readonly organizationId: string
  readonly verdict: JournalVerdict
}

export interface PrunedJournal extends VerifiedJournal {
  /** Absent if the journal doesn't verify: then nothing is removed. */
  readonly pruned?: Pruned
}

/** Maximum attempts to read a journal while a running server appends to it. */
const TRIES = 5

/**
 * Verifies journals without writing anything.
 * @throws ServerError `STATE_MALFORMED`, or the errors of opening the database
 */
export async function verifyJournals(options: Journals): Promise<VerifiedJournal[]> {
  const store = await openStore(options.from)
  try {
    const mac = await openMacs(store, options.from)
    return await forEachJournal(store, options, async (organizationId) => ({
      organizationId,
      verdict: await verifyStanding(store, organizationId, mac),
    }))
  } finally {
    await store.close()
  }
}

export interface AddedMacs extends VerifiedJournal {
  /** Absent if the journal doesn't verify: then nothing is written. False if the organization has MACs. */
  readonly isAdded?: boolean
}

/**
 * Adds MACs to the rows of organizations without MACs, once at the upgrade. Stop all servers first.
 * @throws ServerError `ROOT_SECRET_MISMATCH`, or as `verifyJournals` does
 */
export async function addMissingMacs(databaseUrl: string, secret: SecretSource): Promise<AddedMacs[]> {
  const from = { databaseUrl, secret }
  const store = await openStore(from)
  try {
    const mac = (await openMacs(store, from))!
    return await forEachJournal(store, { from }, async (organizationId): Promise<AddedMacs> => {
      const verdict = await verifyJournal(store, organizationId)
      if (!verdict.ok) return { organizationId, verdict }
      return { organizationId, verdict, isAdded: await addMacs(store, organizationId, mac) }
    })
  } finally {
    await store.close()
  }
}

/**
 * Removes entries from before a time, in milliseconds. Team servers can keep running.
 * @throws ServerError `STATE_IN_USE` while a development server runs, or as `verifyJournals` does
 */
export async function pruneJournals(
  options: Journals & { readonly before: number },
): Promise<PrunedJournal[]> {
  const store = await openStore(options.from)
  let lock: { release(): void } | undefined
  try {
    // A development server requires exclusive access to its database.
    lock = 'stateDir' in options.from ? lockFolder(options.from.stateDir) : undefined
    const mac = await openMacs(store, options.from)
    if (!mac) throw new TypeError('a checkpoint needs the root secret')
    return await forEachJournal(store, options, async (organizationId): Promise<PrunedJournal> => {
      const verdict = await verifyStanding(store, organizationId, mac)
      if (!verdict.ok) return { organizationId, verdict }
      const times = { before: options.before, now: Date.now(), mac }
      const pruned = await pruneJournal(store, organizationId, times)
      return 'ok' in pruned ? { organizationId, verdict: pruned } : { organizationId, verdict, pruned }
    })
  } finally {
    lock?.release()
    await store.close()
  }
}

async function forEachJournal<T>(
  store: WholeStore,
  { organizationId }: Journals,
  look: (organizationId: string) => Promise<T>,
): Promise<T[]> {
  const ids = (await store.organizations()).filter((id) =>
    organizationId === undefined ? /^[0-9a-f]{8}-/.test(id) : id === organizationId,
  )
  const found: T[] = []
  for (const id of ids) found.push(await look(id))
  return found
}

async function verifyStanding(
  store: WholeStore,
  organizationId: string,
  mac: Mac | undefined,
): Promise<JournalVerdict> {
  for (let tries = 1; ; tries++) {
    const version = await store.version(organizationId)
    const verdict = await verifyJournal(store, organizationId, mac)
    if (verdict.ok || tries === TRIES || (await store.version(organizationId)) === version) return verdict
  }
}

/** Undefined without the root secret. @throws ServerError `ROOT_SECRET_MISMATCH`, `STATE_MALFORMED` */
async function openMacs(store: WholeStore, from: Journals['from']): Promise<Mac | undefined> {
  if ('stateDir' in from) return openMac(readRootSecret(from.stateDir))
  return from.secret && openMac(await rootSecretFrom(from.secret, await readRootCheck(store)))
}

/** @throws ServerError `STATE_MALFORMED` for a file that is something else */
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
  if ('databaseUrl' in from) return openTeamStore(from.databaseUrl, { connections: 2 })
  const file = join(from.stateDir, DATABASE_FILE)
  if (existsSync(file)) return openDevStore(file)
  const hint = 'Pass the folder of a development server with --state, or set DATABASE_URL.'
  throw new ServerError('STATE_MALFORMED', `${from.stateDir} contains no database`, hint)
}
