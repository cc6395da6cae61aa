/** For operators: whether the journals in a database are whole, and say what the tables say. Reads, and writes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type JournalVerdict, verifyJournal, type WholeStore } from '@keywright/engine'
import { DATABASE_FILE } from './dev/stateFolder.ts'
import { openTeamStore } from './serve/openTeamStore.ts'
import { ServerError } from './serverError.ts'
import { openSqliteStore } from './store/sqlite.ts'

export interface VerifiedJournal {
  readonly organizationId: string
  readonly verdict: JournalVerdict
}

/** A server may go on meanwhile; a journal that grows while it is read is read again, this often. */
const TRIES = 5

/**
 * @param options.organizationId the only one to look at; absent: all
 * @throws ServerError `STATE_MALFORMED`, or as opening the database does
 */
export async function verifyJournals(options: {
  readonly from: { readonly databaseUrl: string } | { readonly stateDir: string }
  readonly organizationId?: string
}): Promise<VerifiedJournal[]> {
  const store = await openStore(options.from)
  try {
    const all = (await store.organizations()).filter((id) => /^[0-9a-f]{8}-/.test(id))
    const wanted =
      options.organizationId === undefined ? all : all.filter((id) => id === options.organizationId)
    const verified: VerifiedJournal[] = []
    for (const organizationId of wanted) {
      verified.push({ organizationId, verdict: await verifyStanding(store, organizationId) })
    }
    return verified
  } finally {
    await store.close()
  }
}

async function verifyStanding(store: WholeStore, organizationId: string): Promise<JournalVerdict> {
  for (let tries = 1; ; tries++) {
    const version = await store.version(organizationId)
    const verdict = await verifyJournal(store, organizationId)
    if (verdict.ok || tries === TRIES || (await store.version(organizationId)) === version) return verdict
  }
}

/** @throws ServerError `STATE_MALFORMED` for a file that is something else */
function openDevStore(file: string) {
  try {
    return openSqliteStore(file)
  } catch (error) {
    if (!/not a database|malformed/.test((error as Error).message)) throw error
    const hint = 'Name the folder of a development server with --state; restore the file from a copy.'
    throw new ServerError('STATE_MALFORMED', `${file} is no database, or damaged`, hint, error)
  }
}

async function openStore(from: { databaseUrl: string } | { stateDir: string }) {
  if ('databaseUrl' in from) return openTeamStore(from.databaseUrl, 2)
  const file = join(from.stateDir, DATABASE_FILE)
  if (existsSync(file)) return openDevStore(file)
  const hint = 'Name the folder of a development server with --state, or a database with DATABASE_URL.'
  throw new ServerError('STATE_MALFORMED', `${from.stateDir} holds no database`, hint)
}
