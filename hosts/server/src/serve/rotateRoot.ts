/**
 * `rotate-root`: replaces the root secret in two steps while servers keep running. The first encrypts the deployment key
 * under a new root secret as well, and servers accept both. The second retires the old one, and needs the new one as
 * proof that it was kept. Each step commits one row, so an interrupted step has happened or not, and can be run again: it
 * fails without a change if it has happened.
 */
import { StoreConflict } from '@keywright/engine'
import { parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { type KeepShares, keptUnlessRefused } from './keepShares.ts'
import { readFromCommand } from './keyCommand.ts'
import { writeKeyFile } from './newFile.ts'
import { sealWithToken, type TokenSettings } from './pkcs11.ts'
import { holdingNow, rootSecretFrom, type SecretSource, withTeamStore } from './reshare.ts'
import {
  checkOf,
  deploymentKeyOf,
  openRootCheck,
  type RootCheck,
  type RootVersion,
  sealDeploymentKey,
} from './rootSecret.ts'

/** How to store the new root secret: in shares or in a key file, with or instead of a token. */
export interface NewRoot {
  readonly shares?: { readonly count: number; readonly threshold: number }
  readonly keepShares?: KeepShares
  /** New file, written with mode 0600. */
  readonly keyFile?: string
  /** Prints the new root secret, made before by the operator. */
  readonly keyCommand?: string
  readonly token?: TokenSettings
}

export interface Rotated {
  /** Number of the new root secret. */
  readonly version: number
  /** Shares to hand out. Empty unless shares were requested. */
  readonly shares: readonly string[]
}

/**
 * Creates the next root secret.
 * @param options the root secret in use, and where to store the next one
 * @throws KeysError for shares that don't match; ServerError `ROTATION_STARTED`, `ROOT_SECRET_MISMATCH`,
 *   `DATABASE_NOT_INITIALIZED`, `KEY_FILE_NOT_WRITTEN`, `KEY_COMMAND_FAILED`, `TOKEN_UNAVAILABLE`
 */
export async function rotateRoot(options: {
  readonly databaseUrl: string
  readonly from: SecretSource
  readonly to: NewRoot
}): Promise<Rotated> {
  const { databaseUrl, from, to } = options
  return withTeamStore(databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    if (known.next) throw rotationStarted(known.next)
    const deploymentKey = deploymentKeyOf(await rootSecretFrom(from, known), known)
    const rootSecret = to.keyCommand ? await readFromCommand(to.keyCommand) : platformRandom(32)
    if (checkOf(rootSecret) === known.check) throw sameSecret()
    const shares = to.shares ? await splitSecret(rootSecret, { ...to.shares, random: platformRandom }) : []
    const token = to.token && (await sealWithToken(to.token, rootSecret))
    const version = known.version + 1
    const next: RootVersion = {
      version,
      check: checkOf(rootSecret),
      key: sealDeploymentKey(deploymentKey, rootSecret, version),
      shares: to.shares ? { ...to.shares, set: parseShare(shares[0]!).set } : null,
      ...(token && { token }),
    }
    if (to.keyFile !== undefined) writeKeyFile(to.keyFile, rootSecret)
    rootSecret.fill(0)
    deploymentKey.fill(0)
    const commit = () => replace({ ...confirmed(known), next })
    await keptUnlessRefused(to, shares, commit, changedMeanwhile)
    return { version, shares }
  })
}

/**
 * `rotate-root --retire`: the next root secret replaces the one in use, which then opens nothing.
 * @param options the next root secret
 * @throws as `rotateRoot` does, and ServerError `ROTATION_NOT_STARTED`
 */
export async function retireRoot(options: {
  readonly databaseUrl: string
  readonly from: SecretSource
}): Promise<{ readonly version: number }> {
  return withTeamStore(options.databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    const next = nextOf(known)
    const rootSecret = await rootSecretFrom(options.from, next).catch((error: unknown) => {
      if (!(error instanceof ServerError) || error.code !== 'ROOT_SECRET_MISMATCH') throw error
      const hint = 'Pass the new root secret, which proves that you have kept it.'
      throw new ServerError('ROOT_SECRET_MISMATCH', error.message, hint, error)
    })
    // Before the old root secret opens nothing, the new one must have opened the deployment key.
    deploymentKeyOf(rootSecret, next).fill(0)
    await replace(next).catch((error: unknown) => {
      throw error instanceof StoreConflict ? changedMeanwhile(error) : error
    })
    return { version: next.version }
  })
}

/** `rotate-root --abort`: discards the next root secret. @throws ServerError `ROTATION_NOT_STARTED` */
export async function abortRotation(databaseUrl: string): Promise<{ readonly version: number }> {
  return withTeamStore(databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    const { version } = nextOf(known)
    const { next: _, ...rest } = known
    await replace(rest)
    return { version }
  })
}

/** The shares from `init` were used now, so they are valid. */
function confirmed(known: RootCheck): RootCheck {
  const { pending, ...rest } = known
  return pending?.isFirst ? { ...rest, shares: holdingNow(known) } : known
}

function nextOf({ next }: RootCheck): RootVersion {
  if (next) return next
  const hint = '--retire and --abort need a rotation that has started.'
  throw new ServerError('ROTATION_NOT_STARTED', 'the database has no new root secret', hint)
}

function rotationStarted({ version }: RootVersion): ServerError {
  const hint = 'Pass it with --retire to finish the rotation, or discard it with --abort.'
  return new ServerError('ROTATION_STARTED', `root secret ${version} already exists`, hint)
}

const sameSecret = () =>
  new ServerError(
    'ROOT_SECRET_MISMATCH',
    'the command for the new root secret prints the one in use',
    'Create a new secret in the key service first.',
  )

const changedMeanwhile = (cause: unknown) =>
  new ServerError(
    'ROOT_SECRET_MISMATCH',
    'another operator changed the root secret at the same time',
    'Run the command again if the change is still needed.',
    cause,
  )
