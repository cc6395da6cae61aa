/** Addresses: the text of each format for a public key. */

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m } from '@scure/base'
import {
  type AddressFormat,
  assertFormatFitsCurve,
  type BitcoinAddressFormat,
  type BitcoinNetwork,
  type BitcoinNetworkName,
  type BitcoinScript,
  bitcoinNetworks,
} from './addressFormats.ts'
import { curveOf } from './curve.ts'
import { concat, toBase58, toBase58check, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { toChecksumAddress } from './ethereum/ethereumAddress.ts'
import { keccak256, sha256 } from './hash.ts'
import { hash160 } from './hash160.ts'
import { tweakTaprootPublicKey } from './taproot.ts'

type Encode = (publicKey: Uint8Array) => string

const encoders: Readonly<Record<AddressFormat, Encode>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: (key) => toHex(uncompressedPoint(key)),
  ADDRESS_FORMAT_COMPRESSED: toHex,
  ADDRESS_FORMAT_ETHEREUM: (key) => toChecksumAddress(accountHash(key)),
  ADDRESS_FORMAT_SOLANA: toBase58,
  ADDRESS_FORMAT_COSMOS: (key) => bech32.encodeFromBytes('cosmos', hash160(key)),
  ADDRESS_FORMAT_TRON: (key) => toBase58check(concat(Uint8Array.of(TRON_VERSION), accountHash(key))),
  ADDRESS_FORMAT_SUI: (key) =>
    `0x${toHex(blake2b(concat(Uint8Array.of(SUI_ED25519_FLAG), key), { dkLen: 32 }))}`,
  ADDRESS_FORMAT_APTOS: (key) => `0x${toHex(sha3_256(concat(key, Uint8Array.of(APTOS_ED25519_SCHEME))))}`,
  ...bitcoinEncoders(),
}

/** First byte of every Tron address; makes its text start with `T`. */
const TRON_VERSION = 0x41
/** Sui hashes a signature scheme flag before the key; ed25519 is 0. */
const SUI_ED25519_FLAG = 0x00
/** Aptos hashes an authentication scheme after the key; a single ed25519 key is 0. */
const APTOS_ED25519_SCHEME = 0x00

/**
 * The address of a public key (33 bytes compressed secp256k1, or 32 bytes ed25519).
 * @throws KeysError `ADDRESS_FORMAT_UNKNOWN`, `ADDRESS_FORMAT_MISMATCH`, `PUBLIC_KEY_MALFORMED`
 */
export function addressOf(format: AddressFormat, publicKey: Uint8Array): string {
  const curve = curveOf(publicKey)
  assertFormatFitsCurve(format, curve)
  return encoders[format](publicKey)
}

const accountHash = (publicKey: Uint8Array) =>
  keccak256(uncompressedPoint(publicKey).subarray(1)).subarray(-20)

function uncompressedPoint(publicKey: Uint8Array): Uint8Array {
  try {
    return secp256k1.Point.fromBytes(publicKey).toBytes(false)
  } catch {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason: 'is not a point of secp256k1' })
  }
}

function bitcoinEncoders(): Record<BitcoinAddressFormat, Encode> {
  const scripts: Record<BitcoinScript, (publicKey: Uint8Array, network: BitcoinNetwork) => string> = {
    P2PKH: (key, { p2pkh }) => toBase58check(concat(Uint8Array.of(p2pkh), hash160(key))),
    // BIP-49: the hashed script is the key's P2WPKH program.
    P2SH: (key, { p2sh }) => toBase58check(concat(Uint8Array.of(p2sh), hash160(witnessKeyProgram(key)))),
    P2WPKH: (key, network) => segwitAddress(network.bech32, 0, hash160(key)),
    P2WSH: (key, network) => segwitAddress(network.bech32, 0, sha256(singleKeyScript(key))),
    P2TR: (key, network) => segwitAddress(network.bech32, 1, tweakTaprootPublicKey(key)),
  }
  return Object.fromEntries(
    (Object.keys(bitcoinNetworks) as BitcoinNetworkName[]).flatMap((name) =>
      Object.entries(scripts).map(([script, encode]) => [
        `ADDRESS_FORMAT_BITCOIN_${name}_${script}`,
        (key: Uint8Array) => encode(key, bitcoinNetworks[name]),
      ]),
    ),
  ) as Record<BitcoinAddressFormat, Encode>
}

const OP_PUSH_20 = 0x14
const OP_PUSH_33 = 0x21
const OP_CHECKSIG = 0xac

const witnessKeyProgram = (publicKey: Uint8Array) => concat(Uint8Array.of(0, OP_PUSH_20), hash160(publicKey))

/** The witness script of our P2WSH addresses: the key and OP_CHECKSIG. */
export const singleKeyScript = (publicKey: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(OP_PUSH_33), publicKey, Uint8Array.of(OP_CHECKSIG))

/** BIP-173 for version 0, BIP-350 for later ones. */
function segwitAddress(prefix: string, version: 0 | 1, program: Uint8Array): string {
  const coder = version === 0 ? bech32 : bech32m
  return coder.encode(prefix, [version, ...coder.toWords(program)])
}
