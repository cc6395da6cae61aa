/** `reshare`: new shares of the same root secret; from then on the old ones no longer unseal. */
import { combineShares, parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { openTeamStore } from './openTeamStore.ts'
import { readKeyFile, readRootCheck, serverRows } from './rootSecret.ts'
import { assertRootSecret } from './seal.ts'

/**
 * The old shares still hold the secret: whoever kept enough of them can combine them by other means. The server
 * refuses them, and the new set has its own name.
 * @throws KeysError for shares that do not fit; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_INITIALIZED`
 */
export async function reshareRootSecret(options: {
  readonly databaseUrl: string
  /** Enough of the shares that hold now; or the key file. */
  readonly from: { readonly shares: readonly string[] } | { readonly keyFile: string }
  readonly count: number
  readonly threshold: number
}): Promise<string[]> {
  const { databaseUrl, from, count, threshold } = options
  const store = await openTeamStore(databaseUrl)
  try {
    const known = await readRootCheck(store)
    const rootSecret = 'shares' in from ? await combineShares(from.shares) : readKeyFile(from.keyFile)
    assertRootSecret(rootSecret, known)
    const shares = await splitSecret(rootSecret, { count, threshold, random: platformRandom })
    rootSecret.fill(0)
    const set = parseShare(shares[0]!).set
    await serverRows(store).put('root', 'check', { ...known, shares: { count, threshold, set } })
    return shares
  } finally {
    await store.close()
  }
}
