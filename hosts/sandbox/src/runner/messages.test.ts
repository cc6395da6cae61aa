import { describe, expect, it } from 'vitest'
import { readMessage } from './messages.ts'

const FETCH = {
  kind: 'fetch',
  id: 1,
  method: 'POST',
  url: 'https://a.example/',
  headers: [['a', 'b']],
  body: null,
}

describe('readMessage', () => {
  it.each([
    { kind: 'pong' },
    { kind: 'done' },
    { kind: 'threw', text: 'why' },
    { kind: 'console', level: 'warn', text: 'hm' },
    { kind: 'console', level: 'log', text: 'hm', line: 7 },
    FETCH,
    { ...FETCH, line: 12 },
    { ...FETCH, body: new ArrayBuffer(3) },
  ])('reads %o', (message) => {
    expect(readMessage(message)).toEqual(message)
  })

  it.each([0, -1, 1.5, '7', null, {}])('drops the invalid line %o', (line) => {
    expect(readMessage({ kind: 'console', level: 'log', text: 'hm', line })).toEqual({
      kind: 'console',
      level: 'log',
      text: 'hm',
    })
  })

  it('drops unknown members', () => {
    expect(readMessage({ kind: 'done', extra: 1 })).toEqual({ kind: 'done' })
  })

  it.each([
    null,
    undefined,
    'done',
    1,
    [],
    {},
    { kind: 'toString' },
    { kind: ['done'] },
    Object.create({ kind: 'done' }),
    new Map([['kind', 'done']]),
    { ...FETCH, id: '1' },
    { ...FETCH, id: 1.5 },
    { ...FETCH, method: 'post' },
    { ...FETCH, method: 'POST\r\nx: y' },
    { ...FETCH, url: 5 },
    { ...FETCH, url: 'x'.repeat(3_000) },
    { ...FETCH, headers: 'a' },
    { ...FETCH, headers: [['a']] },
    { ...FETCH, headers: [['a', 1]] },
    { ...FETCH, headers: Array.from({ length: 51 }, () => ['a', 'b']) },
    { ...FETCH, body: 'text' },
    { ...FETCH, body: new Uint8Array(2) },
    { ...FETCH, body: new ArrayBuffer(3_000_000) },
  ])('rejects %o', (message) => {
    expect(readMessage(message)).toBeUndefined()
  })

  it('truncates texts and rejects unknown levels', () => {
    const message = readMessage({ kind: 'console', level: '__proto__', text: 'x'.repeat(100_000) })
    expect(message).toMatchObject({ kind: 'console', level: 'log' })
    expect((message as { text: string }).text.length).toBeLessThan(17_000)
    expect(readMessage({ kind: 'console', text: { toString: () => 'no' } })).toMatchObject({ text: '' })
  })
})
