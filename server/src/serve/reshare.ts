/**
 * `reshare`: new shares of the same root secret, in two phases. The new set is pending until a threshold of its shares
 * was given back to a server. Until then the old shares hold, so the keys survive if the new shares get lost.
 */
import { StoreConflict } from '@keywright/engine'
import { combineShares, parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { type KeepShares, keptUnlessRefused } from './keepShares.ts'
import { readFromCommand } from './keyCommand.ts'
import { openTeamStore } from './openTeamStore.ts'
import { openWithToken, type TokenSettings } from './pkcs11.ts'
import { assertRootSecret, openRootCheck, type RootCheck, readKeyFile } from './rootSecret.ts'

/** Enough of the shares that hold now; or the key file, or the token. */
export type SecretSource =
  | {
      readonly shares: readonly string[]
      /** Where each of them was read, for messages. */
      readonly files?: readonly string[]
    }
  | { readonly keyFile: string }
  | { readonly keyCommand: string }
  | { readonly token: TokenSettings }

/**
 * Makes a pending set and drops the one that was pending before. Even after the new set is confirmed, anyone with
 * enough old shares can combine them by other means.
 * @throws KeysError for shares that do not fit; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_INITIALIZED`
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
    await keptUnlessRefused(keepShares, shares, commit).catch((error: unknown) => {
      if (!(error instanceof StoreConflict)) throw error
      const hint = "Use the other operator's shares; these were not handed out."
      throw new ServerError(
        'ROOT_SECRET_MISMATCH',
        'another operator made new shares at the same time',
        hint,
        error,
      )
    })
    return shares
  })
}

/**
 * Makes the pending set hold, once enough of its shares came back.
 * @throws ServerError `ROOT_SECRET_MISMATCH` when another set has taken its place
 */
export async function confirmShares(store: PostgresStore, set: string): Promise<RootCheck> {
  const { known, replace } = await openRootCheck(store)
  // Another process was given the same shares.
  if (known.shares?.set === set) return known
  const { pending, ...rest } = known
  if (pending?.set !== set) throw noLongerPending()
  const { isFirst: _, ...shares } = pending
  return replace({ ...rest, shares }).catch((error: unknown) => {
    if (error instanceof StoreConflict) return confirmShares(store, set)
    throw error
  })
}

/** `reshare --abort`: forgets the pending set. @throws ServerError `SHARES_NOT_PENDING` */
export async function abortReshare(databaseUrl: string): Promise<{ readonly set: string }> {
  return withTeamStore(databaseUrl, async (store) => {
    const { known, replace } = await openRootCheck(store)
    const { pending, ...rest } = known
    if (!pending || pending.isFirst) {
      const hint = pending
        ? 'The shares of `keywright init` are the only ones: unseal with them, or run `keywright init` again.'
        : 'The shares that hold are the ones made last.'
      throw new ServerError('SHARES_NOT_PENDING', 'no new shares are pending', hint)
    }
    await replace(rest)
    return { set: pending.set }
  })
}

/** The set that unseals; of a fresh database, the first one, given here or to a server. */
const holdingNow = ({ shares, pending }: RootCheck) =>
  shares ??
  (pending?.isFirst ? { count: pending.count, threshold: pending.threshold, set: pending.set } : null)

async function withTeamStore<T>(databaseUrl: string, use: (store: PostgresStore) => Promise<T>): Promise<T> {
  const store = await openTeamStore(databaseUrl)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** @throws KeysError for shares that do not fit; ServerError `ROOT_SECRET_MISMATCH` */
export async function rootSecretFrom(from: SecretSource, known: RootCheck): Promise<Uint8Array> {
  const secret = await readSecret(from, known)
  assertRootSecret(secret, known)
  return secret
}

async function readSecret(from: SecretSource, known: RootCheck): Promise<Uint8Array> {
  if ('token' in from) return openWithToken(from.token, known)
  if ('keyFile' in from) return readKeyFile(from.keyFile)
  if ('keyCommand' in from) return readFromCommand(from.keyCommand)
  assertHolding(from, known)
  return combineShares(from.shares)
}

/** Old shares still combine to the secret: whoever kept them could make new ones and lock today's holders out. */
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
      const message = 'the root secret of this database is kept in a key file'
      throw new ServerError('ROOT_SECRET_MISMATCH', message, 'Name it with --key-file.')
    }
    const message =
      set === known.pending?.set
        ? `${share} is of the new set, which doesn't hold yet`
        : `${share} is not of the set that holds`
    const hint = 'Give shares of the set that unseals the server; those of other sets are refused.'
    throw new ServerError('ROOT_SECRET_MISMATCH', message, hint)
  })
}

function noLongerPending(): ServerError {
  const hint = 'Use the shares that were made last.'
  return new ServerError('ROOT_SECRET_MISMATCH', 'newer shares have replaced these', hint)
}
