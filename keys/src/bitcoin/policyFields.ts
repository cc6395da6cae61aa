/** What policies see of a Bitcoin transaction as `bitcoin.tx`. */

import { OutScript } from '@scure/btc-signer'
import { Address } from '@scure/btc-signer/payment.js'
import { getPrevOut } from '@scure/btc-signer/transaction.js'
import { type BitcoinNetworkName, bitcoinNetworks } from '../address.ts'
import { toHex } from '../encoding.ts'
import type { Psbt } from './psbt.ts'

export interface BitcoinPolicyFields {
  readonly version: string
  readonly inputs: readonly { readonly tx_id: string; readonly vout: bigint; readonly sequence: bigint }[]
  readonly outputs: readonly BitcoinOutputFields[]
  readonly locktime: { readonly amount: bigint; readonly type: 'Seconds' | 'Blocks' }
  /**
   * In satoshi, by the amounts that the PSBT states: a SegWit v0 signature binds
   * no amount but that of its own input.
   * Absent when an input does not tell its amount.
   */
  readonly fee?: bigint
}

export interface BitcoinOutputFields {
  /** In satoshi. */
  readonly value: bigint
  /** Lower-case hexadecimal. */
  readonly script_pubkey: string
  /** Empty for scripts that have no address. */
  readonly address: string
  /** `P2PKH`, `P2SH`, `P2WPKH`, `P2WSH`, `P2TR`, or empty. */
  readonly address_type: string
}

/** @param network whose addresses the outputs are written in: a PSBT does not say */
export function bitcoinPolicyFields(
  psbt: Psbt,
  network: BitcoinNetworkName = 'MAINNET',
): BitcoinPolicyFields {
  const inputs = Array.from({ length: psbt.inputsLength }, (_, i) => psbt.getInput(i))
  const outputs = Array.from({ length: psbt.outputsLength }, (_, i) => psbt.getOutput(i))
  const fee = feeOf(psbt)
  return {
    version: String(psbt.version),
    inputs: inputs.map(({ txid, index, sequence }) => ({
      tx_id: toHex(txid!),
      vout: BigInt(index!),
      sequence: BigInt(sequence ?? FINAL_SEQUENCE),
    })),
    outputs: outputs.map(({ script, amount }) => ({
      value: amount!,
      script_pubkey: toHex(script!),
      ...addressFields(script!, network),
    })),
    locktime: {
      amount: BigInt(psbt.lockTime),
      type: psbt.lockTime < LOCKTIME_THRESHOLD ? 'Blocks' : 'Seconds',
    },
    ...(fee !== undefined && { fee }),
  }
}

/** Lock times below are block heights, from here on seconds since 1970 (BIP-65). */
const LOCKTIME_THRESHOLD = 500_000_000
/** BIP-174: an input without a sequence is final. */
const FINAL_SEQUENCE = 0xffffffff

/** The library's names of output scripts that have an address. */
const addressTypes: Readonly<Record<string, string>> = {
  pkh: 'P2PKH',
  sh: 'P2SH',
  wpkh: 'P2WPKH',
  wsh: 'P2WSH',
  tr: 'P2TR',
}

function addressFields(script: Uint8Array, network: BitcoinNetworkName) {
  const { p2pkh, p2sh, bech32 } = bitcoinNetworks[network]
  try {
    const decoded = OutScript.decode(script)
    const addressType = addressTypes[decoded.type]
    if (addressType) {
      const coder = Address({ bech32, pubKeyHash: p2pkh, scriptHash: p2sh, wif: 0 })
      return { address: coder.encode(decoded), address_type: addressType }
    }
  } catch {
    // A script that the library cannot decode has no address either.
  }
  return { address: '', address_type: '' }
}

function feeOf(psbt: Psbt): bigint | undefined {
  try {
    const spent = Array.from({ length: psbt.inputsLength }, (_, i) => getPrevOut(psbt.getInput(i)).amount)
    const paid = Array.from({ length: psbt.outputsLength }, (_, i) => psbt.getOutput(i).amount!)
    return sum(spent) - sum(paid)
  } catch {
    return undefined
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
