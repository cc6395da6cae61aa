/**
 * `reshare`: creates new shares of the same root secret in two phases. The new set is pending until a threshold of its
 * shares is submitted to a server. Until then the old shares stay valid, so that lost new shares do no harm.
 */
import { StoreConflict } from '@keywright/engine'
import { combineShares, parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { orDatabaseError } from '../store/databaseError.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { type KeepShares, keptUnlessRefused } from './keepShares.ts'
import { type KeptSecret, readKeptSecret } from './keptSecret.ts'
import { openTeamStore } from './openTeamStore.ts'
import { openRootCheck, type RootCheck, versionOf } from './rootSecret.ts'

/** Enough of the valid shares, the key file, or the token. */
export type SecretSource =
  | {
      readonly shares: readonly string[]
      /** File of each share, for messages. */
      readonly files?: readonly string[]
    }
  | KeptSecret

/**
 * Creates a pending set and discards the previous pending set. Even after the new set is confirmed, anyone with enough
 * old shares can combine them by other means.
 * @throws KeysError for shares that don't match; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_INITIALIZED`
 */
export async function reshareRootSecret(options: {
  readonly databaseUrl: string
  readonly from: SecretSource
  readonly count: number
  readonly threshold: number
  readonly keepShares?: KeepShares
}): Promise<string[]> {
  const { from, count, threshold, keepShares } = options
  return withTeamStore(options.databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    const rootSecret = await rootSecretFrom(from, known)
    const shares = await splitSecret(rootSecret, { count, threshold, random: platformRandom })
    rootSecret.fill(0)
    const pending = { count, threshold, set: parseShare(shares[0]!).set }
    const commit = () => replace({ ...known, shares: holdingNow(known), pending })
    await keptUnlessRefused({ keepShares }, shares, commit, (cause) => {
      const hint = "Use the other operator's shares; these were not handed out."
      const message = 'another operator created new shares at the same time'
      return new ServerError('ROOT_SECRET_MISMATCH', message, hint, cause)
    })
    return shares
  })
}

/**
 * Makes the pending set valid, after enough of its shares were submitted.
 * @throws ServerError `ROOT_SECRET_MISMATCH` if another set has replaced it
 */
export async function confirmShares(store: PostgresStore, set: string): Promise<RootCheck> {
  const { known, replace } = await openRootCheck(store)
  // Another process received the same shares.
  if (known.shares?.set === set) return known
  const { pending, ...rest } = known
  if (pending?.set !== set) throw noLongerPending()
  const { isFirst: _, ...shares } = pending
  return replace({ ...rest, shares }).catch((error: unknown) => {
    if (error instanceof StoreConflict) return confirmShares(store, set)
    throw error
  })
}

/** `reshare --abort`: discards the pending set. @throws ServerError `SHARES_NOT_PENDING` */
export async function abortReshare(databaseUrl: string): Promise<{ readonly set: string }> {
  return withTeamStore(databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    const { pending, ...rest } = known
    if (!pending || pending.isFirst) {
      const hint = pending
        ? 'The shares from `keywright init` are the only ones: unseal with them, or run `keywright init --again`.'
        : 'The latest shares are valid.'
      throw new ServerError('SHARES_NOT_PENDING', 'no new shares are pending', hint)
    }
    await replace(rest)
    return { set: pending.set }
  })
}

/** The valid set; in a new database, the unconfirmed first set. */
export const holdingNow = ({ shares, pending }: RootCheck) =>
  shares ??
  (pending?.isFirst ? { count: pending.count, threshold: pending.threshold, set: pending.set } : null)

export async function withTeamStore<T>(
  databaseUrl: string,
  use: (store: PostgresStore) => Promise<T>,
): Promise<T> {
  const store = await openTeamStore(databaseUrl)
  try {
    return await use(store)
  } catch (error) {
    throw orDatabaseError(error)
  } finally {
    await store.close()
  }
}

/** @throws KeysError for shares that don't match; ServerError `ROOT_SECRET_MISMATCH` */
export async function rootSecretFrom(from: SecretSource, known: RootCheck): Promise<Uint8Array> {
  const secret = await readSecret(from, known)
  versionOf(secret, known)
  return secret
}

async function readSecret(from: SecretSource, known: RootCheck): Promise<Uint8Array> {
  if (!('shares' in from)) return readKeptSecret(from, known)
  assertHolding(from, known)
  return combineShares(from.shares)
}

/** Rejects old shares, which still combine to the secret: their holders could otherwise lock out the current ones. */
function assertHolding(
  { shares, files }: Extract<SecretSource, { shares: unknown }>,
  known: RootCheck,
): void {
  const holding = holdingNow(known)
  shares.forEach((text, i) => {
    const { set, index } = parseShare(text, i + 1)
    const share = files ? `share ${index} (${files[i]})` : `share ${index}`
    if (set === holding?.set) return
    if (!holding) {
      const message = 'the root secret of this database is stored in a key file'
      throw new ServerError('ROOT_SECRET_MISMATCH', message, 'Pass the key file with --key-file.')
    }
    const message =
      set === known.pending?.set
        ? `${share} belongs to the new set, which is not confirmed yet`
        : `${share} does not belong to the valid set`
    const hint = 'Pass shares of the set that unseals the server.'
    throw new ServerError('ROOT_SECRET_MISMATCH', message, hint)
  })
}

function noLongerPending(): ServerError {
  const hint = 'Use the latest shares.'
  return new ServerError('ROOT_SECRET_MISMATCH', 'newer shares have replaced these', hint)
}
