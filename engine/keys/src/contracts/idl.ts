/** Anchor IDLs: JSON text → the instructions of a Solana program. Reads the forms before and since Anchor 0.30. */
import { toHex, toUtf8 } from '../encoding.ts'
import { sha256 } from '../hash.ts'
import { isIdentifier } from './callValue.ts'
import {
  INTERFACE_BOUNDS,
  InterfaceError,
  type JsonObject,
  listAt,
  objectAt,
  parseInterfaceJson,
  shown,
} from './interfaceError.ts'

/** A type in Borsh. `least` is the smallest number of bytes of a value. */
export type IdlType = { readonly least: number } & (
  | { readonly kind: 'integer'; readonly bytes: number; readonly isSigned: boolean }
  | { readonly kind: 'float'; readonly bytes: number }
  | { readonly kind: 'bool' | 'string' | 'bytes' | 'publicKey' }
  | { readonly kind: 'list'; readonly of: IdlType; readonly length: number | undefined }
  | { readonly kind: 'option'; readonly of: IdlType }
  | { readonly kind: 'struct'; readonly fields: readonly IdlField[] }
  | { readonly kind: 'enum'; readonly variants: readonly IdlVariant[] }
)

export interface IdlField {
  /** Empty if it has none. */
  readonly name: string
  readonly type: IdlType
}

export interface IdlVariant {
  readonly name: string
  readonly fields: readonly IdlField[]
}

export interface IdlInstruction {
  readonly name: string
  /** Lower-case hexadecimal. */
  readonly discriminator: string
  /** In order; accounts of a group are `group.account`. */
  readonly accounts: readonly string[]
  readonly args: readonly IdlField[]
}

export interface SolanaInterface {
  readonly kind: 'solana'
  readonly instructions: readonly IdlInstruction[]
  readonly byDiscriminator: ReadonlyMap<string, IdlInstruction>
}

/** Bytes of a discriminator at most. */
export const LONGEST_DISCRIMINATOR = 32
/** Elements of an array type: as many as a transaction could have. */
const MAX_LENGTH = 4_096

/** Reads an IDL. @throws InterfaceError with the path of the first fault */
export function parseIdl(text: string): SolanaInterface {
  const idl = objectAt(parseInterfaceJson(text), '$')
  if (!Array.isArray(idl['instructions']))
    throw new InterfaceError('instructions', 'an IDL has a list of instructions')
  if (!Array.isArray(idl['types']))
    throw new InterfaceError('types', 'an IDL has a list of types, which may be empty')
  const types = new Types(listAt(idl['types'], 'types', INTERFACE_BOUNDS))
  const instructions: IdlInstruction[] = []
  for (const [n, value] of listAt(idl['instructions'], 'instructions', INTERFACE_BOUNDS).entries()) {
    const path = `instructions[${n}]`
    instructions.push(instructionOf(objectAt(value, path), path, types))
  }
  assertDistinct(instructions)
  const byDiscriminator = new Map(instructions.map((each) => [each.discriminator, each]))
  return { kind: 'solana', instructions, byDiscriminator }
}

/** No discriminator begins another one. In alphabetical order, such a pair are neighbors. */
function assertDistinct(instructions: readonly IdlInstruction[]): void {
  const sorted = [...instructions.entries()].sort(([, a], [, b]) =>
    a.discriminator < b.discriminator ? -1 : 1,
  )
  for (const [i, [n, { name, discriminator }]] of sorted.entries()) {
    const [m, before] = sorted[i - 1] ?? []
    if (!before || !discriminator.startsWith(before.discriminator)) continue
    const path = `instructions[${Math.max(n, m!)}]`
    throw new InterfaceError(path, `\`${before.name}\` and \`${name}\` begin with the same bytes`)
  }
}

function instructionOf(entry: JsonObject, path: string, types: Types): IdlInstruction {
  const name = nameAt(entry['name'], `${path}.name`)
  const accounts = accountsOf(entry['accounts'], `${path}.accounts`, 1)
  const seen = new Set<string>()
  const twice = accounts.find((account) => seen.size === seen.add(account).size)
  if (twice !== undefined) throw new InterfaceError(`${path}.accounts`, `${shown(twice)} is used twice`)
  return {
    name,
    discriminator: discriminatorOf(entry['discriminator'], name, `${path}.discriminator`),
    accounts,
    args: types.fields(entry['args'], `${path}.args`, 1),
  }
}

