/**
 * Address formats with their curve and usual path. Examples belong to the public test phrase: eleven times
 * `abandon`, then `about`, at the default path.
 */
import type { AddressFormat, Curve } from './entityTypes.ts'

export interface AddressFormatInfo {
  format: AddressFormat
  /** Curves that fit; the first is the usual one. */
  curves: readonly Curve[]
  /** Path on the usual curve. */
  defaultPath: string
  /** The encoding of the text. */
  encoding: string
  /** Address of the public test phrase at the default path. */
  example: string
}

const secp256k1: readonly Curve[] = ['CURVE_SECP256K1']
const ed25519: readonly Curve[] = ['CURVE_ED25519']

export const addressFormats: readonly AddressFormatInfo[] = [
  {
    format: 'ADDRESS_FORMAT_UNCOMPRESSED',
    curves: secp256k1,
    defaultPath: "m/0'/0",
    encoding: 'public key, 65 bytes, lower-case hex',
    example:
      '04038c1b21ba6eb640c4d325fcd23e62e1740b05364e2f8cf4d02036e506ad2aecd9cb15112daf724a91668ab86915255e86b00dc2060181fae65d57d80a16aab9',
  },
  {
    format: 'ADDRESS_FORMAT_COMPRESSED',
    curves: ['CURVE_SECP256K1', 'CURVE_ED25519'],
    defaultPath: "m/0'/0",
    encoding: 'public key, 33 bytes (ed25519: 32), lower-case hex',
    example: '03038c1b21ba6eb640c4d325fcd23e62e1740b05364e2f8cf4d02036e506ad2aec',
  },
  {
    format: 'ADDRESS_FORMAT_ETHEREUM',
    curves: secp256k1,
    defaultPath: "m/44'/60'/0'/0/0",
    encoding: 'last 20 bytes of Keccak-256 of the point, mixed-case checksum (EIP-55)',
    example: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  },
  {
    format: 'ADDRESS_FORMAT_SOLANA',
    curves: ed25519,
    defaultPath: "m/44'/501'/0'/0'",
    encoding: 'base58 of the 32-byte public key',
    example: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
  {
    format: 'ADDRESS_FORMAT_COSMOS',
    curves: secp256k1,
    defaultPath: "m/44'/118'/0'/0/0",
    encoding: 'bech32, prefix cosmos, of RIPEMD-160(SHA-256(public key))',
    example: 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4',
  },
  {
    format: 'ADDRESS_FORMAT_TRON',
    curves: secp256k1,
    defaultPath: "m/44'/195'/0'/0/0",
    encoding: 'base58check of 0x41 and the 20 bytes of the Ethereum address',
    example: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  },
  {
    format: 'ADDRESS_FORMAT_SUI',
    curves: ed25519,
    defaultPath: "m/44'/784'/0'/0'/0'",
    encoding: '0x and hex of BLAKE2b-256(0x00 ‖ public key)',
    example: '0x5e93a736d04fbb25737aa40bee40171ef79f65fae833749e3c089fe7cc2161f1',
  },
  {
    format: 'ADDRESS_FORMAT_APTOS',
    curves: ed25519,
    defaultPath: "m/44'/637'/0'/0'/0'",
    encoding: '0x and hex of SHA3-256(public key ‖ 0x00), leading zeros kept',
    example: '0xeb663b681209e7087d681c5d3eed12aaa8e1915e7c87794542c3f96e94b3d3bf',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH',
    curves: secp256k1,
    defaultPath: "m/44'/0'/0'/0/0",
    encoding: 'base58check of RIPEMD-160(SHA-256(public key))',
    example: '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH',
    curves: secp256k1,
    defaultPath: "m/49'/0'/0'/0/0",
    encoding: 'base58check; a P2WPKH program inside P2SH (BIP-49)',
    example: '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    curves: secp256k1,
    defaultPath: "m/84'/0'/0'/0/0",
    encoding: 'bech32, witness version 0 (BIP-84)',
    example: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH',
    curves: secp256k1,
    defaultPath: "m/48'/0'/0'/2'/0/0",
    encoding: 'bech32, witness version 0; the script is one key and OP_CHECKSIG',
    example: 'bc1q9ar96k2zh9j5xf8vewfzgr7tvtl0x089gaagvucq74er953jayrsw58h7a',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
    curves: secp256k1,
    defaultPath: "m/86'/0'/0'/0/0",
    encoding: 'bech32m, witness version 1; key path, empty script tree (BIP-86)',
    example: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH',
    curves: secp256k1,
    defaultPath: "m/44'/1'/0'/0/0",
    encoding: 'base58check of RIPEMD-160(SHA-256(public key))',
    example: 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH',
    curves: secp256k1,
    defaultPath: "m/49'/1'/0'/0/0",
    encoding: 'base58check; a P2WPKH program inside P2SH (BIP-49)',
    example: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
    curves: secp256k1,
    defaultPath: "m/84'/1'/0'/0/0",
    encoding: 'bech32, witness version 0 (BIP-84)',
    example: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH',
    curves: secp256k1,
    defaultPath: "m/48'/1'/0'/2'/0/0",
    encoding: 'bech32, witness version 0; the script is one key and OP_CHECKSIG',
    example: 'tb1qnt5dq6jeqnndekea2ernqg7rr2xp2s928u9mccxdarqydcamn0gse3q2h7',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR',
    curves: secp256k1,
    defaultPath: "m/86'/1'/0'/0/0",
    encoding: 'bech32m, witness version 1; key path, empty script tree (BIP-86)',
    example: 'tb1p8wpt9v4frpf3tkn0srd97pksgsxc5hs52lafxwru9kgeephvs7rqlqt9zj',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH',
    curves: secp256k1,
    defaultPath: "m/44'/1'/0'/0/0",
    encoding: 'base58check of RIPEMD-160(SHA-256(public key))',
    example: 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH',
    curves: secp256k1,
    defaultPath: "m/49'/1'/0'/0/0",
    encoding: 'base58check; a P2WPKH program inside P2SH (BIP-49)',
    example: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH',
    curves: secp256k1,
    defaultPath: "m/84'/1'/0'/0/0",
    encoding: 'bech32, witness version 0 (BIP-84)',
    example: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH',
    curves: secp256k1,
    defaultPath: "m/48'/1'/0'/2'/0/0",
    encoding: 'bech32, witness version 0; the script is one key and OP_CHECKSIG',
    example: 'tb1qnt5dq6jeqnndekea2ernqg7rr2xp2s928u9mccxdarqydcamn0gse3q2h7',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR',
    curves: secp256k1,
    defaultPath: "m/86'/1'/0'/0/0",
    encoding: 'bech32m, witness version 1; key path, empty script tree (BIP-86)',
    example: 'tb1p8wpt9v4frpf3tkn0srd97pksgsxc5hs52lafxwru9kgeephvs7rqlqt9zj',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH',
    curves: secp256k1,
    defaultPath: "m/44'/1'/0'/0/0",
    encoding: 'base58check of RIPEMD-160(SHA-256(public key))',
    example: 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH',
    curves: secp256k1,
    defaultPath: "m/49'/1'/0'/0/0",
    encoding: 'base58check; a P2WPKH program inside P2SH (BIP-49)',
    example: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH',
    curves: secp256k1,
    defaultPath: "m/84'/1'/0'/0/0",
    encoding: 'bech32, witness version 0 (BIP-84)',
    example: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH',
    curves: secp256k1,
    defaultPath: "m/48'/1'/0'/2'/0/0",
    encoding: 'bech32, witness version 0; the script is one key and OP_CHECKSIG',
    example: 'bcrt1qnt5dq6jeqnndekea2ernqg7rr2xp2s928u9mccxdarqydcamn0gs5g2vzy',
  },
  {
    format: 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR',
    curves: secp256k1,
    defaultPath: "m/86'/1'/0'/0/0",
    encoding: 'bech32m, witness version 1; key path, empty script tree (BIP-86)',
    example: 'bcrt1p8wpt9v4frpf3tkn0srd97pksgsxc5hs52lafxwru9kgeephvs7rqjeprhg',
  },
]
