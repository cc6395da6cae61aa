import { format as formatInNode } from 'node:util'
import { describe, expect, it } from 'vitest'
import { format, formatTable, inspect } from './format.ts'

class Coin {
  worth = 5n
}
const circle: Record<string, unknown> = { name: 'circle' }
circle['self'] = circle

describe('format', () => {
  it.each([
    [['a', 'b']],
    [[['a'], "it's"]],
    [[{ a: 1, b: { c: [null, undefined, true] } }]],
    [[new Coin()]],
    [[new Uint8Array([1, 255])]],
    [[new Map([['k', new Set([1])]])]],
    [[circle]],
    [[{ a: { b: { c: { d: { e: 1 } } } } }]],
    [[() => 1, Symbol('s'), class A {}]],
    [[Object.create(null)]],
    [[new Date(0), /a/g, -0]],
    [[new Promise(() => undefined), new WeakMap()]],
    [['%s and %d, %j', 'a', 2, { b: 3 }, 'rest']],
    [[Array.from({ length: 120 }, (_, n) => n)]],
    [[{ long: 'x'.repeat(60), longer: 'y'.repeat(60) }]],
  ] as [unknown[]][])('shows %o like Node', (values) => {
    expect(format(values)).toBe(formatInNode(...values))
  })

  it('shows an error with its members and cause', () => {
    const error = Object.assign(new Error('no', { cause: new Error('because') }), { code: 7 })
    expect(format([error])).toMatch(/^Error: no\n[\s\S]*code: 7,[\s\S]*\[cause\]: Error: because/)
  })

  it('shows in words what throws when it is read', () => {
    const closed = new Proxy(
      {},
      {
        get() {
          throw new Error('unknown member')
        },
      },
    )
    const words = '[a value that throws when it is read]'
    expect(format(['before', closed, 1])).toBe(`before ${words} 1`)
    expect(inspect(closed)).toBe(words)
    expect(formatTable([{ a: closed }])).toBe(words)
  })

  it('limits the length', () => {
    expect(format(['x'.repeat(100_000)]).length).toBeLessThan(9_000)
    expect(format([{ text: 'x'.repeat(100_000) }]).length).toBeLessThan(9_000)
  })
})