/** Anchor: the first eight bytes of SHA-256 of `global:` and the name in snake case. */
function discriminatorOf(value: unknown, name: string, path: string): string {
  if (value === undefined || value === null)
    return toHex(sha256(toUtf8(`global:${snakeCase(name)}`)).slice(0, 8))
  const bytes = listAt(value, path, { entries: LONGEST_DISCRIMINATOR, depth: 1 })
  const areBytes = bytes.every(
    (byte) => Number.isInteger(byte) && (byte as number) >= 0 && (byte as number) < 256,
  )
  if (bytes.length === 0 || !areBytes)
    throw new InterfaceError(path, 'a discriminator is a list of 1 to 32 bytes')
  return toHex(Uint8Array.from(bytes as number[]))
}

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

function accountsOf(value: unknown, path: string, depth: number): string[] {
  if (depth > INTERFACE_BOUNDS.depth) throw tooDeep(path)
  return listAt(value, path, INTERFACE_BOUNDS).flatMap((item, n) => {
    const account = objectAt(item, `${path}[${n}]`)
    const name = nameAt(account['name'], `${path}[${n}].name`)
    if (account['accounts'] === undefined) return name
    return accountsOf(account['accounts'], `${path}[${n}].accounts`, depth + 1).map(
      (inner) => `${name}.${inner}`,
    )
  })
}

function nameAt(value: unknown, path: string): string {
  if (isIdentifier(value)) return value
  throw new InterfaceError(path, `${shown(value)} is not a name`)
}

const tooDeep = (path: string) =>
  new InterfaceError(path, `the type is nested deeper than ${INTERFACE_BOUNDS.depth} levels, or recursive`)

const INTEGER = /^([ui])(8|16|32|64|128|256)$/

class Types {
  readonly #definitions = new Map<string, { readonly value: JsonObject; readonly path: string }>()
  readonly #known = new Map<string, { readonly type: IdlType; readonly levels: number }>()
  readonly #open = new Set<string>()
  /** Of the types that were read since the outermost definition began. */
  #deepest = 0

  constructor(definitions: readonly unknown[]) {
    for (const [n, item] of definitions.entries()) {
      const path = `types[${n}]`
      const definition = objectAt(item, path)
      const name = nameAt(definition['name'], `${path}.name`)
      if (this.#definitions.has(name))
        throw new InterfaceError(`${path}.name`, `${shown(name)} is used twice`)
      this.#definitions.set(name, {
        value: objectAt(definition['type'], `${path}.type`),
        path: `${path}.type`,
      })
    }
    for (const name of this.#definitions.keys()) this.#defined(name, 'types', 1)
  }

