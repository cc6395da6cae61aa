/** Random ABI types and values, for tests that compare decoders. */
import { type CallValue, parseHex } from '../src/index.ts'

/** A parameter as an ABI writes it. */
export interface Parameter {
  readonly name: string
  readonly type: string
  readonly components?: readonly Parameter[]
}

/** Numbers from a seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    times: <T>(count: number, make: (n: number) => T): T[] =>
      Array.from({ length: count }, (_, n) => make(n)),
    hex: (bytes: number): string =>
      `0x${Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join('')}`,
  }
}

export type Seeded = ReturnType<typeof seeded>

const TEXTS = ['', 'a', 'é😀', '\ufeffbom', 'x'.repeat(31), 'y'.repeat(32), 'z'.repeat(65), '\0']

/** Parameters with all kinds of types. Some have no name. */
export const randomParameters = (random: Seeded, count: number, depth: number): Parameter[] =>
  random.times(count, (n) => ({ ...randomType(random, depth), name: random.below(6) === 0 ? '' : `arg${n}` }))

function randomType(random: Seeded, depth: number): Omit<Parameter, 'name'> {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind === 0) return { type: `${random.pick(['uint', 'int'])}${8 * (1 + random.below(32))}` }
  if (kind < 5) return { type: random.pick(['address', 'bool', 'bytes', 'string', 'uint256']) }
  if (kind === 5) return { type: `bytes${1 + random.below(32)}` }
  if (kind === 6)
    return { type: 'tuple', components: randomParameters(random, 1 + random.below(3), depth - 1) }
  const item = randomType(random, depth - 1)
  return { ...item, type: `${item.type}[${random.below(2) === 0 ? '' : 1 + random.below(3)}]` }
}

/** A value as our decoder returns it. */
export function randomValue(random: Seeded, { type, components = [] }: Omit<Parameter, 'name'>): CallValue {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const length = list[2] === '' ? random.below(4) : Number(list[2])
    return random.times(length, () => randomValue(random, { type: list[1]!, components }))
  }
  if (type === 'tuple') return randomTuple(random, components)
  if (type === 'address') return random.hex(20)
  if (type === 'bool') return random.below(2) === 1
  if (type === 'string') return random.pick(TEXTS)
  if (type === 'bytes') return random.hex(random.pick([0, 1, 31, 32, 33, 64]))
  if (type.startsWith('bytes')) return random.hex(Number(type.slice(5)))
  const bits = Number(/\d+$/.exec(type)![0])
  const value = random.pick([0n, 1n, 2n ** BigInt(bits) - 1n, BigInt(random.hex(bits / 8))])
  return type.startsWith('int') ? BigInt.asIntN(bits, value) : value
}

export const randomTuple = (random: Seeded, members: readonly Parameter[]) =>
  Object.fromEntries(members.map((member, n) => [member.name || String(n), randomValue(random, member)]))

/** The values of a tuple by position, as other libraries take them. */
export function positional(value: CallValue, { type, components = [] }: Omit<Parameter, 'name'>): unknown {
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list)
    return (value as readonly CallValue[]).map((item) => positional(item, { type: list[1]!, components }))
  if (type !== 'tuple') return value
  return positionals(value as Readonly<Record<string, CallValue>>, components)
}

export const positionals = (
  tuple: Readonly<Record<string, CallValue>>,
  members: readonly Parameter[],
): unknown[] => members.map((member, n) => positional(tuple[member.name || String(n)]!, member))

/** Flips, removes, adds or moves some bytes after the selector. */
export function damaged(random: Seeded, data: Uint8Array): Uint8Array {
  const body = data.slice(4)
  const words = body.length >> 5
  switch (random.below(8)) {
    case 0:
      return Uint8Array.of(
        ...data.slice(0, 4),
        ...body,
        ...parseHex(random.hex(random.pick([1, 32])).slice(2), 'x'),
      )
    case 1:
      return data.slice(0, Math.max(4, data.length - random.pick([1, 32])))
    case 2: {
      const [a, b] = [random.below(words), random.below(words)]
      const moved = body.slice()
      moved.set(body.subarray(a * 32, a * 32 + 32), b * 32)
      moved.set(body.subarray(b * 32, b * 32 + 32), a * 32)
      return Uint8Array.of(...data.slice(0, 4), ...moved)
    }
    case 3: {
      // A small number in the place of another one: lengths and offsets.
      const word = new Uint8Array(32)
      word[31] = random.pick([0, 1, 2, 32, 64, 96, 128])
      body.set(word, random.below(words) * 32)
      return Uint8Array.of(...data.slice(0, 4), ...body)
    }
    case 4: {
      // Another place of a value, or the place of another value.
      const [to, from] = [random.below(words), random.below(words)]
      body.set(data.slice(4).subarray(from * 32, from * 32 + 32), to * 32)
      return Uint8Array.of(...data.slice(0, 4), ...body)
    }
    case 5:
      body[random.below(words) * 32 + random.below(12)] = 1
      return Uint8Array.of(...data.slice(0, 4), ...body)
    default:
      body[random.below(body.length)]! ^= 1 << random.below(8)
      return Uint8Array.of(...data.slice(0, 4), ...body)
  }
}
