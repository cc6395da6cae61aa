/** Makes wallets and derives their accounts. */
import { ApiError, defaults, type WalletAccountParams } from '@keywright/contract'
import {
  type AddressFormat,
  addressOf,
  assertFormatFitsCurve,
  type Curve,
  deriveKeyPair,
  deriveSeed,
  generateEntropy,
  toHex,
} from '@keywright/keys'
import type { Context } from '../../context.ts'
import type { WalletAccountRow, WalletRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'
import { assertRoom } from '../limits.ts'
import { claimName } from '../names.ts'
import { SECRETS } from '../secrets.ts'

export const LOOKUP = {
  /** walletAccountId → null, in order of creation. */
  accounts: (walletId: string) => `accounts-of:${walletId}`,
  /** path → walletAccountId. */
  paths: (walletId: string) => `paths-of:${walletId}`,
} as const

export interface NewWallet {
  readonly walletName: string
  readonly accounts: readonly WalletAccountParams[]
  readonly mnemonicLength?: number
}

/**
 * Stores a wallet with fresh entropy, or with the entropy of an import.
 * @throws ApiError 409 for a taken name or path or a seed that is here already, 429 when the organization is full; KeysError for bad accounts
 */
export async function newWallet(
  context: Context,
  params: NewWallet,
  imported?: Uint8Array,
): Promise<{ wallet: WalletRow; addresses: string[] }> {
  await assertRoom(context, 'wallets')
  const { ids, now, rows, vault, organization } = context
  const walletId = ids.random()
  await claimName(rows, 'wallet', params.walletName, walletId)
  const entropy =
    imported ?? generateEntropy(params.mnemonicLength ?? defaults.mnemonicLength, context.random)
  await SECRETS.claim(context, 'wallet', entropy, walletId)
  const wallet: WalletRow = {
    walletId,
    walletName: params.walletName,
    exported: false,
    imported: imported !== undefined,
    sealedEntropy: vault.seal(organization.organizationId, walletId, entropy),
    createdAt: now,
    updatedAt: now,
  }
  rows.put('wallets', walletId, wallet)
  const accounts = await addAccounts(context, walletId, entropy, params.accounts)
  return { wallet, addresses: accounts.map((account) => account.address) }
}

/**
 * Derives and stores accounts of a wallet, in the order given.
 * @throws ApiError 409 when a path is used already; KeysError for a path or format that does not fit the curve
 */
export async function addAccounts(
  context: Context,
  walletId: string,
  entropy: Uint8Array,
  params: readonly WalletAccountParams[],
): Promise<WalletAccountRow[]> {
  if (params.length === 0) return []
  const { rows, ids, vault, now, organization } = context
  const seed = await deriveSeed(entropy)
  const accounts: WalletAccountRow[] = []
  for (const { curve, pathFormat, path, addressFormat, name } of params) {
    assertFormatFitsCurve(addressFormat as AddressFormat, curve as Curve)
    const { privateKey, publicKey } = deriveKeyPair(curve as Curve, seed, path)
    if ((await rows.lookup(LOOKUP.paths(walletId), path)) !== undefined) {
      throw new ApiError('PATH_TAKEN', { path, walletId })
    }
    const walletAccountId = ids.timeOrdered()
    const address = addressOf(addressFormat as AddressFormat, publicKey)
    const account: WalletAccountRow = {
      walletAccountId,
      walletId,
      curve,
      pathFormat,
      path,
      addressFormat,
      address,
      publicKey: toHex(publicKey),
      sealedKey: vault.seal(organization.organizationId, walletAccountId, privateKey),
      exported: false,
      ...(name === undefined ? {} : { name }),
      createdAt: now,
      updatedAt: now,
    }
    rows.put('walletAccounts', walletAccountId, account)
    rows.putLookup(LOOKUP.accounts(walletId), walletAccountId, null)
    rows.putLookup(LOOKUP.paths(walletId), path, walletAccountId)
    await ADDRESSES.claim(rows, address, { table: 'walletAccounts', id: walletAccountId })
    accounts.push(account)
  }
  return accounts
}

/** The entropy of a stored wallet. */
export function entropyOf({ vault, organization }: Context, wallet: WalletRow): Uint8Array {
  return vault.open(organization.organizationId, wallet.walletId, wallet.sealedEntropy)
}
