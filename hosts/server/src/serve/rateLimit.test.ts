import { describe, expect, it } from 'vitest'
import type { Bindings } from '../http/listen.ts'
import { createRateLimit } from './rateLimit.ts'

let now = 0
const from = (address: string) =>
  ({ incoming: { socket: { remoteAddress: address } } }) as unknown as Bindings
const request = (headers = {}) => new Request('http://127.0.0.1/', { headers })

describe('createRateLimit', () => {
  it('rejects requests above the limit, and starts over in the next second', () => {
    const allow = createRateLimit({ requestsPerSecond: 2 }, () => now)
    const ask = () => allow(request(), from('192.0.2.1'))
    expect(ask()).toEqual({
      isAllowed: true,
      headers: { 'ratelimit-limit': '2', 'ratelimit-remaining': '1' },
    })
    expect(ask().isAllowed).toBe(true)
    expect(ask()).toEqual({
      isAllowed: false,
      headers: { 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'retry-after': '1' },
    })
    expect(allow(request(), from('192.0.2.2')).isAllowed).toBe(true)
    now += 1_000
    expect(ask().isAllowed).toBe(true)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', false],
    ['2001:db8::1', '2001:db8:0:0:1::2', false],
    ['::1', '0:0:0:0:5::', false],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', true],
  ])('counts an IPv6 network as one client: %s and %s', (one, other, isAllowed) => {
    const allow = createRateLimit({ requestsPerSecond: 1 }, () => now)
    expect(allow(request(), from(one)).isAllowed).toBe(true)
    expect(allow(request(), from(other)).isAllowed).toBe(isAllowed)
  })

  it('trusts only the address that the proxy added', () => {
    const allow = createRateLimit({ requestsPerSecond: 1 }, () => now, 'x-forwarded-for')
    const ask = (forwarded: string) =>
      allow(request({ 'x-forwarded-for': forwarded }), from('10.0.0.1')).isAllowed
    expect(ask('198.51.100.1')).toBe(true)
    expect(ask('198.51.100.2')).toBe(true)
    expect(ask('198.51.100.77, 198.51.100.1')).toBe(false)
  })

  it('ignores the header by default', () => {
    const allow = createRateLimit({ requestsPerSecond: 1 }, () => now)
    const ask = (forwarded: string) =>
      allow(request({ 'x-forwarded-for': forwarded }), from('10.0.0.1')).isAllowed
    expect(ask('198.51.100.1')).toBe(true)
    expect(ask('198.51.100.2')).toBe(false)
  })
})
