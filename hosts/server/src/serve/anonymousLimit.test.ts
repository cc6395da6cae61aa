import { expect, it } from 'vitest'
import { createProxies } from '../http/proxies.ts'
import { clientBehind, createAnonymousLimit } from './anonymousLimit.ts'

it('rejects a client after its share of a second, and no other', () => {
  let now = 10_000
  const { isOver, count } = createAnonymousLimit(3, () => now)
  for (let n = 0; n < 3; n++) {
    expect(isOver('10.0.0.1')).toBe(false)
    count('10.0.0.1')
    count(undefined)
  }
  expect(['10.0.0.1', '10.0.0.2', undefined].map(isOver)).toEqual([true, false, false])
  now += 1_000
  expect(isOver('10.0.0.1')).toBe(false)
})

it.each([
  ['of a client', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['of a client in a network of proxies', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [
    'behind two proxies, with an address that the client made up',
    '10.1.2.3',
    '192.0.2.1, 198.51.100.1, 10.1.0.1',
    '198.51.100.1',
  ],
  ['of a proxy that names none', '10.1.2.3', undefined, undefined],
])('takes the address %s', (_what, remoteAddress, forwarded, client) => {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  const bindings = { incoming: { socket: { remoteAddress } } } as never
  expect(clientBehind(createProxies(['10.1.0.0/16']), headers, bindings)).toBe(client)
})
