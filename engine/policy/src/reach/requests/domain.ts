/** The values to try for one place: those that policies name, their neighbors, another value, and no value. */
import type { FactValue } from '../../facts.ts'
import { parseType, type TextFormat } from '../../type.ts'
import { type FieldEntry, type StructEntry, VOCABULARY } from '../../vocabulary.ts'
import type { Literals, Mentioned, TextPart } from './literals.ts'

/** A value for a place; undefined omits it. */
export type Choice = FactValue | undefined

/** Upper bound of values per place. */
const MOST_CHOICES = 96
/** Upper bounds of list elements, and of pairs of different elements. */
const MOST_ELEMENTS = 24
const MOST_PAIRS = 60

const structs = new Map(VOCABULARY.structs.map((entry) => [entry.name, entry]))

export const structNamed = (name: string): StructEntry => structs.get(name)!

/** Members that an object of a request may lack: see "members that an object lacks" in this package's README. */
const MAY_BE_ABSENT = new Set([
  'EthereumTransaction.chain_id',
  'EthereumTransaction.max_fee_per_gas',
  'EthereumTransaction.max_priority_fee_per_gas',
  'EthereumTransaction.max_fee_per_blob_gas',
  'Eip712Domain.name',
  'Eip712Domain.version',
  'Eip712Domain.verifying_contract',
  'Eip712Domain.chain_id',
  'Eip712Domain.salt',
  'Eip7702Authorization.chain_id',
  'BitcoinTransaction.fee',
  'BitcoinInput.address',
  'BitcoinInput.address_type',
  'Transfer.to',
  'Transfer.amount',
  'SPLTransfer.to',
  'SPLTransfer.owner',
  'SPLTransfer.token_mint',
  'SPLTransfer.amount',
  'SPLTransfer.signers',
])

/** Omitted unless a policy reads it, because most requests don't have it. */
const USUALLY_ABSENT = new Set(['EthereumTransaction.max_fee_per_blob_gas'])

/** A text that no policy is likely to name, by format. */
const OTHERS: Readonly<Record<TextFormat, string>> = {
  address: '0x00000000000000000000000000000000000a11ce',
  'ethereum-address': '0x00000000000000000000000000000000000a11ce',
  'solana-address': 'So11111111111111111111111111111111111111112',
  'bitcoin-address': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'public-key': '020000000000000000000000000000000000000000000000000000000000000001',
  email: 'another@example.com',
  hex: '00',
  'prefixed-hex': '0x',
}

export const otherText = (format: TextFormat | undefined): string => (format ? OTHERS[format] : 'another')

/** The value of a field that policies don't read. */
export function usualValue(struct: string, field: FieldEntry): Choice {
  if (USUALLY_ABSENT.has(`${struct}.${field.name}`)) return undefined
  if (struct === 'EthereumTransaction' && field.name === 'type') return 'TYPE_2'
  return usualOf(field.type, field)
}

function usualOf(type: string, field?: FieldEntry): Choice {
  const parsed = parseType(type)
  switch (parsed.kind) {
    case 'bool':
      return false
    case 'int':
    case 'uint':
      return 1n
    case 'string':
      return field?.values?.[0] ?? otherText(field?.format)
    case 'list':
      return []
    case 'struct':
      return usualStruct(parsed.name)
    default:
      return {}
  }
}

