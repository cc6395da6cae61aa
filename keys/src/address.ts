/** Addresses: formats, their curves, their text for a public key, and their default paths. */

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m } from '@scure/base'
import { assertCurve, type Curve, curveOf } from './curve.ts'
import { concat, toBase58, toBase58check, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { toChecksumAddress } from './ethereum/ethereumAddress.ts'
import { hash160, keccak256, sha256 } from './hash.ts'
import { tweakTaprootPublicKey } from './taproot.ts'

/** Version bytes, prefix and coin type of each network. */
export const bitcoinNetworks = {
  MAINNET: { p2pkh: 0x00, p2sh: 0x05, bech32: 'bc', coin: "0'" },
  TESTNET: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'tb', coin: "1'" },
  SIGNET: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'tb', coin: "1'" },
  REGTEST: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'bcrt', coin: "1'" },
} as const

export type BitcoinNetworkName = keyof typeof bitcoinNetworks
type BitcoinNetwork = (typeof bitcoinNetworks)[BitcoinNetworkName]
type BitcoinScript = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR'
export type BitcoinAddressFormat = `ADDRESS_FORMAT_BITCOIN_${BitcoinNetworkName}_${BitcoinScript}`

export type AddressFormat =
  | 'ADDRESS_FORMAT_UNCOMPRESSED'
  | 'ADDRESS_FORMAT_COMPRESSED'
  | 'ADDRESS_FORMAT_ETHEREUM'
  | 'ADDRESS_FORMAT_SOLANA'
  | 'ADDRESS_FORMAT_COSMOS'
  | 'ADDRESS_FORMAT_TRON'
  | 'ADDRESS_FORMAT_SUI'
  | 'ADDRESS_FORMAT_APTOS'
  | BitcoinAddressFormat

interface Format {
  /** The default path per supported curve. */
  readonly paths: Partial<Record<Curve, string>>
  readonly address: (publicKey: Uint8Array) => string
}

const formats: Readonly<Record<AddressFormat, Format>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: {
    paths: { CURVE_SECP256K1: "m/0'/0" },
    address: (key) => toHex(uncompressedPoint(key)),
  },
  ADDRESS_FORMAT_COMPRESSED: {
    paths: { CURVE_SECP256K1: "m/0'/0", CURVE_ED25519: "m/0'/0'" },
    address: toHex,
  },
  ADDRESS_FORMAT_ETHEREUM: {
    paths: { CURVE_SECP256K1: "m/44'/60'/0'/0/0" },
    address: (key) => toChecksumAddress(accountHash(key)),
  },
  ADDRESS_FORMAT_SOLANA: { paths: { CURVE_ED25519: "m/44'/501'/0'/0'" }, address: toBase58 },
  ADDRESS_FORMAT_COSMOS: {
    paths: { CURVE_SECP256K1: "m/44'/118'/0'/0/0" },
    address: (key) => bech32.encodeFromBytes('cosmos', hash160(key)),
  },
  ADDRESS_FORMAT_TRON: {
    paths: { CURVE_SECP256K1: "m/44'/195'/0'/0/0" },
    address: (key) => toBase58check(concat(Uint8Array.of(TRON_VERSION), accountHash(key))),
  },
  ADDRESS_FORMAT_SUI: {
    paths: { CURVE_ED25519: "m/44'/784'/0'/0'/0'" },
    address: (key) => `0x${toHex(blake2b(concat(Uint8Array.of(SUI_ED25519_FLAG), key), { dkLen: 32 }))}`,
  },
  ADDRESS_FORMAT_APTOS: {
    paths: { CURVE_ED25519: "m/44'/637'/0'/0'/0'" },
    address: (key) => `0x${toHex(sha3_256(concat(key, Uint8Array.of(APTOS_ED25519_SCHEME))))}`,
  },
  ...bitcoinFormats(),
}

/** First byte of every Tron address; makes its text start with `T`. */
const TRON_VERSION = 0x41
/** Sui hashes a signature scheme flag before the key; ed25519 is 0. */
const SUI_ED25519_FLAG = 0x00
/** Aptos hashes an authentication scheme after the key; a single ed25519 key is 0. */
const APTOS_ED25519_SCHEME = 0x00

export const addressFormats = Object.keys(formats) as AddressFormat[]

/**
 * The address of a public key (33 bytes compressed secp256k1, or 32 bytes ed25519).
 * @throws KeysError `ADDRESS_FORMAT_UNKNOWN`, `ADDRESS_FORMAT_MISMATCH`, `PUBLIC_KEY_MALFORMED`
 */
export function addressOf(format: AddressFormat, publicKey: Uint8Array): string {
  const curve = curveOf(publicKey)
  assertFormatFitsCurve(format, curve)
  return formats[format].address(publicKey)
}

