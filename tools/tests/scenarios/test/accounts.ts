/** Wallet accounts for the stories. */
import type { WalletAccountParams } from '@keywright/contract'

export const ETHEREUM: WalletAccountParams = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}

export const SOLANA: WalletAccountParams = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
}

export const BITCOIN_TESTNET: WalletAccountParams = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/84'/1'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
}
