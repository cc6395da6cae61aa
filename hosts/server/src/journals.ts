/** For operators: verifies, exports and prunes journals, and erases deleted users. */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
  upgradeRows,
  type Vault,
  verifyJournal,
  type WholeStore,
} from '@keywright/engine'
import { DEV, SERVER } from '@keywright/host'
import { lockFolder } from './dev/folderLock.ts'
import { DATABASE_FILE, readRootSecret } from './dev/stateFolder.ts'
import { assertKey, firstLine, openForAppend, readHeadStream, readNewestHeads, toLine } from './headStream.ts'
import { archiveEntries, archiveProblems, type KeepEntries } from './journalArchive.ts'
import { openTeamStore } from './serve/openTeamStore.ts'
import { rootSecretFrom, type SecretSource } from './serve/reshare.ts'
import { deploymentKeyOf, readRootCheck } from './serve/rootSecret.ts'
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
export async function verifyJournals(options: VerifyJournals): Promise<VerifiedJournal[]> {
  const store = await openStore(options.from)
  try {
    return await verifyStore(store, await openKeys(store, options.from), options)
  } finally {
    await store.close()
  }
}

/** @param keys undefined without the root secret */
export async function verifyStore(
  store: WholeStore,
  keys: Keys | undefined,
  {
    organizationId: only,
    stream,
    archives = [],
  }: Pick<VerifyJournals, 'organizationId' | 'stream' | 'archives'> = {},
): Promise<VerifiedJournal[]> {
  const found = new Map<string, JournalVerdict>()
  await forEachJournal(store, only, async (organizationId) => {
    found.set(organizationId, await verifyStanding(store, organizationId, keys?.vault))
  })
  if (only === undefined) {
    for (const id of await strayRows(store)) {
      found.set(id, {
        ok: false,
        sequence: 0,
        reason: 'rows are stored under an ID that no organization has',
      })
    }
  }
  if (stream !== undefined) {
    for await (const { organization, version, problem } of streamProblems(store, stream, keys)) {
      const isAsked = only === undefined || only === organization
      if (!isAsked || found.get(organization)?.ok === false) continue
      found.set(organization, { ok: false, sequence: version, reason: STREAM_REASONS[problem] })
    }
  }
  for (const [organization, problem] of await archiveProblems(store, archives)) {
    const isAsked = only === undefined || only === organization
    if (isAsked && found.get(organization)?.ok !== false) found.set(organization, { ok: false, ...problem })
  }
  return [...found].map(([organizationId, verdict]) => ({ organizationId, verdict }))
}

const STREAM_REASONS: Readonly<Record<HeadProblem, string>> = {
  missing: 'the stream has this entry of an organization that the database lacks',
  'rolled back': 'the stream has this entry, and the journal ends before it: it was rolled back',
  forked: 'the stream has another entry with this number: the journal was forked',
}

/** Ids of rows that belong to no organization, nor to the host. */
async function strayRows(store: WholeStore): Promise<string[]> {
  const known = new Set([...(await store.organizations()), DEV, SERVER])
  return (await store.withRows()).filter((id) => !known.has(id))
}

