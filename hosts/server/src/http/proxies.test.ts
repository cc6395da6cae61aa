import { expect, it } from 'vitest'
import { createProxies } from './proxies.ts'

it('knows proxies by address and by network', () => {
  const isProxy = createProxies(['10.0.0.5', '10.1.0.0/16', '::1', '2001:db8::/32'])
  const proxies = ['10.0.0.5', '::ffff:10.0.0.5', '10.1.255.255', '::1', '2001:DB8:1::7']
  expect(proxies.filter((address) => !isProxy(address))).toEqual([])
  const others = ['10.0.0.6', '10.2.0.0', '::ffff:10.2.0.0', '::2', '2001:db9::', '', 'host']
  expect(others.filter(isProxy)).toEqual([])
})

it.each(['', 'host', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
  'rejects `%s`',
  (entry) => expect(() => createProxies([entry])).toThrow(RangeError),
)
