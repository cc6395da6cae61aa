/** The key that `signWith` names: a wallet account's address, a private key's address, or a private key's id. */
import { ApiError } from '@keywright/contract'
import { type AddressFormat, type Curve, isTaprootFormat } from '@keywright/keys'
import type { Context } from '../../context.ts'
import type { PolicyFacts } from '../../handler.ts'
import type { PrivateKeyRow, WalletAccountRow, WalletRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'

export interface Signer {
  readonly curve: Curve
  /** Lower-case hex. */
  readonly publicKey: string
  /** The format of the address that was named; undefined for a private key named by id. */
  readonly addressFormat: AddressFormat | undefined
  /** Whether signatures are Schnorr with the tweaked key. */
  readonly taproot: boolean
  /** What policies see: the wallet, or the private key. */
  readonly facts: PolicyFacts
  /** Decrypts the private key: call it only once the request is allowed. */
  readonly openKey: () => Uint8Array
}

/** @throws ApiError 404 when nothing here is named exactly so */
export async function findSigner(context: Context, signWith: string): Promise<Signer> {
  const { rows } = context
  const holder = await ADDRESSES.find(rows, signWith)
  if (holder?.table === 'walletAccounts') {
    const account = await rows.get('walletAccounts', holder.id)
    const wallet = account && (await rows.get('wallets', account.walletId))
    if (account && wallet) return signerOfAccount(context, account, wallet)
  } else {
    const key = await rows.get('privateKeys', holder?.id ?? signWith)
    if (key) return signerOfPrivateKey(context, key, signWith)
  }
  throw new ApiError('SIGNER_NOT_FOUND', { signWith: signWith.slice(0, 200) })
}

/** `wallet` as policies see it. */
export function walletFacts(wallet: WalletRow): NonNullable<PolicyFacts['wallet']> {
  const { walletId: id, imported, exported, walletName: label } = wallet
  return { id, imported, exported, label }
}

/** `private_key` as policies see it. */
export function privateKeyFacts(key: PrivateKeyRow): NonNullable<PolicyFacts['private_key']> {
  const { privateKeyId: id, privateKeyTags: tags, imported, exported, privateKeyName: label } = key
  return { id, tags, imported, exported, label }
}

function signerOfAccount(
  { vault, organization }: Context,
  account: WalletAccountRow,
  wallet: WalletRow,
): Signer {
  const { walletAccountId, sealedKey, address } = account
  return {
    ...shapeOf(account, account.addressFormat as AddressFormat),
    facts: { wallet: walletFacts(wallet), wallet_account: { address } },
    openKey: () => vault.open(organization.organizationId, walletAccountId, sealedKey),
  }
}

function signerOfPrivateKey({ vault, organization }: Context, key: PrivateKeyRow, signWith: string): Signer {
  const named = key.addresses.find(({ address }) => address === signWith)
  return {
    ...shapeOf(key, named?.format as AddressFormat | undefined),
    facts: { private_key: privateKeyFacts(key) },
    openKey: () => vault.open(organization.organizationId, key.privateKeyId, key.sealedKey),
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
