/** Address formats: their curves, networks and default paths. `address.ts` encodes addresses. */
import { assertCurve, type Curve } from './curve.ts'
import { KeysError } from './errors.ts'

/** Version bytes, prefix and coin type of each network. */
export const bitcoinNetworks = {
  MAINNET: { p2pkh: 0x00, p2sh: 0x05, bech32: 'bc', coin: "0'" },
  TESTNET: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'tb', coin: "1'" },
  SIGNET: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'tb', coin: "1'" },
  REGTEST: { p2pkh: 0x6f, p2sh: 0xc4, bech32: 'bcrt', coin: "1'" },
} as const

export type BitcoinNetworkName = keyof typeof bitcoinNetworks
export type BitcoinNetwork = (typeof bitcoinNetworks)[BitcoinNetworkName]
export type BitcoinScript = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR'
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

type Paths = Partial<Record<Curve, string>>

const formats: Readonly<Record<AddressFormat, Paths>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: { CURVE_SECP256K1: "m/0'/0" },
  ADDRESS_FORMAT_COMPRESSED: { CURVE_SECP256K1: "m/0'/0", CURVE_ED25519: "m/0'/0'" },
  ADDRESS_FORMAT_ETHEREUM: { CURVE_SECP256K1: "m/44'/60'/0'/0/0" },
  ADDRESS_FORMAT_SOLANA: { CURVE_ED25519: "m/44'/501'/0'/0'" },
  ADDRESS_FORMAT_COSMOS: { CURVE_SECP256K1: "m/44'/118'/0'/0/0" },
  ADDRESS_FORMAT_TRON: { CURVE_SECP256K1: "m/44'/195'/0'/0/0" },
  ADDRESS_FORMAT_SUI: { CURVE_ED25519: "m/44'/784'/0'/0'/0'" },
  ADDRESS_FORMAT_APTOS: { CURVE_ED25519: "m/44'/637'/0'/0'/0'" },
  ...bitcoinPaths(),
}

export const addressFormats = Object.keys(formats) as AddressFormat[]

/** Whether keys on `curve` have an address of this format. */
export const formatFitsCurve = (format: AddressFormat, curve: Curve): boolean =>
  pathsOf(format)[curve] !== undefined

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
  return pathsOf(format)[curve]!
}

/** The default curve of a format; secp256k1 for compressed keys, which both curves have. */
export const defaultCurveOf = (format: AddressFormat): Curve =>
  formatFitsCurve(format, 'CURVE_SECP256K1') ? 'CURVE_SECP256K1' : 'CURVE_ED25519'

export const isAddressFormat = (format: unknown): format is AddressFormat =>
  typeof format === 'string' && Object.hasOwn(formats, format)

export const bitcoinNetworkOf = (format: AddressFormat): BitcoinNetworkName | undefined =>
  (Object.keys(bitcoinNetworks) as BitcoinNetworkName[]).find((name) => format.includes(`_BITCOIN_${name}_`))

/** Whether signatures for this address format are Schnorr signatures by the tweaked key (BIP-341). */
export const isTaprootFormat = (format: AddressFormat): boolean => format.endsWith('_P2TR')

function pathsOf(format: AddressFormat): Paths {
  if (!isAddressFormat(format)) throw new KeysError('ADDRESS_FORMAT_UNKNOWN', { format: String(format) })
  return formats[format]
}

function bitcoinPaths(): Record<BitcoinAddressFormat, Paths> {
  const paths: Record<BitcoinScript, (coin: string) => string> = {
    P2PKH: (coin) => `m/44'/${coin}/0'/0/0`,
    P2SH: (coin) => `m/49'/${coin}/0'/0/0`,
    P2WPKH: (coin) => `m/84'/${coin}/0'/0/0`,
    P2WSH: (coin) => `m/48'/${coin}/0'/2'/0/0`,
    P2TR: (coin) => `m/86'/${coin}/0'/0/0`,
  }
  return Object.fromEntries(
    Object.entries(bitcoinNetworks).flatMap(([name, { coin }]) =>
      Object.entries(paths).map(([script, pathOf]) => [
        `ADDRESS_FORMAT_BITCOIN_${name}_${script}`,
        { CURVE_SECP256K1: pathOf(coin) },
      ]),
    ),
  ) as Record<BitcoinAddressFormat, Paths>
}
