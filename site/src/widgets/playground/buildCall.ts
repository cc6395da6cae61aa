/** Reads ABIs and encodes calls, as the engine does. Loaded with the first call, because the code is large. */
import {
  type AbiType,
  type CallTuple,
  type CallValue,
  decodeAbiCall,
  encodeAbiCall,
  InterfaceError,
  parseAbi,
  parseHex,
  wellKnownInterfaces,
} from '@keywright/keys'
import { type EthereumTransactionFacts, parseExactJson } from '@keywright/policy'

type AbiFunction = Parameters<typeof encodeAbiCall>[0]

export type { AbiFunction }

export interface BuiltCall
  extends Pick<
    EthereumTransactionFacts,
    'data' | 'function_name' | 'function_signature' | 'contract_call_args'
  > {}

/** ABIs by name, as JSON text. */
export const knownAbis: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(wellKnownInterfaces)
    .filter(([, { type }]) => type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM')
    .map(([name, { smartContractInterface }]) => [name, smartContractInterface]),
)

/** @throws InterfaceError with the path of the first fault */
export const functionsOf = (abi: string): readonly AbiFunction[] => [...parseAbi(abi).functions.values()]

/**
 * The facts of a call.
 * @param typed the arguments in order: texts, addresses and bytes as they are, other values as JSON
 * @throws InterfaceError with the name of an argument that doesn't fit its type
 */
export function buildCall(called: AbiFunction, typed: readonly string[]): BuiltCall {
  const args = tupleOf(
    called.inputs,
    called.inputs.map(({ name, type }, n) => valueOfText(name || String(n), type, typed[n] ?? '')),
  )
  const data = encodeAbiCall(called, args)
  const functions = new Map([[called.selector, called]])
  const decoded = decodeAbiCall({ kind: 'ethereum', functions }, parseHex(data.slice(2), 'call data'))
  if (typeof decoded === 'string') throw new Error(`the call could not be decoded: ${decoded}`)
  return {
    data,
    function_name: decoded.name,
    function_signature: decoded.selector,
    contract_call_args: decoded.args,
  }
}

function valueOfText(name: string, type: AbiType, text: string): CallValue {
  if (['string', 'address', 'bytes', 'fixedBytes'].includes(type.kind)) return text
  try {
    return withNames(type, parseExactJson(text) as CallValue)
  } catch {
    throw new InterfaceError(name, `this is not JSON of type ${type.text}`)
  }
}

/** Tuples may be lists of their members. */
function withNames(type: AbiType, value: CallValue): CallValue {
  if (!Array.isArray(value)) return value
  if (type.kind === 'list') return value.map((item) => withNames(type.of, item as CallValue))
  if (type.kind !== 'tuple') return value
  return tupleOf(
    type.members,
    value.map((item, n) => {
      const member = type.members[n]
      return member ? withNames(member.type, item as CallValue) : (item as CallValue)
    }),
  )
}

const tupleOf = (members: readonly { readonly name: string }[], values: readonly CallValue[]): CallTuple =>
  Object.fromEntries(values.map((value, n) => [members[n]?.name || String(n), value]))
