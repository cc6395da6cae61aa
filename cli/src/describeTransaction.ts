/** Describes the unsigned transaction of an activity to the people who vote on it. */
import {
  bitcoinPolicyFields,
  type EthereumTransaction,
  isKeysError,
  parseEthereumTransaction,
  parseHex,
  parsePsbt,
  parseSolanaTransaction,
  solanaPolicyFields,
  toChecksumAddress,
  toHex,
} from '@keywright/keys'

const readers: Readonly<Record<string, (bytes: Uint8Array) => object>> = {
  TRANSACTION_TYPE_ETHEREUM: (bytes) => describeEthereum(parseEthereumTransaction(bytes)),
  TRANSACTION_TYPE_SOLANA: (bytes) => solanaPolicyFields(parseSolanaTransaction(bytes)),
  TRANSACTION_TYPE_BITCOIN: (bytes) => bitcoinPolicyFields(parsePsbt(bytes)),
}

/** @returns undefined if the parameters have no valid transaction */
export function describeTransaction(parameters: unknown): object | undefined {
  const { type, unsignedTransaction } = Object(parameters) as Record<string, unknown>
  if (typeof type !== 'string' || !Object.hasOwn(readers, type) || typeof unsignedTransaction !== 'string')
    return undefined
  try {
    return readers[type]!(parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true }))
  } catch (error) {
    if (isKeysError(error)) return undefined
    throw error
  }
}

function describeEthereum(transaction: EthereumTransaction) {
  const { kind, to, value, chainId, nonce, gas, gasPrice, maxFeePerGas, data } = transaction
  return {
    to: to ? toChecksumAddress(to) : 'a new contract',
    value: inEther(value),
    fee: `at most ${inEther(gas * (maxFeePerGas ?? gasPrice!))}${kind === 'TYPE_3' ? ', and fees for blobs' : ''}`,
    chain: chainId ?? 'every chain',
    nonce,
    data: `0x${toHex(data)}`,
  }
}

/** 10¹⁸ of the smallest unit, whatever the chain calls its coin. */
function inEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  return `${`${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '')} ether`
}
