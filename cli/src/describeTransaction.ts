/** Describes the unsigned transaction of an activity to the people who vote on it. */
import type { ResponseOf } from '@keywright/contract'
import {
  bitcoinPolicyFields,
  type DecodedCall,
  decodeAbiCall,
  decodeIdlCall,
  type EthereumTransaction,
  isKeysError,
  parseAbi,
  parseEthereumTransaction,
  parseHex,
  parseIdl,
  parsePsbt,
  parseSolanaTransaction,
  solanaPolicyFields,
  toChecksumAddress,
  toHex,
} from '@keywright/keys'

/** As `list_smart_contract_interfaces` returns them. */
export type Interfaces = ResponseOf<'list_smart_contract_interfaces'>['smartContractInterfaces']

const readers: Readonly<Record<string, (bytes: Uint8Array, interfaces: Interfaces) => object>> = {
  TRANSACTION_TYPE_ETHEREUM: (bytes, interfaces) =>
    describeEthereum(parseEthereumTransaction(bytes), interfaces),
  TRANSACTION_TYPE_SOLANA: describeSolana,
  TRANSACTION_TYPE_BITCOIN: (bytes) => bitcoinPolicyFields(parsePsbt(bytes)),
}

/**
 * Calls that an interface describes have a `call` with function and arguments, in the units of the contract: no
 * interface says how many decimals a token has.
 * @returns undefined if the parameters have no valid transaction
 */
export function describeTransaction(parameters: unknown, interfaces: Interfaces = []): object | undefined {
  const { type, unsignedTransaction } = Object(parameters) as Record<string, unknown>
  if (typeof type !== 'string' || !Object.hasOwn(readers, type) || typeof unsignedTransaction !== 'string')
    return undefined
  try {
    return readers[type]!(parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true }), interfaces)
  } catch (error) {
    if (isKeysError(error)) return undefined
    throw error
  }
}

function describeEthereum(transaction: EthereumTransaction, interfaces: Interfaces) {
  const { kind, to, value, chainId, nonce, gas, gasPrice, maxFeePerGas, data } = transaction
  const recipient = to ? `0x${toHex(to)}` : undefined
  const found = interfaces.find(
    ({ type, smartContractAddress }) =>
      type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' && smartContractAddress.toLowerCase() === recipient,
  )
  return {
    to: to ? toChecksumAddress(to) : 'a new contract',
    value: inEther(value),
    fee: `at most ${inEther(gas * (maxFeePerGas ?? gasPrice!))}${kind === 'TYPE_3' ? ', and fees for blobs' : ''}`,
    chain: chainId ?? 'every chain',
    nonce,
    ...(found && { call: callOf(found, decodeAbiCall(parseAbi(found.smartContractInterface), data)) }),
    data: `0x${toHex(data)}`,
  }
}

function describeSolana(bytes: Uint8Array, interfaces: Interfaces) {
  const fields = solanaPolicyFields(parseSolanaTransaction(bytes))
  const instructions = fields.instructions.map((instruction) => {
    const found = interfaces.find(
      ({ type, smartContractAddress }) =>
        type === 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' && smartContractAddress === instruction.program_key,
    )
    if (!found) return instruction
    const data = parseHex(instruction.instruction_data_hex, 'instruction data')
    return {
      ...instruction,
      call: callOf(found, decodeIdlCall(parseIdl(found.smartContractInterface), data)),
    }
  })
  return { ...fields, instructions }
}

/** The label, because it names the contract in the words of the organization. */
function callOf({ label }: Interfaces[number], decoded: DecodedCall | string) {
  if (typeof decoded !== 'string') return { contract: label, function: decoded.name, arguments: decoded.args }
  const warning =
    decoded === 'CALL_MALFORMED'
      ? 'malformed: this is not the standard encoding of its arguments, so a contract may read others'
      : 'the interface has no such function'
  return { contract: label, warning }
}

/** 10¹⁸ of the smallest unit, whatever the chain calls its coin. */
function inEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  return `${`${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '')} ether`
}
