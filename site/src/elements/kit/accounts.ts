/** The first account of a wallet, as elements make it. */
const FIRST = { pathFormat: 'PATH_FORMAT_BIP32' } as const

export const ETHEREUM_ACCOUNT = {
  ...FIRST,
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

export const SOLANA_ACCOUNT = {
  ...FIRST,
  curve: 'CURVE_ED25519',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const