async function* streamProblems(
  store: WholeStore,
  file: string,
  keys: Keys | undefined,
): AsyncGenerator<JournalHead & { readonly problem: HeadProblem }> {
  const { publicKey, heads } = await readHeadStream(file)
  if (keys) assertKey(file, publicKey, keys.signer)
  for await (const head of heads) {
    const problem = await headProblemOf(store, head)
    if (problem) yield { ...head, problem }
  }
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
export async function exportJournals(
  options: VerifyJournals,
  write: (lines: string) => void,
): Promise<ExportedJournal[]> {
  const store = await openStore(options.from)
  try {
    const keys = await openKeys(store, options.from)
    if (!keys) throw new TypeError('signing needs the root secret')
    return await exportStore(store, keys, options, write)
  } finally {
    await store.close()
  }
}

/** As `exportJournals`. */
export async function exportStore(
  store: WholeStore,
  keys: Keys,
  { organizationId: only, stream }: Pick<VerifyJournals, 'organizationId' | 'stream'>,
  write: (lines: string) => void,
): Promise<ExportedJournal[]> {
  const { signer, vault } = keys
  const isBegun = stream !== undefined && existsSync(stream) && statSync(stream).size > 0
  const before = isBegun ? await readNewestHeads(stream, signer) : new Map<string, JournalHead>()
  const into = stream === undefined ? { write, close: () => undefined } : await openForAppend(stream)
  const exported: ExportedJournal[] = []
  try {
    if (!isBegun) into.write(firstLine(signer))
    const isAsked = (id: string) => only === undefined || id === only
    const ids = new Set([...(await organizationsIn(store)), ...before.keys()].filter(isAsked))
    for (const organizationId of ids) {
      const known = before.get(organizationId)
      const next = await nextHead(store, organizationId, vault.mac, known)
      if (next === undefined) continue
      if (typeof next === 'string') {
        exported.push({ organizationId, outcome: { problem: next, version: known?.version ?? 1 } })
        continue
      }
      const outcome = signer.sign(next)
      into.write(toLine(outcome))
      exported.push({ organizationId, outcome })
    }
  } finally {
    into.close()
  }
  return exported
}

/**
 * Removes entries from before a time, in milliseconds, once `archive` has stored them. Team servers can keep running.
 * @throws ServerError `STATE_IN_USE` while a development server runs, or as `verifyJournals` does
 */
export async function pruneJournals(
  options: Journals & { readonly before: number; readonly archive?: KeepEntries },
): Promise<PrunedJournal[]> {
  const store = await openStore(options.from)
  let lock: { release(): void } | undefined
  try {
    // A development server requires exclusive access to its database.
    lock = 'stateDir' in options.from ? lockFolder(options.from.stateDir) : undefined
    const keys = await openKeys(store, options.from)
    if (!keys) throw new TypeError('a checkpoint needs the root secret')
    const { vault } = keys
    const verdicts = new Map<string, JournalVerdict>()
    await forEachJournal(store, options.organizationId, async (organizationId) => {
      verdicts.set(organizationId, await verifyStanding(store, organizationId, vault))
    })
    const valid = [...verdicts].flatMap(([organizationId, { ok }]) => (ok ? [organizationId] : []))
    const { before, archive } = options
    const archived = archive && (await archiveEntries(store, valid, before, archive))
    return await forEachJournal(
      store,
      options.organizationId,
      async (organizationId): Promise<PrunedJournal> => {
        const verdict = verdicts.get(organizationId)
        // Created since.
        if (!verdict) return { organizationId, verdict: await verifyStanding(store, organizationId, vault) }
        if (!verdict.ok) return { organizationId, verdict }
        const upTo = archived?.get(organizationId)
        await upgradeRows(store, organizationId, { vault, now: Date.now() })
        const pruned = await pruneJournal(store, organizationId, {
          before,
          upTo,
          now: Date.now(),
          mac: vault.mac,
        })
        return 'ok' in pruned ? { organizationId, verdict: pruned } : { organizationId, verdict, pruned }
      },
    )
  } finally {
    lock?.release()
    await store.close()
  }
}

export type ErasedUser = VerifiedJournal & {
  /** Absent if a journal doesn't verify: then nothing is erased. */
  readonly erased?: Erased
}

/**
 * Erases the personal data of a deleted user, in the organization and in its parent. Team servers can keep running.
 * @throws ServerError `USER_EXISTS`, `USER_UNKNOWN`, or as `pruneJournals` does
 */
export async function eraseDeletedUser({
  from,
  organizationId,
  userId,
}: Pick<Journals, 'from'> & {
  readonly organizationId: string
  readonly userId: string
}): Promise<ErasedUser> {
  const store = await openStore(from)
  let lock: { release(): void } | undefined
  try {
    lock = 'stateDir' in from ? lockFolder(from.stateDir) : undefined
    const keys = await openKeys(store, from)
    if (!keys) throw new TypeError('authenticating the changes needs the root secret')
    const { vault } = keys
    const verify = (id: string) => verifyStanding(store, id, vault)
    const now = Date.now()
    for (const id of await organizationsIn(store)) await upgradeRows(store, id, { vault, now })
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
  } finally {
    lock?.release()
    await store.close()
  }
}

async function forEachJournal<T>(
  store: WholeStore,
  only: string | undefined,
  look: (organizationId: string) => Promise<T>,
): Promise<T[]> {
  const ids = await organizationsIn(store)
  const found: T[] = []
  for (const id of ids) if (only === undefined || id === only) found.push(await look(id))
  return found
}

/** Without what belongs to the host itself. */
export const organizationsIn = async (store: WholeStore): Promise<string[]> =>
  (await store.organizations()).filter((id) => id !== DEV && id !== SERVER)

async function verifyStanding(
  store: WholeStore,
  organizationId: string,
  vault: Vault | undefined,
): Promise<JournalVerdict> {
  let before: string | undefined
  for (let tries = 1; ; tries++) {
    const verdict = await verifyJournal(store, organizationId, { vault })
    const said = JSON.stringify(verdict)
    if (verdict.ok || tries === TRIES || said === before) return verdict
    before = said
  }
}

/** What the root secret opens. */
export interface Keys {
  readonly vault: Vault
  readonly signer: HeadSigner
}

/** Undefined without the root secret. @throws ServerError `ROOT_SECRET_MISMATCH`, `STATE_MALFORMED` */
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