/** Whether keys on `curve` have an address of this format. */
export const formatFitsCurve = (format: AddressFormat, curve: Curve): boolean =>
  formatOf(format).paths[curve] !== undefined

/** @throws KeysError `ADDRESS_FORMAT_UNKNOWN`, `ADDRESS_FORMAT_MISMATCH`, `CURVE_UNKNOWN` */
export function assertFormatFitsCurve(format: AddressFormat, curve: Curve): void {
  assertCurve(curve)
  if (!formatFitsCurve(format, curve)) throw new KeysError('ADDRESS_FORMAT_MISMATCH', { format, curve })
}

/**
 * The default path of a format, on its default curve or the given one.
 * @throws KeysError `ADDRESS_FORMAT_UNKNOWN`, `ADDRESS_FORMAT_MISMATCH`
 */
export function defaultPathOf(format: AddressFormat, curve: Curve = defaultCurveOf(format)): string {
  assertFormatFitsCurve(format, curve)
  return formatOf(format).paths[curve]!
}

/** The default curve of a format; secp256k1 for compressed keys, which both curves have. */
export const defaultCurveOf = (format: AddressFormat): Curve =>
  formatFitsCurve(format, 'CURVE_SECP256K1') ? 'CURVE_SECP256K1' : 'CURVE_ED25519'

export const isAddressFormat = (format: unknown): format is AddressFormat =>
  typeof format === 'string' && Object.hasOwn(formats, format)

/** The Bitcoin network of a format, if it is a Bitcoin format. */
export const bitcoinNetworkOf = (format: AddressFormat): BitcoinNetworkName | undefined =>
  (Object.keys(bitcoinNetworks) as BitcoinNetworkName[]).find((name) => format.includes(`_BITCOIN_${name}_`))

/** Whether signatures for this address format are Schnorr signatures by the tweaked key (BIP-341). */
export const isTaprootFormat = (format: AddressFormat): boolean => format.endsWith('_P2TR')

function formatOf(format: AddressFormat): Format {
  if (!isAddressFormat(format)) throw new KeysError('ADDRESS_FORMAT_UNKNOWN', { format: String(format) })
  return formats[format]
}

/** The account of Ethereum and Tron: the end of the hash of the point's coordinates. */
const accountHash = (publicKey: Uint8Array) =>
  keccak256(uncompressedPoint(publicKey).subarray(1)).subarray(-20)

function uncompressedPoint(publicKey: Uint8Array): Uint8Array {
  try {
    return secp256k1.Point.fromBytes(publicKey).toBytes(false)
  } catch {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason: 'is not a point of secp256k1' })
  }
}

function bitcoinFormats(): Record<BitcoinAddressFormat, Format> {
  const made: Partial<Record<BitcoinAddressFormat, Format>> = {}
  for (const name of Object.keys(bitcoinNetworks) as BitcoinNetworkName[]) {
    const network = bitcoinNetworks[name]
    for (const [script, { path, address }] of Object.entries(bitcoinScripts())) {
      made[`ADDRESS_FORMAT_BITCOIN_${name}_${script as BitcoinScript}`] = {
        paths: { CURVE_SECP256K1: path(network.coin) },
        address: (key) => address(key, network),
      }
    }
  }
  return made as Record<BitcoinAddressFormat, Format>
}

interface Script {
  readonly path: (coin: string) => string
  readonly address: (publicKey: Uint8Array, network: BitcoinNetwork) => string
}

function bitcoinScripts(): Record<BitcoinScript, Script> {
  return {
    P2PKH: {
      path: (coin) => `m/44'/${coin}/0'/0/0`,
      address: (key, { p2pkh }) => toBase58check(concat(Uint8Array.of(p2pkh), hash160(key))),
    },
    // BIP-49: the hashed script is the key's P2WPKH program.
    P2SH: {
      path: (coin) => `m/49'/${coin}/0'/0/0`,
      address: (key, { p2sh }) => toBase58check(concat(Uint8Array.of(p2sh), hash160(witnessKeyProgram(key)))),
    },
    P2WPKH: {
      path: (coin) => `m/84'/${coin}/0'/0/0`,
      address: (key, network) => segwitAddress(network.bech32, 0, hash160(key)),
    },
    P2WSH: {
      path: (coin) => `m/48'/${coin}/0'/2'/0/0`,
      address: (key, network) => segwitAddress(network.bech32, 0, sha256(singleKeyScript(key))),
    },
    P2TR: {
      path: (coin) => `m/86'/${coin}/0'/0/0`,
      address: (key, network) => segwitAddress(network.bech32, 1, tweakTaprootPublicKey(key)),
    },
  }
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