  /** Named fields, or the types of fields without names. */
  fields(value: unknown, path: string, depth: number): IdlField[] {
    const names = new Set<string>()
    return listAt(value, path, INTERFACE_BOUNDS).map((item, n) => {
      const at = `${path}[${n}]`
      const isNamed = typeof item === 'object' && item !== null && 'name' in item && 'type' in item
      if (!isNamed) return { name: '', type: this.#type(item, at, depth) }
      const name = nameAt(item.name, `${at}.name`)
      if (names.has(name)) throw new InterfaceError(`${at}.name`, `${shown(name)} is used twice`)
      names.add(name)
      return { name, type: this.#type(item.type, `${at}.type`, depth) }
    })
  }

  #type(value: unknown, path: string, depth: number): IdlType {
    this.#reach(depth, path)
    if (typeof value === 'string') {
      const found = elementary(value)
      if (found) return found
      throw new InterfaceError(path, `${shown(value)} is not a type`)
    }
    const type = objectAt(value, path)
    if (type['vec'] !== undefined) return this.#list(type['vec'], undefined, `${path}.vec`, depth)
    if (type['option'] !== undefined) {
      return { kind: 'option', of: this.#type(type['option'], `${path}.option`, depth + 1), least: 1 }
    }
    if (Array.isArray(type['array']) && type['array'].length === 2) {
      const [of, length] = type['array'] as [unknown, unknown]
      return this.#list(of, length, `${path}.array`, depth)
    }
    const { defined } = type
    const name = typeof defined === 'string' ? defined : (defined as JsonObject | undefined)?.['name']
    const generics = (defined as JsonObject | undefined)?.['generics']
    if (typeof name === 'string' && generics === undefined) return this.#defined(name, path, depth)
    throw new InterfaceError(path, `${shown(value)} is not a type`)
  }

  #list(item: unknown, length: unknown, path: string, depth: number): IdlType {
    const of = this.#type(item, path, depth + 1)
    if (of.least === 0) throw new InterfaceError(path, 'the elements of a list take bytes')
    if (length === undefined) return { kind: 'list', of, length, least: 4 }
    const isLength =
      Number.isInteger(length) && (length as number) > 0 && (length as number) * of.least <= MAX_LENGTH
    if (!isLength)
      throw new InterfaceError(path, `${shown(length)} is not a length that a transaction could have`)
    return { kind: 'list', of, length: length as number, least: (length as number) * of.least }
  }

  #defined(name: string, from: string, depth: number): IdlType {
    const known = this.#known.get(name)
    if (known) {
      this.#reach(depth + known.levels, from)
      return known.type
    }
    const definition = this.#definitions.get(name)
    if (!definition) throw new InterfaceError(from, `the type ${shown(name)} is not defined`)
    if (this.#open.has(name)) throw new InterfaceError(from, `the type ${shown(name)} is recursive`)
    this.#open.add(name)
    const { value, path } = definition
    const before = this.#deepest
    this.#deepest = depth
    const type = this.#definition(value, path, depth + 1)
    this.#open.delete(name)
    this.#known.set(name, { type, levels: this.#deepest - depth })
    this.#deepest = Math.max(before, this.#deepest)
    return type
  }

  #reach(depth: number, path: string): void {
    if (depth > INTERFACE_BOUNDS.depth) throw tooDeep(path)
    this.#deepest = Math.max(this.#deepest, depth)
  }

  #definition(value: JsonObject, path: string, depth: number): IdlType {
    switch (value['kind']) {
      case 'struct': {
        const fields = this.fields(value['fields'], `${path}.fields`, depth)
        return { kind: 'struct', fields, least: leastOf(fields) }
      }
      case 'enum': {
        const variants = listAt(value['variants'], `${path}.variants`, { entries: 256, depth: 1 }).map(
          (item, n) => {
            const at = `${path}.variants[${n}]`
            const variant = objectAt(item, at)
            return {
              name: nameAt(variant['name'], `${at}.name`),
              fields: this.fields(variant['fields'], `${at}.fields`, depth),
            }
          },
        )
        return { kind: 'enum', variants, least: 1 }
      }
      case 'alias':
        return this.#type(value['value'], `${path}.value`, depth)
      case 'type':
        return this.#type(value['alias'], `${path}.alias`, depth)
      default:
        throw new InterfaceError(`${path}.kind`, `${shown(value['kind'])} is not a kind of type`)
    }
  }
}

const leastOf = (fields: readonly IdlField[]): number => fields.reduce((sum, { type }) => sum + type.least, 0)

function elementary(name: string): IdlType | undefined {
  const [, sign, bits] = INTEGER.exec(name) ?? []
  if (bits !== undefined) {
    const bytes = Number(bits) / 8
    return { kind: 'integer', bytes, isSigned: sign === 'i', least: bytes }
  }
  switch (name) {
    case 'bool':
      return { kind: 'bool', least: 1 }
    case 'f32':
      return { kind: 'float', bytes: 4, least: 4 }
    case 'f64':
      return { kind: 'float', bytes: 8, least: 8 }
    case 'string':
    case 'bytes':
      return { kind: name, least: 4 }
    case 'publicKey':
    case 'pubkey':
      return { kind: 'publicKey', least: 32 }
    default:
      return undefined
  }
}
