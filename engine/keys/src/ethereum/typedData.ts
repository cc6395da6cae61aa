/** EIP-712 typed data as payloads: the JSON that wallets know as `eth_signTypedData_v4`. */

import { parseJsonObject } from '../encoding.ts'
import { KeysError } from '../errors.ts'
import { finishSteps } from '../steps.ts'
import { hashTypedData, type TypedData, type TypedDataField, TypedDataMismatch } from './hashTypedData.ts'

/**
 * Reads typed data. If `types.EIP712Domain` is omitted, it follows from the members of `domain`.
 * @throws KeysError `PAYLOAD_MALFORMED`
 */
export function parseTypedData(payload: string): TypedData {
  return orMalformed(() => {
    const { types, primaryType, domain, message } = readObject(payload)
    if (typeof primaryType !== 'string') throw new TypedDataMismatch('`primaryType` is not a text')
    if (!isObject(domain)) throw new TypedDataMismatch('`domain` is not an object')
    if (!isObject(message)) throw new TypedDataMismatch('`message` is not an object')
    const known = readTypes(types)
    return { types: { EIP712Domain: domainTypeOf(domain), ...known }, primaryType, domain, message }
  })
}

/**
 * The 32-byte digest to sign: Keccak-256(0x1901 ‖ domain separator ‖ hash of the message).
 * @throws KeysError `PAYLOAD_MALFORMED` with the member that doesn't fit its type
 */
export const typedDataDigest = (data: TypedData): Uint8Array => finishSteps(typedDataDigestInSteps(data))

/** `typedDataDigest` in steps. Throws the same errors. */
export function* typedDataDigestInSteps(data: TypedData): Generator<void, Uint8Array> {
  try {
    return yield* hashTypedData(data)
  } catch (error) {
    throw malformed(error)
  }
}

/** EIP-712 §Definition of domainSeparator: the possible members of a domain, in this order. */
const domainFields: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** More than any protocol uses; bounds the work of one payload. */
const MAX_FIELDS = 1000

function domainTypeOf(domain: Record<string, unknown>): TypedDataField[] {
  return domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null)
}

function readTypes(types: unknown): Record<string, TypedDataField[]> {
  if (!isObject(types)) throw new TypedDataMismatch('`types` is not an object')
  let fields = 0
  for (const [name, members] of Object.entries(types)) {
    if (!identifier.test(name)) throw new TypedDataMismatch('a type name is not an identifier')
    // A struct with the name of a basic type would have different hashes in different implementations.
    if (basicType.test(name))
      throw new TypedDataMismatch(`\`${name}\` is a basic type and cannot be a struct`)
    if (!Array.isArray(members)) throw new TypedDataMismatch(`type \`${name}\` is not a list of members`)
    fields += members.length
    if (fields > MAX_FIELDS) throw new TypedDataMismatch(`the types have more than ${MAX_FIELDS} members`)
    if (!members.every(isField)) {
      throw new TypedDataMismatch(`a member of type \`${name}\` lacks \`name\` or \`type\``)
    }
    if (new Set(members.map((field: TypedDataField) => field.name)).size < members.length) {
      throw new TypedDataMismatch(`type \`${name}\` names a member twice`)
    }
  }
  return types as Record<string, TypedDataField[]>
}

const basicType = /^(u?int[0-9]*|bytes[0-9]*|string|bool|address|function)$/
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]{0,127}$/

const isField = (field: unknown): field is TypedDataField =>
  isObject(field) &&
  typeof field['name'] === 'string' &&
  identifier.test(field['name']) &&
  typeof field['type'] === 'string' &&
  field['type'].length <= 256

function readObject(payload: string): Record<string, unknown> {
  try {
    return parseJsonObject(payload, 'payload')
  } catch {
    throw new TypedDataMismatch('it is not a JSON object')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function orMalformed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw malformed(error)
  }
}

function malformed(error: unknown): unknown {
  if (!(error instanceof TypedDataMismatch)) return error
  return new KeysError('PAYLOAD_MALFORMED', { encoding: 'PAYLOAD_ENCODING_EIP712', reason: error.message })
}