/** An object of the vocabulary with a usual value in each field. */
export function usualStruct(name: string): { [key: string]: FactValue } {
  const members = structNamed(name).fields.flatMap((field) => {
    const value = usualValue(name, field)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(members)
}

/** All values to try for a field, starting with the usual one. */
export function choicesOf(struct: string, field: FieldEntry, path: string, literals: Literals): Choice[] {
  const usual = usualValue(struct, field)
  const choices = [usual, ...valuesFor(field.type, path, literals, field)]
  if (MAY_BE_ABSENT.has(`${struct}.${field.name}`)) choices.push(undefined)
  return distinct(choices).slice(0, MOST_CHOICES)
}

/** All values to try for an entry of a map, whose type is known only from its comparisons. */
export function choicesOfEntry(path: string, literals: Literals): Choice[] {
  const { values } = literals.get(path) ?? { values: [] }
  const found: Choice[] = [undefined]
  for (const value of values) found.push(...around(value))
  return distinct(found).slice(0, MOST_CHOICES)
}

function valuesFor(type: string, path: string, literals: Literals, field?: FieldEntry): Choice[] {
  const mentioned = literals.get(path)
  const parsed = parseType(type)
  switch (parsed.kind) {
    case 'bool':
      return [true, false]
    case 'int':
    case 'uint':
      return [...named(mentioned, 'bigint').flatMap(around), 0n, 1n]
    case 'string':
      return texts(mentioned, field)
    case 'list':
      return listsOf(typeOfElement(type), path, literals, mentioned, field)
    case 'struct':
      return structsOf(parsed.name, path, literals)
    default:
      return []
  }
}

const typeOfElement = (list: string): string => /^list<(.+)>$/.exec(list)![1]!

function named<K extends 'bigint' | 'string'>(mentioned: Mentioned | undefined, kind: K) {
  type Named = K extends 'bigint' ? bigint : string
  return [...(mentioned?.values ?? [])].filter(
    (value): value is Named & typeof value => typeof value === kind,
  )
}

function around(value: string | bigint | boolean): Choice[] {
  if (typeof value === 'bigint') return [value, value + 1n, ...(value > 0n ? [value - 1n] : [])]
  return typeof value === 'boolean' ? [value, !value] : [value, 'another']
}

function texts(mentioned: Mentioned | undefined, field: FieldEntry | undefined): string[] {
  if (field?.values) return [...field.values]
  const other = otherText(field?.format)
  const whole = named(mentioned, 'string')
  return [...whole, ...assembled(mentioned?.parts ?? [], field?.format), other, '']
}

function assembled(parts: readonly TextPart[], format: TextFormat | undefined): string[] {
  const byPlace = new Map<number, Set<string>>()
  for (const { from, text } of parts) {
    if (!byPlace.has(from)) byPlace.set(from, new Set())
    byPlace.get(from)!.add(text)
  }
  let combined: TextPart[][] = [[]]
  for (const [from, options] of byPlace) {
    // Each of the parts in its place, and another one.
    const parts = [...options, otherPart(from, options, format)].map((text) => ({ from, text }))
    combined = combined.flatMap((chosen) => parts.map((part) => [...chosen, part])).slice(0, MOST_CHOICES)
  }
  if (byPlace.size === 0) return []
  return combined.map((chosen) => {
    const length = Math.max(...chosen.map(({ from, text }) => from + text.length))
    const start = format === 'prefixed-hex' ? '0x' : ''
    let text = start.padEnd(length, '0')
    for (const part of chosen)
      text = text.slice(0, part.from) + part.text + text.slice(part.from + part.text.length)
    const isHalfByte = format === 'prefixed-hex' && text.length % 2 === 1
    return isHalfByte ? `${text}0` : text
  })
}

/** A part of the same length as the named ones that differs from all of them. */
function otherPart(from: number, named: ReadonlySet<string>, format: TextFormat | undefined): string {
  const [{ length }] = [...named] as [string]
  const start = format === 'prefixed-hex' ? '0x'.slice(from).slice(0, length) : ''
  const digits = [...'0123456789abcdef'].map((digit) => start.padEnd(length, digit))
  return digits.find((text) => !named.has(text)) ?? digits[0]!
}

function listsOf(
  type: string,
  path: string,
  literals: Literals,
  mentioned: Mentioned | undefined,
  field: FieldEntry | undefined,
): Choice[] {
  const elements = distinct(valuesFor(type, `${path}[]`, literals, field))
    .filter((element) => element !== undefined && element !== '')
    .slice(0, MOST_ELEMENTS) as FactValue[]

  const pairs = elements
    .flatMap((first, at) => elements.map((second, to) => ({ list: [first, second], turn: at + to })))
    .sort((one, other) => one.turn - other.turn)
    .slice(0, MOST_PAIRS)
    .map(({ list }) => list as [FactValue, FactValue])
  const many = (length: number, element: FactValue) => Array<FactValue>(length).fill(element)
  const lengths = [...(mentioned?.lengths ?? [])].filter((length) => length > 1)
  return [
    [],
    ...inTurns<FactValue[]>([
      elements.map((element) => [element]),
      pairs,
      ...lengths.map((length) => elements.map((element) => many(length, element))),
      // A number of equal elements, followed by a different one.
      ...lengths.map((length) =>
        pairs.filter(([one, other]) => one !== other).map(([one, other]) => [...many(length, one), other]),
      ),
    ]),
  ]
}

/** The first element of each list, then the second of each, so that a cut keeps some of each list. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

function structsOf(name: string, path: string, literals: Literals): Choice[] {
  let found = [{ object: usualStruct(name), turn: 0 }]
  for (const field of structNamed(name).fields) {
    const inner = `${path}.${field.name}`
    if (![...literals.keys()].some((known) => known === inner || known.startsWith(`${inner}[`))) continue
    const choices = choicesOf(name, field, inner, literals)
    found = found
      .flatMap(({ object, turn }) =>
        choices.map((choice, at) => ({ object: withMember(object, field.name, choice), turn: turn + at })),
      )
      .sort((one, other) => one.turn - other.turn)
      .slice(0, MOST_ELEMENTS * 4)
  }
  return found.map(({ object }) => object)
}

export function withMember(
  object: { readonly [key: string]: FactValue },
  name: string,
  choice: Choice,
): { [key: string]: FactValue } {
  const { [name]: _, ...rest } = object
  return choice === undefined ? rest : { ...rest, [name]: choice }
}

const distinct = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((choice) => [keyOf(choice), choice])).values(),
]

const keyOf = (choice: Choice): string =>
  JSON.stringify(choice, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? 'absent'
