/** `init`: creates the root secret of a deployment and its first organization, once per database. */
import {
  type Commit,
  createEngine,
  createMemoryStore,
  type NewOrganization,
  type Store,
  type WholeStore,
} from '@keywright/engine'
import { SERVER } from '@keywright/host'
import { parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { type KeepShares, keptUnlessRefused } from './keepShares.ts'
import { readFromCommand } from './keyCommand.ts'
import { writeKeyFile } from './newFile.ts'
import { openTeamStore } from './openTeamStore.ts'
import { sealWithToken, type TokenSettings } from './pkcs11.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import {
  assertNotDevelopment,
  checkOf,
  newDeploymentKey,
  openRootCheck,
  type RootCheck,
  sealDeploymentKey,
  serverRows,
} from './rootSecret.ts'

export interface InitializeOptions {
  readonly databaseUrl: string
  /** How to store the root secret: in shares or in a key file, with or instead of a token. */
  readonly shares?: { readonly count: number; readonly threshold: number }
  /** New file, written with mode 0600. */
  readonly keyFile?: string
  readonly token?: TokenSettings
  /** Prints the root secret, made before by the operator: the same command unseals every server. */
  readonly keyCommand?: string
  readonly keepShares?: KeepShares
  /** Empties the database and starts over, if no server was unsealed with the previous shares. */
  readonly again?: boolean
  /** The first organization. Default: none. */
  readonly organization?: NewOrganization
}

export interface Initialized {
  /** Shares to hand out, one per holder. Empty unless shares were requested. */
  readonly shares: readonly string[]
  /** Uncompressed P-256 point, hex. */
  readonly signerPublicKey: string
  readonly organizationId?: string
}

/**
 * @throws ServerError `DATABASE_INITIALIZED_ALREADY`, `DATABASE_IS_DEVELOPMENT`, `DATABASE_UNREACHABLE`,
 *   `KEY_FILE_NOT_WRITTEN`, `TOKEN_UNAVAILABLE`; KeysError for invalid numbers of shares; ApiError for an invalid
 *   organization, and then nothing is created
 */
export async function initializeServer(options: InitializeOptions): Promise<Initialized> {
  const { databaseUrl, keyFile, organization } = options
  assertKept(options)
  const { rootSecret, deploymentKey, shares } = await createSecrets(options)
  const store = await openTeamStore(databaseUrl, { migrate: true })
  try {
    await assertNotDevelopment(store)
    const makeRoom = await findRoom(store, options.again === true)
    const token = options.token && (await sealWithToken(options.token, rootSecret))
    // Pending until enough shares are submitted to a server, which proves that their holders have them.
    const pending = options.shares && {
      ...options.shares,
      set: parseShare(shares[0]!).set,
      ...(!token && !options.keyCommand && { isFirst: true as const }),
    }
    const check: RootCheck = {
      version: 1,
      check: checkOf(rootSecret),
      key: sealDeploymentKey(deploymentKey, rootSecret, 1),
      shares: null,
      ...(pending && { pending }),
      ...(token && { token }),
    }
    if (keyFile !== undefined) writeKeyFile(keyFile, rootSecret)
    // One commit for both, so that a failure never leaves a root secret without its organization.
    // Guarded by the version: of two concurrent runs, only one succeeds.
    const withSecret: Commit = {
      guards: [{ organization: SERVER, version: 0 }],
      writes: [{ organization: SERVER, table: 'root', id: 'check', value: check as never }],
    }
    const engine = createEngine(silentPorts(joining(store, withSecret), deploymentKey))
    const commit = async () => {
      await makeRoom()
      if (organization) return engine.createOrganization(organization)
      await store.commit(withSecret)
    }
    const made = await keptUnlessRefused(options, shares, commit, () => initializedAlready())
    rootSecret.fill(0)
    deploymentKey.fill(0)
    return {
      shares,
      signerPublicKey: engine.signerPublicKey,
      ...(made && { organizationId: made.organizationId }),
    }
  } finally {
    await store.close()
  }
}

/** Everything that can fail without the database. Validates the organization in memory. */
async function createSecrets({ keyCommand, organization, shares }: InitializeOptions) {
  const rootSecret = keyCommand ? await readFromCommand(keyCommand) : platformRandom(32)
  const deploymentKey = newDeploymentKey()
  if (organization)
    await createEngine(silentPorts(createMemoryStore(), deploymentKey)).createOrganization(organization)
  return {
    rootSecret,
    deploymentKey,
    shares: shares ? await splitSecret(rootSecret, { ...shares, random: platformRandom }) : [],
  }
}

function assertKept(options: InitializeOptions): void {
  const ways = [options.shares, options.keyFile].filter((way) => way !== undefined).length
  if (ways > 1 || (ways === 0 && options.token === undefined && options.keyCommand === undefined)) {
    throw new TypeError(
      'the root secret must be stored in shares, in a key file or in a token, or come from a command',
    )
  }
}

/**
 * @returns a function that empties a database whose shares from `init` were never submitted to a server, so that nothing
 *   was stored under their secret. Voids those shares first, so that no server can accept them before the database is empty.
 * @throws ServerError `DATABASE_INITIALIZED_ALREADY`
 */
async function findRoom(store: WholeStore, again: boolean): Promise<() => Promise<void>> {
  if (!(await serverRows(store).get('root', 'check'))) return async () => {}
  const { known, replace } = await openRootCheck(store)
  const { pending } = known
  if (!again || !pending?.isFirst) throw initializedAlready(pending?.isFirst)
  return async () => {
    await replace({ ...known, pending: { ...pending, set: 'void' } })
    await store.replaceAll([])
  }
}

function initializedAlready(isUnused = false): ServerError {
  const hint = isUnused
    ? 'Unseal a server with the existing shares. No server has used them yet: if they are lost, --again empties the database and creates new ones.'
    : 'Unseal a server with the existing shares or key file.'
  return new ServerError('DATABASE_INITIALIZED_ALREADY', 'the database already has a root secret', hint)
}

const joining = (store: Store, also: Commit): Store => ({
  ...store,
  commit: ({ guards, rests, writes }) =>
    store.commit({ guards: [...guards, ...also.guards], rests, writes: [...writes, ...also.writes] }),
})

/** Creating an organization sends no messages. */
function silentPorts(store: Store, rootSecret: Uint8Array) {
  const refuse = async () => {
    throw new Error('no messages are sent during initialization')
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
