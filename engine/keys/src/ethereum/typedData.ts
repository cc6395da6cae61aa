/** EIP-712 typed data as payloads: the JSON that wallets know as `eth_signTypedData_v4`. */

import { hasLoneSurrogate, parseJsonObject } from '../encoding.ts'
import { KeysError } from '../errors.ts'
import { parseExactJson } from '../json.ts'
import { finishSteps } from '../steps.ts'
import { hashTypedData, type TypedData, type TypedDataField, TypedDataMismatch } from './hashTypedData.ts'

/**
 * Reads typed data. If `types.EIP712Domain` is omitted, it follows from the members of `domain`.
 * @throws KeysError `PAYLOAD_MALFORMED`
 */
export function parseTypedData(payload: string): TypedData {
  return orMalformed(() => {
    const { types, primaryType, domain, message: given } = readObject(payload)
    // EIP-712 of the domain itself has no message, and libraries leave it out.
    const message = given ?? (primaryType === 'EIP712Domain' ? {} : undefined)
    if (typeof primaryType !== 'string') throw new TypedDataMismatch('`primaryType` is not a text')
    if (!isObject(domain)) throw new TypedDataMismatch('`domain` is not an object')
    if (!isObject(message)) throw new TypedDataMismatch('`message` is not an object')
    const known = readTypes(types)
    for (const field of known['EIP712Domain'] ?? []) assertDomainField(field)
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

/** Policies see each member of a domain, so it can't have others. Some chains declare addresses and salts as texts. */
function assertDomainField({ name, type }: TypedDataField): void {
  const known = domainFields.find((field) => field.name === name)
  if (!known) throw new TypedDataMismatch(`EIP-712 knows no member \`${name.slice(0, 100)}\` of a domain`)
  const fits = name === 'chainId' ? /^u?int[0-9]*$/ : /^(string|address|bytes[0-9]*)$/
  if (!fits.test(type))
    throw new TypedDataMismatch(`\`${name}\` of a domain can't have type \`${type.slice(0, 100)}\``)
}

/** More than any protocol uses; bounds the work of one payload. */
const MAX_FIELDS = 1000

function domainTypeOf(domain: Record<string, unknown>): TypedDataField[] {
  return domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null)
}

function readTypes(types: unknown): Record<string, TypedDataField[]> {
  if (!isObject(types)) throw new TypedDataMismatch('`types` is not an object')
  let fields = 0
  for (const [name, members] of Object.entries(types)) {
    assertUnambiguous(name, TYPE_DELIMITER, 'type name')
    // A struct with the name of a basic type would have different hashes in different implementations.
    if (basicType.test(name))
      throw new TypedDataMismatch(`\`${name}\` is a basic type and cannot be a struct`)
    if (!Array.isArray(members)) throw new TypedDataMismatch(`type \`${name}\` is not a list of members`)
    fields += members.length
    if (fields > MAX_FIELDS) throw new TypedDataMismatch(`the types have more than ${MAX_FIELDS} members`)
    for (const member of members) assertField(member, name)
    if (new Set(members.map((field: TypedDataField) => field.name)).size < members.length) {
      throw new TypedDataMismatch(`type \`${name}\` names a member twice`)
    }
  }
  return types as Record<string, TypedDataField[]>
}

const basicType = /^(u?int[0-9]*|bytes[0-9]*|string|bool|address)$/

/**
 * EIP-712 joins names to `Name(type member,…)…`, so two lists of types could have one text if names contained these.
 * Other characters, such as a colon, are in use.
 */
const TYPE_DELIMITER = /[(),[\]\s]/
const MEMBER_DELIMITER = /[(),]/
const MAX_NAME = 256

function assertUnambiguous(name: string, delimiter: RegExp, what: string): void {
  const shown = `${what} \`${name.slice(0, 100)}\``
  const found = delimiter.exec(name)?.[0]
  if (found) throw new TypedDataMismatch(`${shown} contains \`${found}\`, which separates names`)
  if (name.length > MAX_NAME) throw new TypedDataMismatch(`${shown} has more than ${MAX_NAME} characters`)
  if (hasLoneSurrogate(name)) throw new TypedDataMismatch(`${what} has half of a surrogate pair`)
}

function assertField(field: unknown, type: string): void {
  const place = `a member of type \`${type}\``
  if (!isObject(field)) throw new TypedDataMismatch(`${place} is not an object`)
  for (const member of ['name', 'type'] as const) {
    if (typeof field[member] === 'string') continue
    throw new TypedDataMismatch(
      `${place} ${field[member] === undefined ? 'lacks' : 'has no text as'} \`${member}\``,
    )
  }
  const { name, type: own } = field as unknown as TypedDataField
  assertUnambiguous(name, MEMBER_DELIMITER, `in type \`${type}\`, member name`)
  if (own.length > MAX_NAME)
    throw new TypedDataMismatch(`${place} has a type of more than ${MAX_NAME} characters`)
}

function readObject(payload: string): Record<string, unknown> {
  try {
    return parseJsonObject(payload, 'payload', parseExactJson)
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
