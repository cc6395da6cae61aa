import { expect, it } from 'vitest'
import { createMemberReader } from './memberReader.ts'

const OBJECT = {
  format: 'a, b: "[{" \\ 😀',
  state: { list: [1, [2]], text: '}]' },
  none: [],
  rows: [['o', 't', '\\', '{"a":["]"]}'], 'x,y', 3],
}
const EXPECTED = [
  ['format', JSON.stringify(OBJECT.format)],
  ['state', JSON.stringify(OBJECT.state)],
  ...OBJECT.rows.map((row) => ['rows', JSON.stringify(row)]),
]

function readIn(length: number, text: string) {
  const reader = createMemberReader()
  const found: [string, string][] = []
  for (let n = 0; n < text.length; n += length) found.push(...reader.read(text.slice(n, n + length)))
  return { found, isOver: reader.isOver() }
}

it.each([1, 2, 3, 7, 64, 1_000])('finds the same values in pieces of %i characters', (length) => {
  expect(readIn(length, JSON.stringify(OBJECT))).toEqual({ found: EXPECTED, isOver: true })
})

it('accepts white space', () => {
  const { found, isOver } = readIn(5, ` ${JSON.stringify(OBJECT, null, 2)}\n`)
  const compact = found.map(([name, text]) => [name, JSON.stringify(JSON.parse(text))])
  expect({ compact, isOver }).toEqual({ compact: EXPECTED, isOver: true })
})

it.each(['', '{', '{"a":[1', '{"a":1} x', '{"a":"'])('is not over after %j', (text) => {
  expect(readIn(1, text).isOver).toBe(false)
})

it.each(['[1]', 'x{}', '{}{}', '{"a":[1}}', '{"a":x[1]}', '{"a":1]'])('rejects %j', (text) => {
  expect(() => readIn(1, text)).toThrow('not a JSON object')
})

it('holds no more than the current value', () => {
  const reader = createMemberReader()
  reader.read('{"rows":[')
  expect(reader.read('"a","b"')).toEqual([['rows', '"a"']])
  expect(reader.read(',')).toEqual([['rows', '"b"']])
  for (let n = 0; n < 8; n++) reader.read('x'.repeat(1024 * 1024))
  expect(() => reader.read('x'.repeat(9 * 1024 * 1024))).toThrow('too long')
})
