/** The policies' view of an Ethereum transaction, `eth.tx`. */

import { toHex } from '../encoding.ts'
import { toChecksumAddress } from './ethereumAddress.ts'
import type { EthereumTransaction, EthereumTransactionKind } from './transaction.ts'

/** Members that a transaction type lacks are absent. */
export interface EthereumPolicyFields {
  readonly type: EthereumTransactionKind
  readonly from: string
  /** Empty for contract creation. */
  readonly to: string
  /** Lower-case hexadecimal with `0x`. */
  readonly data: string
  readonly value: bigint
  readonly gas: bigint
  /** For types 2 to 4, the maximum gas price, `max_fee_per_gas`. */
  readonly gas_price: bigint
  /** Absent if the transaction has no chain id: it is valid on every chain. */
  readonly chain_id?: bigint
  readonly nonce: bigint
  readonly max_fee_per_gas?: bigint
  readonly max_priority_fee_per_gas?: bigint
  readonly max_fee_per_blob_gas?: bigint
}

/** @param from the address of the signer */
export function ethereumPolicyFields(transaction: EthereumTransaction, from: string): EthereumPolicyFields {
  const { kind, chainId, to, data, gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } =
    transaction
  return {
    type: kind,
    from,
    to: to ? toChecksumAddress(to) : '',
    data: `0x${toHex(data)}`,
    value: transaction.value,
    gas: transaction.gas,
    gas_price: gasPrice ?? maxFeePerGas!,
    ...(chainId !== undefined && { chain_id: chainId }),
    nonce: transaction.nonce,
    ...(maxFeePerGas !== undefined && { max_fee_per_gas: maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { max_priority_fee_per_gas: maxPriorityFeePerGas }),
    ...(maxFeePerBlobGas !== undefined && { max_fee_per_blob_gas: maxFeePerBlobGas }),
  }
}
