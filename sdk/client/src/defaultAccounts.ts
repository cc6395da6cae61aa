/** The first account of a chain, for `createWallet`. */
import type { WalletAccountParams } from './generated/types.ts'

export const DEFAULT_ETHEREUM_ACCOUNTS: WalletAccountParams[] = [
  {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
]

export const DEFAULT_SOLANA_ACCOUNTS: WalletAccountParams[] = [
  {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/0'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  },
]
