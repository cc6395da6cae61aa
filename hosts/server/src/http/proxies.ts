/** Proxies in front of a server, by their addresses and networks. */
import { BlockList, isIP } from 'node:net'
import { clientOf } from './clientAddress.ts'

export type Proxies = (address: string) => boolean

/** @param list addresses, and networks such as `10.0.0.0/8` @throws RangeError for anything else */
export function createProxies(list: readonly string[]): Proxies {
  const networks = new BlockList()
  for (const entry of list) {
    const [address = '', bits, ...more] = entry.split('/')
    const family = isIP(address)
    const longest = family === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    const isRange = family !== 0 && more.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
    if (!isRange || prefix > longest) throw new RangeError(`\`${entry}\` is not an IP address or network`)
    networks.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const plain = address.startsWith('::ffff:') ? clientOf(address) : address
    const family = isIP(plain)
    return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}
