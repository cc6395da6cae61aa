/** The policies' view of a Bitcoin transaction, `bitcoin.tx`. */

import { OutScript } from '@scure/btc-signer'
import { Address } from '@scure/btc-signer/payment.js'
import { type BitcoinNetworkName, bitcoinNetworks } from '../addressFormats.ts'
import { toHex } from '../encoding.ts'
import { finishSteps } from '../steps.ts'
import { leavesOf, type Psbt } from './psbt.ts'

export interface BitcoinPolicyFields {
  readonly version: string
  readonly inputs: readonly BitcoinInputFields[]
  readonly outputs: readonly BitcoinOutputFields[]
  readonly locktime: { readonly amount: bigint; readonly type: 'Seconds' | 'Blocks' }
  /**
   * In satoshi, computed from the full previous transaction of every input, whose hash the input contains. Absent if
   * one of them is missing: amounts and scripts stated in a PSBT are only the sender's claim, and a SegWit v0
   * signature covers only the amount of its own input.
   */
  readonly fee?: bigint
}

export interface BitcoinInputFields {
  readonly tx_id: string
  readonly vout: bigint
  readonly sequence: bigint
  /** The address that owns the spent output, or the empty string if its script has no address. Absent without the previous transaction. */
  readonly address?: string
  readonly address_type?: string
  /**
   * The taproot leaves that contain the signer's key and that its signatures for this input commit to, in lower-case
   * hexadecimal; empty for a signature by the key path. Absent without a signer.
   */
  readonly leaves?: readonly string[]
}

export interface BitcoinOutputFields {
  /** In satoshi. */
  readonly value: bigint
  /** Lower-case hexadecimal. */
  readonly script_pubkey: string
  /** Empty for scripts without an address. */
  readonly address: string
  /** `P2PKH`, `P2SH`, `P2WPKH`, `P2WSH`, `P2TR`, or empty. */
  readonly address_type: string
}

/**
 * @param network for the addresses of outputs, which a PSBT doesn't state
 * @param publicKey of the signer, 33 bytes
 */
export const bitcoinPolicyFields = (
  psbt: Psbt,
  network?: BitcoinNetworkName,
  publicKey?: Uint8Array,
): BitcoinPolicyFields => finishSteps(bitcoinPolicyFieldsInSteps(psbt, network, publicKey))

/** `bitcoinPolicyFields` with a step per input and output, because decoding a taproot script takes long. */
export function* bitcoinPolicyFieldsInSteps(
  { transaction, inputs, outputs, proven }: Psbt,
  network: BitcoinNetworkName = 'MAINNET',
  publicKey?: Uint8Array,
): Generator<void, BitcoinPolicyFields> {
  const inputFields: BitcoinInputFields[] = []
  for (const [n, input] of inputs.entries()) {
    const spent = proven[n]
    inputFields.push({
      tx_id: toHex(input.txid!),
      vout: BigInt(input.index!),
      sequence: BigInt(input.sequence ?? FINAL_SEQUENCE),
      ...(spent && addressFields(spent.script, network)),
      ...(publicKey && { leaves: leavesOf(input, publicKey).map(toHex) }),
    })
    yield
  }
  const outputFields: BitcoinOutputFields[] = []
  for (const { script, amount } of outputs) {
    const address = addressFields(script!, network)
    outputFields.push({ value: amount!, script_pubkey: toHex(script!), ...address })
    yield
  }
  const fee = feeOf(proven, outputFields)
  return {
    version: String(transaction.version),
    inputs: inputFields,
    outputs: outputFields,
    locktime: {
      amount: BigInt(transaction.lockTime),
      type: transaction.lockTime < LOCKTIME_THRESHOLD ? 'Blocks' : 'Seconds',
    },
    ...(fee !== undefined && { fee }),
  }
}

/** Smaller lock times are block heights, all others seconds since 1970 (BIP-65). */
const LOCKTIME_THRESHOLD = 500_000_000
/** BIP-174: an input without a sequence is final. */
const FINAL_SEQUENCE = 0xffffffff

/** The library's names of output scripts with an address. */
const addressTypes: Readonly<Record<string, string>> = {
  pkh: 'P2PKH',
  sh: 'P2SH',
  wpkh: 'P2WPKH',
  wsh: 'P2WSH',
  tr: 'P2TR',
}

export function addressFields(script: Uint8Array, network: BitcoinNetworkName = 'MAINNET') {
  const { p2pkh, p2sh, bech32 } = bitcoinNetworks[network]
  try {
    const decoded = OutScript.decode(script)
    const addressType = addressTypes[decoded.type]
    if (addressType) {
      const coder = Address({ bech32, pubKeyHash: p2pkh, scriptHash: p2sh, wif: 0 })
      return { address: coder.encode(decoded), address_type: addressType }
    }
  } catch {
    // A script that the library can't decode has no address either.
  }
  return { address: '', address_type: '' }
}

function feeOf(
  proven: readonly ({ readonly amount: bigint } | undefined)[],
  outputs: readonly BitcoinOutputFields[],
): bigint | undefined {
  const spent = proven.map((output) => output?.amount)
  if (!spent.every((amount) => amount !== undefined)) return undefined
  const paid = outputs.map(({ value }) => value)
  const fee = sum(spent) - sum(paid)
  // Networks reject a transaction that pays more than it spends, so it has no fee.
  return fee < 0n ? undefined : fee
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
