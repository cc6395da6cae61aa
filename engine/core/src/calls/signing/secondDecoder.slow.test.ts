/**
 * Both evaluators on contract calls, each with its own decoder: they see the same arguments, or none, and generated
 * conditions on them have the same outcome. ethers and viem encode the calls.
 */
import {
  type CallTuple,
  type CallValue,
  decodeAbiCall,
  decodeIdlCall,
  parseAbi,
  parseHex,
  parseIdl,
  toHex,
} from '@keywright/keys'
import {
  damaged,
  type Parameter,
  positionals,
  randomParameters,
  randomTuple,
  type Seeded,
  seeded,
} from '@keywright/keys/test'
import { CompiledExpression, parseExpression } from '@keywright/policy'
import { decodeAbiBySpec, decodeIdlBySpec, evaluateBySpec, SpecError } from '@keywright/policy/test'
import { PublicKey } from '@solana/web3.js'
import { AbiCoder, Interface } from 'ethers'
import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { seeds, tries } from '../../../../../tools/scripts/lib/tries.ts'

const CASES = tries(5_000)
const abiOf = (inputs: readonly Parameter[]) => [
  { type: 'function', name: 'run', inputs, outputs: [], stateMutability: 'nonpayable' },
]
const argsOf = (decoded: ReturnType<typeof decodeAbiCall>) =>
  typeof decoded === 'string' ? decoded : decoded.args

describe.each(seeds(20_261_129))('with %s (%i)', (_, seed) => {
  test('agree on ABI calls and on conditions that read them', () => {
    const random = seeded(seed)
    const seen = { true: 0, false: 0, error: 0 }
    for (let i = 0; i < CASES; i++) {
      const inputs = randomParameters(random, 1 + random.below(4), 3)
      const value = randomTuple(random, inputs)
      const abi = abiOf(inputs)
      const call =
        i % 2 ? new Interface(abi).encodeFunctionData('run', positionals(value, inputs)) : undefined
      const args = positionals(value, inputs) as never
      const encoded = parseHex(
        (call ?? encodeFunctionData({ abi, functionName: 'run', args } as never)).slice(2),
        'call',
      )
      const data = i % 3 ? damaged(random, encoded) : encoded
      const ours = argsOf(decodeAbiCall(parseAbi(JSON.stringify(abi)), data))
      const specified = decodeAbiBySpec(inputs, toHex(data.slice(4)))
      const where = `case ${i}, seed ${seed}: ${JSON.stringify(inputs)} ${toHex(data)}`
      expect(ours, where).toEqual(specified)
      const condition = conditionOn(random, value)
      const outcome = evaluated(condition, ours)
      expect(outcome, `${where}: ${condition}`).toBe(evaluatedBySpec(condition, specified))
      seen[outcome]++
    }
    console.log(`${CASES} ABI calls, seed ${seed}`, seen)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 20)
  })

  test('agree on Solana instructions', () => {
    const random = seeded(seed)
    const seen = { decoded: 0, malformed: 0 }
    for (let i = 0; i < CASES; i++) {
      const types = random.times(3, (n) => definitionOf(random, n))
      const args = fieldsOf(random, 1 + random.below(4), types.length)
      const idl = { instructions: [{ name: 'run', discriminator: [1, 2], args }], types }
      const definitions = Object.fromEntries(types.map(({ name, type }) => [name, type]))
      let body = args.map(({ type }) => bytesOf(random, type, definitions)).join('')
      if (i % 3) body = changed(random, body)
      const ours = argsOf(decodeIdlCall(parseIdl(JSON.stringify(idl)), parseHex(`0102${body}`, 'data')))
      const toAddress = (digits: string) => new PublicKey(Buffer.from(digits, 'hex')).toBase58()
      const specified = decodeIdlBySpec(args, definitions, toAddress, body)
      expect(ours, `case ${i}, seed ${seed}: ${JSON.stringify(idl)} ${body}`).toEqual(specified)
      seen[typeof ours === 'string' ? 'malformed' : 'decoded']++
    }
    console.log(`${CASES} instructions, seed ${seed}`, seen)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 20)
  })
})

test.each([
  ['values in another order', [0x80, 0x40, 1, 'bb', 1, 'aa']],
  ['a gap between values', [0x40, 0xa0, 1, 'aa', 0, 1, 'bb']],
  ['one place for both', [0x40, 0x40, 1, 'aa']],
  ['a value inside another one', [0x40, 0x60, 0x20, `${'0'.repeat(63)}1`, 'bb']],
  ['dirty padding', [0x40, 0x80, 1, 'aa01', 1, 'bb']],
  ['bytes at the end', [0x40, 0x80, 1, 'aa', 1, 'bb', 0]],
])('ethers reads %s, and both of our decoders read nothing', (_, words) => {
  const inputs = [
    { name: 'a', type: 'bytes' },
    { name: 'b', type: 'bytes' },
  ]
  const body = words
    .map((word) =>
      typeof word === 'number' ? word.toString(16).padStart(64, '0') : word.padEnd(64, '0').slice(0, 64),
    )
    .join('')
  const abi = abiOf(inputs)
  expect(AbiCoder.defaultAbiCoder().decode(['bytes', 'bytes'], `0x${body}`)).toHaveLength(2)
  const parsed = parseAbi(JSON.stringify(abi))
  const [selector] = parsed.functions.keys()
  expect(decodeAbiCall(parsed, parseHex(selector!.slice(2) + body, 'data'))).toBe('CALL_MALFORMED')
  expect(decodeAbiBySpec(inputs, body)).toBe('CALL_MALFORMED')
})

type Outcome = 'true' | 'false' | 'error'
const factsOf = (args: CallTuple | string) => ({
  eth: { tx: typeof args === 'string' ? {} : { contract_call_args: args } },
})

