/** Wallets and their accounts. */
import { later, list, object, optional } from '../define.ts'
import { AddressFormat, Curve, PathFormat } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, hex, id, mnemonicLength, name, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const Wallet = object({
  walletId: ids.wallet,
  walletName: name,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  exported: flag,
  imported: flag,
})

export const WalletAccount = object({
  walletAccountId: ids.walletAccount,
  organizationId: id,
  walletId: ids.wallet,
  curve: Curve,
  pathFormat: PathFormat,
  path: text,
  addressFormat: AddressFormat,
  address: text,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publicKey: later(optional(hex)),
  name: later(optional(name)),
})

export const WalletAccountParams = object({
  curve: Curve,
  pathFormat: PathFormat,
  path: text,
  addressFormat: AddressFormat,
  name: later(optional(name)),
})

export const WalletParams = object({
  walletName: name,
  accounts: list(WalletAccountParams),
  mnemonicLength: optional(mnemonicLength),
})

export const WalletResult = object({ walletId: ids.wallet, addresses: list(text) })
