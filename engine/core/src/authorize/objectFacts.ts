/** Wallets and private keys as policies see them. */
import type { PolicyFacts } from '../checked.ts'
import type { PrivateKeyRow, WalletRow } from '../store/tables.ts'

/** Every member, also those that a policy's test may omit. */
export function walletFacts(wallet: WalletRow): Required<NonNullable<PolicyFacts['wallet']>> {
  const { walletId: id, imported, exported, walletName: label } = wallet
  return { id, imported, exported, label }
}

export function privateKeyFacts(key: PrivateKeyRow): Required<NonNullable<PolicyFacts['private_key']>> {
  const { privateKeyId: id, privateKeyTags: tags, imported, exported, privateKeyName: label } = key
  return { id, tags, imported, exported, label }
}
