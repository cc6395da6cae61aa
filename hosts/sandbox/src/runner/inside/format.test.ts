import { describe, expect, it } from 'vitest'
import { format } from './format.ts'

class Coin {
  worth = 5n
}
const circle: Record<string, unknown> = { name: 'circle' }
circle['self'] = circle

describe('format', () => {
  it.each([
    [['a', 'b'], 'a b'],
    [[['a']], '["a"]'],
    [[{ a: 1, b: { c: [null, undefined, true] } }], '{ a: 1, b: { c: [null, undefined, true] } }'],
    [[new Coin()], 'Coin { worth: 5n }'],
    [[new Uint8Array([1, 255])], 'Uint8Array(2) 01ff'],
    [[new Map([['k', new Set([1])]])], 'Map(1) { "k" => Set(1) { 1 } }'],
    [[circle], '{ name: "circle", self: [Circular] }'],
    [[{ a: { b: { c: { d: { e: 1 } } } } }], '{ a: { b: { c: { d: [Object] } } } }'],
    [[() => 1, Symbol('s')], '[Function: anonymous] Symbol(s)'],
    [[Object.create(null)], '{}'],
    [[new Date(0)], String(new Date(0))],
  ] as [unknown[], string][])('shows %o', (values, text) => {
    expect(format(values)).toBe(text)
  })

  it('shows an error with its members and cause', () => {
    const error = Object.assign(new Error('no', { cause: new Error('because') }), { code: 7 })
    expect(format([error])).toMatch(/^Error: no\n[\s\S]*\{ code: 7 \}\ncaused by Error: because/)
  })

  it('limits the length', () => {
    expect(format(['x'.repeat(100_000)]).length).toBeLessThan(9_000)
    expect(format([Array.from({ length: 1_000 }, (_, n) => n)])).toMatch(/… 1000 in all\]$/)
    expect(format([new Uint8Array(1_000)])).toMatch(/…$/)
  })
})
