/** Creates wallets and derives their accounts. */
import { ApiError, defaults, type WalletAccountParams } from '@keywright/contract'
import {
  type AddressFormat,
  assertFormatFitsCurve,
  type Curve,
  parsePathFor,
  toHex,
  withSecret,
} from '@keywright/keys'
import { mapResting } from '../../budget.ts'
import type { Context, ExecuteContext } from '../../context.ts'
import type { WalletAccountRow, WalletRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'
import { DATA_KEYS } from '../dataKeys.ts'
import { assertRoom } from '../limits.ts'
import { assertNameFree, claimName } from '../names.ts'
import { SECRETS } from '../secrets.ts'

export const LOOKUP = {
  /** walletAccountId → null, in order of creation. */
  accounts: (walletId: string) => `accounts-of:${walletId}` as const,
  paths: (walletId: string) => `paths-of:${walletId}` as const,
} as const

/** In a browser, loaded with the first new wallet. */
const loadDerivation = () => import('@keywright/keys/derivation')

export interface NewWallet {
  readonly walletName: string
  readonly accounts: readonly WalletAccountParams[]
  readonly mnemonicLength?: number
}

/**
 * Checks a new wallet before it is created.
 * @throws ApiError 409 for a taken name or a repeated path, 429 if the organization is full; KeysError for invalid
 *   accounts
 */
export async function assertNewWallet(context: Context, params: NewWallet): Promise<void> {
  await Promise.all([
    assertRoom(context, 'wallets'),
    assertNameFree(context.rows, 'wallet', params.walletName),
  ])
  await assertAccounts(context, params.walletName, params.accounts, async () => false)
}

/**
 * @throws ApiError 400 for more accounts than one request may derive, 409 if a path is in use; KeysError for a path
 *   or format that doesn't fit the curve
 */
export function assertNewAccounts(
  context: Context,
  walletId: string,
  accounts: readonly WalletAccountParams[],
): Promise<void> {
  const isTaken = async (path: string) =>
    (await context.rows.lookup(LOOKUP.paths(walletId), path)) !== undefined
  return assertAccounts(context, walletId, accounts, isTaken)
}

async function assertAccounts(
  { budget }: Context,
  walletId: string,
  accounts: readonly WalletAccountParams[],
  isTaken: (path: string) => Promise<boolean>,
): Promise<void> {
  budget.assertLeft('derivations', accounts.length)
  const paths = new Set<string>()
  for (const { curve, path, addressFormat } of accounts) {
    assertFormatFitsCurve(addressFormat as AddressFormat, curve as Curve)
    parsePathFor(curve as Curve, path)
    if (paths.has(path)) throw new ApiError('PATH_TAKEN', { path, walletId })
    paths.add(path)
  }
  await Promise.all(
    Array.from(paths, async (path) => {
      if (await isTaken(path)) throw new ApiError('PATH_TAKEN', { path, walletId })
    }),
  )
}

/**
 * Stores a wallet with new or imported entropy.
 * @param params checked by `assertNewWallet`
 * @throws ApiError 409 if the organization has the seed already
 */
export async function newWallet(
  context: ExecuteContext,
  params: NewWallet,
  imported?: Uint8Array,
): Promise<{ wallet: WalletRow; addresses: string[] }> {
  const { ids, now, rows, vault, organization } = context
  const walletId = ids.random()
  await claimName(rows, 'wallet', params.walletName, walletId)
  const { generateEntropy } = await loadDerivation()
  const secret = imported ?? generateEntropy(params.mnemonicLength ?? defaults.mnemonicLength, context.random)
  return withSecret(secret, async (entropy) => {
    await SECRETS.claim(context, 'wallet', entropy, walletId, imported ? 'imported' : 'fresh')
    const dataKey = DATA_KEYS.create(context, 'wallets', walletId)
    const wallet: WalletRow = {
      walletId,
      walletName: params.walletName,
      exported: false,
      imported: imported !== undefined,
      sealedEntropy: vault.seal(organization.organizationId, walletId, entropy, dataKey),
      createdAt: now,
      updatedAt: now,
    }
    rows.put('wallets', walletId, wallet)
    const accounts = await addAccounts(context, walletId, entropy, params.accounts)
    return { wallet, addresses: accounts.map((account) => account.address) }
  })
}

/** Derives and stores accounts of a wallet in the given order. @param params checked by `assertNewAccounts` */
export async function addAccounts(
  context: ExecuteContext,
  walletId: string,
  entropy: Uint8Array,
  params: readonly WalletAccountParams[],
): Promise<WalletAccountRow[]> {
  if (params.length === 0) return []
  const { deriveSeed } = await loadDerivation()
  return withSecret(await deriveSeed(entropy), (seed) => addDerived(context, walletId, seed, params))
}

async function addDerived(
  context: ExecuteContext,
  walletId: string,
  seed: Uint8Array,
  params: readonly WalletAccountParams[],
): Promise<WalletAccountRow[]> {
  const { rows, ids, vault, now, organization, budget } = context
  const { addressOf, deriveKeyPair } = await loadDerivation()
  const dataKey = await DATA_KEYS.find(context, 'wallets', walletId)
  const added = await mapResting(budget, params, 'derivations', (account) => {
    const { curve, pathFormat, path, addressFormat, name } = account
    const walletAccountId = ids.timeOrdered()
    const { privateKey, publicKey } = deriveKeyPair(curve as Curve, seed, path)
    const sealedKey = withSecret(privateKey, (key) =>
      vault.seal(organization.organizationId, walletAccountId, key, dataKey),
    )
    const address = addressOf(addressFormat as AddressFormat, publicKey)
    const row: WalletAccountRow = {
      walletAccountId,
      walletId,
      curve,
      pathFormat,
      path,
      addressFormat,
      address,
      publicKey: toHex(publicKey),
      sealedKey,
      exported: false,
      ...(name === undefined ? {} : { name }),
      createdAt: now,
      updatedAt: now,
    }
    rows.put('walletAccounts', walletAccountId, row)
    rows.putLookup(LOOKUP.accounts(walletId), walletAccountId, null)
    rows.putLookup(LOOKUP.paths(walletId), path, walletAccountId)
    return row
  })
  await ADDRESSES.claim(
    rows,
    added.map(({ address, walletAccountId: id }) => ({
      address,
      holder: { table: 'walletAccounts', id, walletId },
    })),
  )
  return added
}

/** Decrypts the entropy of a stored wallet for `use`. */
export async function withEntropy<T>(
  context: ExecuteContext,
  { walletId, sealedEntropy }: WalletRow,
  use: (entropy: Uint8Array) => T,
): Promise<Awaited<T>> {
  const dataKey = await DATA_KEYS.find(context, 'wallets', walletId)
  return await context.vault.open(context.organization.organizationId, walletId, sealedEntropy, use, dataKey)
}
