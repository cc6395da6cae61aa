/** Finds the key for `signWith`: a wallet account's address, a private key's address, or a private key's id. */
import { ApiError } from '@keywright/contract'
import { type AddressFormat, type Curve, isTaprootFormat } from '@keywright/keys'
import { privateKeyFacts, walletFacts } from '../../authorize/objectFacts.ts'
import type { PolicyFacts } from '../../checked.ts'
import type { Context, ExecuteContext } from '../../context.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { PrivateKeyRow, WalletAccountRow, WalletRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'
import { DATA_KEYS } from '../dataKeys.ts'

export interface Signer {
  readonly curve: Curve
  /** Lower-case hex. */
  readonly publicKey: string
  /** The format of the given address; undefined for a private key given by id. */
  readonly addressFormat: AddressFormat | undefined
  /** Whether it creates Schnorr signatures with the tweaked key. */
  readonly taproot: boolean
  /** What policies see: the wallet or the private key. */
  readonly facts: PolicyFacts
  /** The encrypted private key, the id that it is encrypted for, and its encrypted data key. */
  readonly sealed: { readonly id: string; readonly key: string; readonly dataKey: string | undefined }
}

/** Decrypts the private key for `use`. */
export function withKey<T>(
  { vault, organization }: ExecuteContext,
  { sealed: { id, key, dataKey } }: Signer,
  use: (privateKey: Uint8Array) => T,
): T {
  return vault.open(organization.organizationId, id, key, use, dataKey)
}

/** @throws ApiError 404 if nothing has exactly this address or id */
export async function findSigner(context: Context, signWith: string): Promise<Signer> {
  const { rows } = context
  const holder = await ADDRESSES.find(rows, signWith)
  if (holder?.table === 'walletAccounts') {
    const walletAndKey = (walletId: string) =>
      Promise.all([rows.get('wallets', walletId), DATA_KEYS.find(context, 'wallets', walletId)])
    prefetch(walletAndKey(holder.walletId))
    const account = await rows.get('walletAccounts', holder.id)
    if (account) {
      ADDRESSES.assertHeld(rows, signWith, [account.address])
      const [wallet, dataKey] = await walletAndKey(account.walletId)
      if (wallet) return signerOfAccount(account, wallet, dataKey)
    }
  } else {
    const id = holder?.id ?? signWith
    const dataKey = DATA_KEYS.find(context, 'privateKeys', id)
    prefetch(dataKey)
    const key = await rows.get('privateKeys', id)
    if (key && holder)
      ADDRESSES.assertHeld(
        rows,
        signWith,
        key.addresses.map(({ address }) => address),
      )
    if (key) return signerOfPrivateKey(key, signWith, await dataKey)
  }
  throw new ApiError('SIGNER_NOT_FOUND', { signWith: signWith.slice(0, 200) })
}

/** The given account, and each other address of its key whose outputs are spent. */
export function signerFacts({ facts }: Signer, owners: readonly string[] = []): PolicyFacts[] {
  const { wallet_account: account } = facts
  const others = account ? owners.filter((address) => address !== account.address) : []
  return [facts, ...others.map((address) => ({ ...facts, wallet_account: { address } }))]
}

function signerOfAccount(account: WalletAccountRow, wallet: WalletRow, dataKey: string): Signer {
  const { walletAccountId: id, sealedKey: key, address } = account
  return {
    ...shapeOf(account, account.addressFormat as AddressFormat),
    facts: { wallet: walletFacts(wallet), wallet_account: { address } },
    sealed: { id, key, dataKey },
  }
}

function signerOfPrivateKey(row: PrivateKeyRow, signWith: string, dataKey: string): Signer {
  const { privateKeyId: id, sealedKey: key } = row
  const named = row.addresses.find(({ address }) => address === signWith)
  return {
    ...shapeOf(row, named?.format as AddressFormat | undefined),
    facts: { private_key: privateKeyFacts(row) },
    sealed: { id, key, dataKey },
  }
}

function shapeOf(
  { curve, publicKey }: { curve: string; publicKey: string },
  addressFormat: AddressFormat | undefined,
) {
  return {
    curve: curve as Curve,
    publicKey,
    addressFormat,
    taproot: addressFormat !== undefined && isTaprootFormat(addressFormat),
  }
}
