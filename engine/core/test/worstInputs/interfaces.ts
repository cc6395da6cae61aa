/** Interfaces of contracts and programs: ABIs and IDLs. */
import { limits } from '@keywright/contract'
import { parseAbi, parseIdl } from '@keywright/keys'
import { inOnePiece, many, numbered } from './worst.ts'

const SIZE = limits.interfaceBytes
const fn = (n: number) =>
  `{"type":"function","name":"f${n}","inputs":[],"outputs":[],"stateMutability":"view"}`
const inputs = (count: number, type: string) =>
  `[{"type":"function","name":"f","inputs":[${numbered(count, (n) => `{"name":"a${n}","type":"${type}"}`)}],"outputs":[],"stateMutability":"view"}]`

const tuples = (levels: number, width: number): string =>
  levels === 0
    ? '{"type":"bool"}'
    : `{"type":"tuple","components":[${numbered(width, () => tuples(levels - 1, width))}]}`

export const abi = inOnePiece(parseAbi, [
  ['nested lists', () => '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
  ['functions', () => `[${numbered(4_500, fn)}]`],
  ['as many functions as are permitted', () => `[${numbered(limits.interfaceEntries, fn)}]`],
  ['inputs', () => inputs(10_000, 'uint256')],
  ['as many inputs as are permitted', () => inputs(limits.interfaceEntries, 'uint256')],
  ['long types', () => inputs(1, `uint256${many(SIZE - 200, '[]')}`)],
  ['large arrays', () => inputs(900, 'uint256[99999999]'.padEnd(300, '[99999999]'))],
  ['nested arrays', () => inputs(limits.interfaceEntries, `uint256${'[]'.repeat(14)}`)],
  ['entries of other kinds', () => `[${many(SIZE - 20, '{"type":"event"}', ',')}]`],
  [
    'tuples',
    () => `[{"name":"f","inputs":[{"type":"tuple","components":[${many(SIZE - 99, tuples(1, 900), ',')}]}]}]`,
  ],
  ['nested tuples', () => `[{"name":"f","inputs":[${many(SIZE - 99, tuples(13, 1), ',')}]}]`],
  ['a tree of tuples', () => `[{"name":"f","inputs":[${tuples(11, 2)}]}]`],
  ['long names', () => `[${numbered(1_000, (n) => `{"name":"f${n}${'a'.repeat(240)}","inputs":[]}`)}]`],
])

const idlOf = (parts: { instructions?: string; types?: string }) =>
  `{"instructions":[${parts.instructions ?? ''}],"types":[${parts.types ?? ''}]}`
const instruction = (n: number, more = '') => `{"name":"i${n}"${more}}`
const field = (type: string) => (n: number) => `{"name":"f${n}","type":${type}}`
const struct = (name: string, fields: string) =>
  `{"name":"${name}","type":{"kind":"struct","fields":[${fields}]}}`
const defined = (name: string) => `{"defined":"${name}"}`
const chain = (levels: number, width: number, last: string) =>
  idlOf({
    instructions: instruction(0, `,"args":[${field(defined('T0'))(0)}]`),
    types: [
      numbered(levels, (n) => struct(`T${n}`, numbered(width, field(defined(`T${n + 1}`))))),
      struct(`T${levels}`, last),
    ].join(','),
  })

export const idl = inOnePiece(parseIdl, [
  ['instructions', () => idlOf({ instructions: numbered(1_000, (n) => instruction(n)) })],
  [
    'instructions with discriminators',
    () =>
      idlOf({
        instructions: numbered(1_000, (n) =>
          instruction(n, `,"discriminator":[${Array(29).fill(255)},${n >> 8},${n & 255}]`),
        ),
      }),
  ],
  ['arguments', () => idlOf({ instructions: instruction(0, `,"args":[${numbered(1_000, field('"u8"'))}]`) })],
  [
    'accounts',
    () =>
      idlOf({
        instructions: instruction(0, `,"accounts":[${numbered(1_000, (n) => `{"name":"a${n}"}`)}]`),
      }),
  ],
  [
    'groups of accounts',
    () => {
      const group = (g: number) =>
        `{"name":"g${g}","accounts":[${numbered(1_000, (n) => `{"name":"a${n}"}`)}]}`
      return idlOf({ instructions: instruction(0, `,"accounts":[${numbered(24, group)}]`) })
    },
  ],
  [
    'nested groups',
    () => {
      let inner = numbered(900, (n) => `{"name":"a${n}"}`)
      for (let n = 0; n < 14; n++) inner = `{"name":"${'g'.repeat(250)}","accounts":[${inner}]}`
      return idlOf({ instructions: instruction(0, `,"accounts":[${inner}]`) })
    },
  ],
  ['types', () => idlOf({ types: numbered(1_000, (n) => struct(`T${n}`, field('"u8"')(0))) })],
  [
    'variants',
    () =>
      idlOf({
        types: `{"name":"E","type":{"kind":"enum","variants":[${numbered(256, (n) => `{"name":"V${n}","fields":[${numbered(80, () => '"u8"')}]}`)}]}}`,
      }),
  ],
  ['a tree of types', () => chain(13, 900, field('"u8"')(0))],
  ['a chain of types', () => chain(900, 1, field('"u8"')(0))],
  [
    'nested options',
    () =>
      idlOf({
        instructions: instruction(
          0,
          `,"args":[${numbered(900, field(`${'{"option":'.repeat(13)}"u8"${'}'.repeat(13)}`))}]`,
        ),
      }),
  ],
])

export { chain as idlChain }
