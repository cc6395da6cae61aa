import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, unfitTarget, unfitWebhook } from './publicTarget.ts'

describe('unfitTarget', () => {
  it.each([
    'https://hooks.example.com/path?x=1',
    'https://hooks.example.com./',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://0x08080808/',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
    'https://internal.example.com/',
    'https://localhost.example.com/',
  ])('accepts %s', (url) => expect(unfitTarget(url, {})).toBeUndefined())

  it.each([
    '',
    'hooks.example.com',
    '//hooks.example.com',
    'http://hooks.example.com/',
    'ftp://hooks.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://@@127.0.0.1/',
    `https://hooks.example.com/${'x'.repeat(2_048)}`,
    // Private names.
    'https://localhost/',
    'https://LOCALHOST./',
    'https://localhost../',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://local%68ost/',
    'https://a.localhost/',
    'https://localhost.localdomain/',
    'https://printer/',
    'https://printer./',
    'https://metadata.google.internal/',
    'https://a.internal./',
    'https://a.local./',
    'https://a..example.com/',
    'https://127.0.0.1../',
    'https://.example.com/',
    'https://nas.home.arpa/',
    'https://nas.lan/',
  ])('rejects %s', (url) => expect(unfitTarget(url, {})).toBeTypeOf('string'))

  // Every spelling of each of these addresses.
  const PRIVATE_V4 = {
    'this host': '0.0.0.0',
    private: '10.1.2.3',
    'private, 172': '172.16.0.1',
    'private, 192': '192.168.1.1',
    loopback: '127.0.0.1',
    'loopback, high': '127.255.255.254',
    'carrier-grade NAT': '100.64.0.1',
    metadata: '169.254.169.254',
    'metadata of containers': '169.254.170.2',
    'metadata in carrier-grade NAT': '100.100.100.200',
    'metadata in protocol assignments': '192.0.0.192',
    'metadata at a public number': '168.63.129.16',
    documentation: '203.0.113.7',
    benchmarking: '198.18.0.1',
    multicast: '224.0.0.1',
    reserved: '240.0.0.1',
    broadcast: '255.255.255.255',
  }
  it.each(Object.entries(PRIVATE_V4))('rejects every spelling of %s, %s', (_name, address) => {
    const spellings = spellingsOf(address)
    expect(spellings.length).toBeGreaterThan(12)
    for (const host of spellings) expect(unfitTarget(`https://${host}/`, {}), host).toBeTypeOf('string')
  })

  it.each([
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[64:ff9b:1::a00:1]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:2::1]',
    '[3fff::1]',
    '[4000::1]',
    '[5f00::1]',
  ])('rejects https://%s/', (host) => expect(unfitTarget(`https://${host}/`, {})).toBeTypeOf('string'))

  it('accepts the local machine and plain http if the host allows private targets', () => {
    const settings = { allowsPrivateTargets: true }
    for (const url of ['http://localhost:9/', 'https://127.0.0.1/', 'https://hooks.example.com/']) {
      expect(unfitTarget(url, settings)).toBeUndefined()
    }
    for (const url of ['file:///etc/passwd', 'ftp://localhost/', 'http://user@localhost/']) {
      expect(unfitTarget(url, settings)).toBeTypeOf('string')
    }
  })
})

describe('unfitWebhook', () => {
  const settings = { internalWebhookHosts: ['hooks.internal', '10.0.0.5', '[fd00::1]'] }

  it('accepts internal hosts that the operator allows, in any spelling', () => {
    for (const host of ['hooks.internal', 'HOOKS.internal:8443', '10.0.0.5', '0x0a000005', '[fd00:0::1]']) {
      expect(unfitWebhook(`https://${host}/path`, settings)).toBeUndefined()
    }
  })

  it.each([
    'https://other.internal/',
    'https://hooks.internal.evil.local/',
    'https://10.0.0.6/',
    'http://hooks.internal/',
    'https://user@hooks.internal/',
    'https://hooks.internal@10.0.0.6/',
  ])('rejects %s all the same', (url) => expect(unfitWebhook(url, settings)).toBeTypeOf('string'))

  it('is for webhooks alone: no other URL may use them', () => {
    expect(unfitTarget('https://hooks.internal/', settings)).toBeTypeOf('string')
  })
})

describe('isPublicAddress', () => {
  it('is false for text that is not an address', () => {
    for (const text of ['', 'localhost', '[::1]', '1.2.3.4/8', 'fe80::1%eth0'])
      expect(isPublicAddress(text)).toBe(false)
  })

  it('is the same for every spelling of an address, and false for an IPv4 address embedded in IPv6', () => {
    fc.assert(
      fc.property(fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255))), (octets) => {
        const address = octets.join('.')
        const [inIPv6, ...others] = embeddedIn(octets)
        for (const embedded of [inIPv6!, ...others]) expect(isPublicAddress(embedded), embedded).toBe(false)
        const isPublic = isPublicAddress(address)
        for (const host of numericSpellingsOf(octets)) {
          expect(unfitTarget(`https://${host}/`, {}) === undefined, host).toBe(isPublic)
        }
      }),
    )
  })
})

/** Spellings of an IPv4 address in URLs (WHATWG URL §3.5.1), including embedded in IPv6. */
function spellingsOf(address: string): string[] {
  const octets = address.split('.').map(Number)
  return [...numericSpellingsOf(octets), ...embeddedIn(octets).map((embedded) => `[${embedded}]`)]
}

function numericSpellingsOf(octets: readonly number[]): string[] {
  const [a, b, c, d] = octets as [number, number, number, number]
  const value = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = (octet: number) => `0${octet.toString(8)}`
  const hex = (octet: number) => `0x${octet.toString(16)}`
  return [
    octets.join('.'),
    `${octets.join('.')}.`,
    octets.map(octal).join('.'),
    octets.map(hex).join('.'),
    octets.map((octet) => `0X000${octet.toString(16).toUpperCase()}`).join('.'),
    [hex(a), octal(b), c, d].join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    String(value),
    `${value}.`,
    hex(value),
    octal(value),
    octets.join('%2E'),
    octets.join('。'),
    octets.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ]
}

/** IPv6 addresses that lead to an IPv4 address. */
function embeddedIn(octets: readonly number[]): string[] {
  const dotted = octets.join('.')
  const hex = octets.map((octet) => octet.toString(16).padStart(2, '0'))
  const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
  return [
    `::ffff:${dotted}`,
    `::ffff:${groups}`,
    `0:0:0:0:0:ffff:${groups}`,
    `::${groups}`,
    `::ffff:0:${groups}`,
    `64:ff9b::${dotted}`,
    `64:ff9b::${groups}`,
    `64:ff9b:1::${groups}`,
    `2002:${groups}::1`,
    `2001:0:4136:e378:8000:63bf:${groups}`,
  ]
}
