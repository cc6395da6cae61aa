import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DuplicateMemberError, parseExactJson, parseJson } from './json.ts'

describe('parseJson', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent)
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses a member that is repeated anywhere, and names it', () => {
    const name = fc.string().filter((text) => text !== '__proto__')
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.json()),
        name,
        fc.json(),
        fc.nat(3),
        (members, twice, value, depth) => {
          const key = JSON.stringify(twice)
          const rest = Object.entries(members).map(([of, json]) => `${JSON.stringify(of)}: ${json}`)
          const body = `{${[`${key}:1`, ...rest.filter((one) => !one.startsWith(`${key}:`)), `${key} :${value}`].join(' , ')}}`
          const text = '[{"a":'.repeat(depth) + body + '}]'.repeat(depth)
          expect(() => parseJson(text)).toThrow(new DuplicateMemberError(twice))
        },
      ),
    )
  })

  it.each([
    ['by escapes', '{"type":1,"\\u0074ype":2}', 'type'],
    ['of a prototype', '{"__proto__":{},"__proto__":{}}', '__proto__'],
    ['after texts that look like members', '{"a":"{\\"b\\":1","b":"\\\\","b":2}', 'b'],
    ['after a list', '{"a":[1,{"a":2}],"a":3}', 'a'],
    ['without a name', '{"":1,"":2}', ''],
  ])('sees a repetition %s', (_, text, member) => {
    expect(() => parseJson(text)).toThrow(new DuplicateMemberError(member))
  })

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":1}x'])('refuses %j as JSON.parse does', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
    expect(() => parseJson(text)).not.toThrow(DuplicateMemberError)
  })

  it.each(['{"a":1,"a":2', '{"a":1,"a":2]', '{"a":1,"a":"', '{"a":1,"\\u00":1,"a":2}', ']["a","a"', '"'])(
    'reports no repeated member in %j, which isn’t JSON',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError)
      expect(() => parseJson(text)).not.toThrow(DuplicateMemberError)
    },
  )

  it('has at most 1,000 levels and 36,000 members', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":0`)}}`
    expect(() => parseJson(nested(1_000))).not.toThrow()
    expect(() => parseJson(nested(1_001))).toThrow('deeper than 1000 levels')
    expect(() => parseJson(`"${nested(1_001)}"`)).not.toThrow()
    expect(() => parseJson(members(36_000))).not.toThrow()
    expect(() => parseJson(members(36_001))).toThrow('more than 36000 members')
  })
})

describe('exact JSON', () => {
  const integer = 2n ** 200n
  it.each<[text: string, value: unknown]>([
    [`[${integer},-${integer},1]`, [integer, -integer, 1]],
    [`{"${integer}":"${integer}"}`, { [String(integer)]: String(integer) }],
    [
      `[0.${integer},1e-1,${integer}.5,${integer}e0]`,
      [Number(`0.${integer}`), 0.1, Number(integer), Number(integer)],
    ],
    ['[9007199254740991,9007199254740993]', [9007199254740991, 9007199254740993n]],
    ['[1234567890123456]', [1234567890123456]],
  ])('keeps integers that a number rounds: %s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value)
  })
})
