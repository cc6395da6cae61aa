/** `init`: makes the root secret of a team server and its first organization, once for each database. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { SERVER } from '@keywright/devhost'
import {
  type Commit,
  createEngine,
  createMemoryStore,
  type NewOrganization,
  type Store,
  StoreConflict,
} from '@keywright/engine'
import { parseShare, platformRandom, splitSecret, toHex } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { openTeamStore } from './openTeamStore.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import { assertNotDevelopment, checkOf, type RootCheck, serverRows } from './rootSecret.ts'

export interface InitializeOptions {
  readonly databaseUrl: string
  /** Exactly one of the two: how the root secret is kept. */
  readonly shares?: { readonly count: number; readonly threshold: number }
  /** Written with mode 0600; must not exist. */
  readonly keyFile?: string
  /** The first organization. Default: none is made. */
  readonly organization?: NewOrganization
}

export interface Initialized {
  /** Texts to hand out, one to each holder, and to forget. Empty with a key file. */
  readonly shares: readonly string[]
  /** Uncompressed P-256 point, hex. */
  readonly signerPublicKey: string
  readonly organizationId?: string
}

/**
 * @throws ServerError `DATABASE_INITIALIZED_ALREADY`, `DATABASE_IS_DEVELOPMENT`, `DATABASE_UNREACHABLE`,
 *   `KEY_FILE_NOT_WRITTEN`; KeysError for
 *   impossible numbers of shares; ApiError for an organization that is refused, and then nothing is made
 */
export async function initializeServer(options: InitializeOptions): Promise<Initialized> {
  const { databaseUrl, keyFile, organization } = options
  if ((options.shares === undefined) === (keyFile === undefined)) {
    throw new TypeError('the root secret is kept in shares or in a key file')
  }
  const store = await openTeamStore(databaseUrl)
  try {
    await assertNotDevelopment(store)
    if (await serverRows(store).get('root', 'check')) {
      throw initializedAlready()
    }
    const rootSecret = platformRandom(32)
    // What the organization is refused for shows in memory, before anything is made that lasts.
    if (organization)
      await createEngine(silentPorts(createMemoryStore(), rootSecret)).createOrganization(organization)
    const shares = options.shares
      ? await splitSecret(rootSecret, { ...options.shares, random: platformRandom })
      : []
    const check: RootCheck = {
      check: checkOf(rootSecret),
      shares: options.shares ? { ...options.shares, set: parseShare(shares[0]!).set } : null,
    }
    if (keyFile !== undefined) writeKeyFile(keyFile, rootSecret)
    // One commit for both, so that there is no root secret without its organization, nor shares that nobody got to see.
    // Guarded by the version: of two that start at once only one makes the secret.
    const withSecret: Commit = {
      guards: [{ organization: SERVER, version: 0 }],
      writes: [{ organization: SERVER, table: 'root', id: 'check', value: check as never }],
    }
    const engine = createEngine(silentPorts(joining(store, withSecret), rootSecret))
    const commit = async () => {
      if (organization) return engine.createOrganization(organization)
      await store.commit(withSecret)
    }
    const made = await commit().catch((error: unknown) => {
      if (!(error instanceof StoreConflict)) throw error
      if (keyFile !== undefined) rmSync(keyFile, { force: true })
      throw initializedAlready()
    })
    rootSecret.fill(0)
    return {
      shares,
      signerPublicKey: engine.signerPublicKey,
      ...(made && { organizationId: made.organizationId }),
    }
  } finally {
    await store.close()
  }
}

function initializedAlready(): ServerError {
  const hint = 'Unseal it with the shares or the key file that were made then.'
  return new ServerError('DATABASE_INITIALIZED_ALREADY', 'the database has a root secret already', hint)
}

function writeKeyFile(path: string, rootSecret: Uint8Array): void {
  const file = createFile(path)
  writeSync(file, `${toHex(rootSecret)}\n`)
  fsyncSync(file)
  closeSync(file)
}

/** @throws ServerError `KEY_FILE_NOT_WRITTEN` */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const message = `the key file ${path} ${isThere ? 'exists already' : 'cannot be written'}`
    const hint = isThere
      ? 'A secret is never written over: name another file, or move that one away.'
      : 'Name a file in a folder that this user may write to.'
    throw new ServerError('KEY_FILE_NOT_WRITTEN', message, hint, error)
  }
}

/** A store whose every commit carries another one along. */
const joining = (store: Store, also: Commit): Store => ({
  ...store,
  commit: ({ guards, writes }) =>
    store.commit({ guards: [...guards, ...also.guards], writes: [...writes, ...also.writes] }),
})

/** An organization that is made sends nothing. */
function silentPorts(store: Store, rootSecret: Uint8Array) {
  const refuse = async () => {
    throw new Error('nothing is sent while a server is initialized')
  }
  return {
    store,
    rootSecret,
    clock: Date.now,
    random: platformRandom,
    mail: refuse,
    sms: refuse,
    fetch: refuse,
    settings: { isPublicSecret: createPublicSecrets() },
  }
}
