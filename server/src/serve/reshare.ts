/** `reshare`: new shares of the same root secret; from then on the old ones no longer unseal. */

import { StoreConflict } from '@keywright/engine'
import { SERVER } from '@keywright/host'
import { combineShares, parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { type KeepShares, keptUnlessRefused } from './keepShares.ts'
import { openTeamStore } from './openTeamStore.ts'
import { openWithToken, type TokenSettings } from './pkcs11.ts'
import { type RootCheck, readKeyFile, readRootCheck } from './rootSecret.ts'
import { assertRootSecret } from './seal.ts'

/**
 * The old shares still hold the secret: whoever kept enough of them can combine them by other means. The server
 * refuses them, and the new set has its own name.
 * @throws KeysError for shares that do not fit; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_INITIALIZED`
 */
export async function reshareRootSecret(options: {
  readonly databaseUrl: string
  /** Enough of the shares that hold now; or the key file, or the token. */
  readonly from:
    | { readonly shares: readonly string[] }
    | { readonly keyFile: string }
    | { readonly token: TokenSettings }
  readonly count: number
  readonly threshold: number
  readonly keepShares?: KeepShares
}): Promise<string[]> {
  const { databaseUrl, from, count, threshold, keepShares } = options
  const store = await openTeamStore(databaseUrl)
  try {
    // Read before the root check: of two that reshare at once, the second finds the version moved.
    const version = await store.version(SERVER)
    const known = await readRootCheck(store)
    if ('shares' in from) assertNotSuperseded(from.shares, known)
    const rootSecret = await rootSecretFrom(from, known)
    assertRootSecret(rootSecret, known)
    const shares = await splitSecret(rootSecret, { count, threshold, random: platformRandom })
    rootSecret.fill(0)
    const set = parseShare(shares[0]!).set
    const check: RootCheck = { ...known, shares: { count, threshold, set } }
    const commit = () =>
      store.commit({
        guards: [{ organization: SERVER, version }],
        writes: [{ organization: SERVER, table: 'root', id: 'check', value: check as never }],
      })
    await keptUnlessRefused(keepShares, shares, commit).catch((error: unknown) => {
      if (!(error instanceof StoreConflict)) throw error
      const hint = 'Use the shares that were made there; these were given to nobody.'
      throw new ServerError('ROOT_SECRET_MISMATCH', 'the secret was shared anew meanwhile', hint, error)
    })
    return shares
  } finally {
    await store.close()
  }
}

async function rootSecretFrom(from: Parameters<typeof reshareRootSecret>[0]['from'], known: RootCheck) {
  if ('shares' in from) return combineShares(from.shares)
  return 'token' in from ? openWithToken(from.token, known) : readKeyFile(from.keyFile)
}

/** Old shares still combine to the secret: whoever kept them could make new ones and lock today's holders out. */
function assertNotSuperseded(texts: readonly string[], { shares }: RootCheck): void {
  texts.forEach((text, i) => {
    if (parseShare(text, i + 1).set === shares?.set) return
    const message = shares
      ? `share ${i + 1} is not of the shares that were made last`
      : 'the root secret of this database is kept in a key file'
    const hint = shares
      ? 'Give shares of the newest set; older ones and those of other databases are refused.'
      : 'Name it with --key-file.'
    throw new ServerError('ROOT_SECRET_MISMATCH', message, hint)
  })
}
