/** Call data, which interfaces describe. */
import { limits } from '@keywright/contract'
import { decodeAbiCall, decodeIdlCall, parseAbi, parseHex, parseIdl } from '@keywright/keys'
import { idlChain } from './interfaces.ts'
import { BINARY } from './transactions.ts'
import { inOnePiece, times } from './worst.ts'

const word = (value: number) => value.toString(16).padStart(64, '0')
const words = (...values: number[]) => parseHex(values.map(word).join(''), 'words')
/** Words of call data that fits a transaction. */
const WORDS = Math.floor(BINARY / 32) - 10

function callOf(type: string, body: Uint8Array) {
  const inputs = [{ name: 'a', type, ...(type.startsWith('tuple') && { components: COMPONENTS }) }]
  const found = parseAbi(JSON.stringify([{ type: 'function', name: 'run', inputs }]))
  const [selector] = found.functions.keys()
  return { found, data: Buffer.concat([parseHex(selector!.slice(2), 'selector'), body]) }
}
const COMPONENTS = [{ name: 'a', type: 'bool' }]

/** A list of `count` dynamic elements, each with the same encoding. */
function listOf(count: number, element: Uint8Array) {
  const offsets = Array.from({ length: count }, (_, n) => 32 * count + n * element.length)
  return Buffer.concat([words(32, count), words(...offsets), times(count, element)])
}

export const abiCalls = inOnePiece(
  ({ found, data }: ReturnType<typeof callOf>) => decodeAbiCall(found, data),
  [
    ...['uint256', 'int8', 'address', 'bool', 'bytes32', 'tuple'].map(
      (type) =>
        [
          `elements of ${type}[]`,
          () => callOf(`${type}[]`, Buffer.concat([words(32, WORDS), times(WORDS, words(1).fill(0))])),
        ] as const,
    ),
    ['an array', () => callOf('uint256[15000]', times(15_000, words(1)))],
    ['bytes', () => callOf('bytes', Buffer.concat([words(32, WORDS * 32), new Uint8Array(WORDS * 32)]))],
    [
      'a text',
      () => callOf('string', Buffer.concat([words(32, WORDS * 32), new Uint8Array(WORDS * 32).fill(97)])),
    ],
    ['texts', () => callOf('string[]', listOf(Math.floor(WORDS / 3), words(1, 0)))],
    ['empty bytes', () => callOf('bytes[]', listOf(Math.floor(WORDS / 2), words(0)))],
    ['empty lists', () => callOf('uint256[][]', listOf(Math.floor(WORDS / 2), words(0)))],
    ['nested lists', () => callOf('uint256[][][]', listOf(Math.floor(WORDS / 4), words(1, 32, 0)))],
    ['elements that the data lacks', () => callOf('uint256[][][]', words(32, 2 ** 31))],
  ],
)

/** Instructions that call the first instruction of an IDL. */
function instructionsOf(text: string, body: Uint8Array, count = 1) {
  const found = parseIdl(text)
  const data = Buffer.concat([parseHex(found.instructions[0]!.discriminator, 'discriminator'), body])
  return { found, all: Array<Uint8Array>(count).fill(data) }
}
const idlOf = (...args: unknown[]) =>
  JSON.stringify({
    instructions: [{ name: 'run', args: args.map((type, n) => ({ name: `a${n}`, type })) }],
    types: [],
  })
/** Bytes of a Solana transaction at most. */
const SOLANA = 4_000
const length = (value: number) => Uint8Array.of(value & 255, value >> 8, 0, 0)

export const idlCalls = inOnePiece(
  ({ found, all }: ReturnType<typeof instructionsOf>) => all.map((data) => decodeIdlCall(found, data)),
  [
    ...['u8', 'bool'].map(
      (type) =>
        [
          `elements of ${type}`,
          () => instructionsOf(idlOf({ vec: type }), Buffer.concat([length(SOLANA), new Uint8Array(SOLANA)])),
        ] as const,
    ),
    [
      'keys',
      () => instructionsOf(idlOf({ vec: 'publicKey' }), Buffer.concat([length(120), new Uint8Array(3_840)])),
    ],
    [
      'texts',
      () => instructionsOf(idlOf({ vec: 'string' }), Buffer.concat([length(900), new Uint8Array(3_600)])),
    ],
    ['structs without fields', () => instructionsOf(idlChain(12, 900, ''), new Uint8Array())],
    [
      'calls of a program with many instructions',
      () => {
        const names = Array.from({ length: limits.interfaceEntries }, (_, n) => ({ name: `i${n}` }))
        const text = JSON.stringify({ instructions: [...names.slice(1), names[0]], types: [] })
        return {
          ...instructionsOf(text, new Uint8Array()),
          all: Array<Uint8Array>(1_300).fill(new Uint8Array(9)),
        }
      },
    ],
  ],
)
