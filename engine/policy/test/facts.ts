/** Random facts, drawn from small pools so that generated comparisons are true now and then. */
import {
  ACTIVITY_ROWS,
  type FactValue,
  parseType,
  type RequestFacts,
  type Type,
  type UserFacts,
  VOCABULARY,
} from '../src/index.ts'
import type { Random } from './random.ts'

export const STRINGS = [
  'a',
  'b',
  'w-1',
  't-1',
  't-2',
  '',
  '0xab',
  '0xAB',
  '0xa9059cbb00',
  'é😀z',
  'a@b',
  'A@b',
  'SIGN',
  'PRIVATE_KEY',
] as const
export const INTEGERS = [0n, 1n, 2n, 3n, 10n, 10n ** 18n, 2n ** 127n - 1n] as const
export const KEYS = ['amount', 'to', 'flags', 'inner', '1', 'missing'] as const

const structs = new Map(VOCABULARY.structs.map((entry) => [entry.name, entry]))

/** Facts of one request as the engine could state them: one signer, one payload, one row of the activities. */
export function randomRequest(random: Random): RequestFacts {
  const row = random.pick(ACTIVITY_ROWS)
  const kind = random.pick(row.kinds)
  const facts: Record<string, unknown> = {
    activity: {
      type: `ACTIVITY_TYPE_${kind}${random.pick(['', '_V2'])}`,
      resource: row.resource,
      action: row.action,
      kind,
      params: randomParams(random, kind),
    },
  }
  const taken = new Set<string>()
  for (const entry of VOCABULARY.names.toSorted(() => random.next() - 0.5)) {
    if (entry.side !== 'condition' || entry.path === 'activity') continue
    if (!entry.presentFor?.includes(kind) || (entry.excludes && taken.has(entry.excludes))) continue
    if (random.chance(0.1)) continue
    if (entry.excludes) taken.add(entry.excludes)
    const [root, member] = entry.path.split('.') as [string, string | undefined]
    const value = randomValue(random, parseType(entry.type))
    facts[root] = member === undefined ? value : { ...(facts[root] as object), [member]: value }
  }
  // What signs is an account of a wallet, or a private key.
  if (facts['wallet'] === undefined) delete facts['wallet_account']
  return facts as unknown as RequestFacts
}

export function randomUser(random: Random, id = random.pick(STRINGS)): UserFacts {
  const tags = random.times(random.below(3), () => random.pick(STRINGS))
  return { id, tags, email: random.pick(STRINGS), alias: random.pick(STRINGS) }
}

export function randomCredentials(random: Random): unknown {
  return randomValue(random, parseType('list<Credential>'))
}

/** A value of a type; fields of the later era are left out now and then. */
export function randomValue(random: Random, type: Type): unknown {
  switch (type.kind) {
    case 'bool':
      return random.chance(0.5)
    case 'int':
      return random.chance(0.01) ? 2n ** 127n : random.pick(INTEGERS)
    case 'uint':
      return random.chance(0.2) ? 2n ** 200n : random.pick(INTEGERS)
    case 'string':
      return random.pick(STRINGS)
    case 'list':
      return random.times(random.below(4), () => randomValue(random, type.of))
    case 'map':
      return randomMap(random, 2)
    case 'struct': {
      const { fields } = structs.get(type.name)!
      const present = fields.filter((field) => field.era === 'seed' || random.chance(0.85))
      return Object.fromEntries(
        present.map((field) => [
          field.name,
          field.format === 'solana-address' && field.type === 'string' && random.chance(0.1)
            ? 'ADDRESS_TABLE_LOOKUP'
            : randomValue(random, parseType(field.type)),
        ]),
      )
    }
    default:
      throw new Error(`no value of type ${type.kind}`)
  }
}

function randomParams(random: Random, kind: string): unknown {
  const fields = structs.get('ActivityParams')!.fields.filter((field) => field.presentFor?.includes(kind))
  return Object.fromEntries(fields.map((field) => [field.name, randomValue(random, parseType(field.type))]))
}

function randomMap(random: Random, depth: number): FactValue {
  const keys = KEYS.filter((key) => key !== 'missing' && random.chance(0.8))
  return Object.fromEntries(keys.map((key) => [key, randomFactValue(random, depth)]))
}

function randomFactValue(random: Random, depth: number): FactValue {
  const kind = random.below(depth > 0 ? 6 : 4)
  if (kind === 4) return randomMap(random, depth - 1)
  if (kind === 5) return random.times(random.below(3), () => randomFactValue(random, depth - 1))
  if (random.chance(0.05)) return null
  return [random.chance(0.5), random.pick(INTEGERS), random.pick(STRINGS), 2n ** 255n][kind]!
}