function evaluated(condition: string, args: CallTuple | string): Outcome {
  const result = new CompiledExpression(parseExpression(condition), 'condition').evaluate(
    factsOf(args) as never,
  )
  return result.ok ? (String(result.value) as Outcome) : 'error'
}

function evaluatedBySpec(condition: string, args: object | string): Outcome {
  try {
    return String(evaluateBySpec(parseExpression(condition), 'condition', factsOf(args as never))) as Outcome
  } catch (error) {
    if (error instanceof SpecError) return 'error'
    throw error
  }
}

function conditionOn(random: Seeded, args: CallTuple): string {
  const names = Object.keys(args)
  const clauses = random.times(1 + random.below(2), () => {
    const name = random.pick(names)
    return clauseOn(random, `eth.tx.contract_call_args['${name}']`, args[name]!, 0)
  })
  return clauses.join(random.pick([' && ', ' || ']))
}

function clauseOn(random: Seeded, path: string, value: CallValue, depth: number): string {
  if (typeof value === 'boolean') return `${path} == ${random.pick(['true', 'false'])}`
  if (typeof value === 'bigint') {
    const near = value + BigInt(random.below(3)) - 1n
    return `${path} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${near < 0n || near >= 2n ** 256n ? 0n : near}`
  }
  if (typeof value === 'string') {
    const text = /^[\w]*$/.test(value) && random.below(3) > 0 ? value : 'other'
    return `${path} ${random.pick(['==', '!='])} '${text}'`
  }
  if (Array.isArray(value)) {
    const [first] = value as readonly CallValue[]
    if (first === undefined || random.below(3) === 0)
      return `${path}.count() ${random.pick(['==', '<=', '>'])} ${value.length}`
    const element = `x${depth}`
    if (random.below(3) === 0) return clauseOn(random, `${path}[0]`, first, depth)
    const inner = clauseOn(random, element, first, depth + 1)
    return `${path}.${random.pick(['all', 'any'])}(${element}, ${inner})`
  }
  const members = value as CallTuple
  const names = Object.keys(members)
  const n = random.below(names.length)
  return clauseOn(random, `${path}${random.pick([`['${names[n]}']`, `[${n}]`])}`, members[names[n]!]!, depth)
}

type IdlType = string | { readonly [kind: string]: unknown }
type Field = { readonly name: string; readonly type: IdlType }
type Definition = {
  readonly kind: string
  readonly fields?: Field[]
  readonly variants?: { name: string; fields?: Field[] }[]
}
const SCALARS = [
  'bool',
  'u8',
  'i8',
  'u16',
  'i32',
  'u64',
  'i128',
  'u128',
  'u256',
  'publicKey',
  'string',
  'bytes',
]

/** Refers to earlier definitions, so that types aren't recursive. */
function typeOf(random: Seeded, known: number, depth: number): IdlType {
  const kind = random.below(depth > 0 ? 8 : 4)
  if (kind < 4) return random.pick(SCALARS)
  if (kind === 4) return { option: typeOf(random, known, depth - 1) }
  if (kind === 5) return { vec: random.pick(SCALARS) }
  if (kind === 6) return { array: [random.pick(SCALARS), 1 + random.below(3)] }
  return known > 0 ? { defined: `T${random.below(known)}` } : 'u8'
}
const fieldsOf = (random: Seeded, count: number, known: number): Field[] =>
  random.times(count, (n) => ({ name: `f${n}`, type: typeOf(random, known, 2) }))
function definitionOf(random: Seeded, n: number): { name: string; type: Definition } {
  const type =
    random.below(2) === 0
      ? { kind: 'struct', fields: fieldsOf(random, 1 + random.below(3), n) }
      : {
          kind: 'enum',
          variants: random.times(2, (v) => ({ name: `V${v}`, fields: fieldsOf(random, random.below(3), n) })),
        }
  return { name: `T${n}`, type }
}

/** The encoding of a random value, by the specification of Borsh. */
function bytesOf(random: Seeded, type: IdlType, types: Readonly<Record<string, Definition>>): string {
  const all = (fields: readonly Field[] = []) =>
    fields.map((field) => bytesOf(random, field.type, types)).join('')
  const counted = (count: number, item: () => string) =>
    `0${count}000000${random.times(count, item).join('')}`
  if (typeof type !== 'string') {
    if ('option' in type)
      return random.below(2) ? `01${bytesOf(random, type['option'] as IdlType, types)}` : '00'
    if ('vec' in type) return counted(random.below(3), () => bytesOf(random, type['vec'] as IdlType, types))
    if ('array' in type) {
      const [of, length] = type['array'] as [IdlType, number]
      return random.times(length, () => bytesOf(random, of, types)).join('')
    }
    const { fields, variants } = types[type['defined'] as string]!
    if (fields) return all(fields)
    const variant = random.below(variants!.length)
    return `0${variant}${all(variants![variant]!.fields)}`
  }
  if (type === 'bool') return `0${random.below(2)}`
  if (type === 'publicKey') return random.hex(32).slice(2)
  if (type === 'string') return counted(random.below(3), () => random.pick(['61', '7a']))
  if (type === 'bytes') return counted(random.below(3), () => random.hex(1).slice(2))
  return random.hex(Number(type.slice(1)) / 8).slice(2)
}

function changed(random: Seeded, body: string): string {
  const at = 2 * random.below(body.length / 2)
  if (random.below(4) === 0) return body.slice(0, at)
  if (random.below(4) === 0) return body + random.hex(1).slice(2)
  return body.slice(0, at) + random.pick(['00', '01', '02', 'ff']) + body.slice(at + 2)
}
