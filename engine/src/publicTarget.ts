/**
 * Where the engine lets callers point it: webhooks, issuers and the documents that issuers name. Whoever may choose an
 * address that the server then asks could otherwise reach what stands in the server's own network (CWE-918).
 *
 * Names are not resolved here: the host that connects looks at the addresses that come out, with `isPublicAddress`.
 */
import ipaddr from 'ipaddr.js'
import type { Settings } from './ports.ts'

const MAX_LENGTH = 2_048

/**
 * Why an address cannot be asked, or undefined. URL parsing (WHATWG URL §3.5) has made one of the spellings of a host:
 * decimal, octal, hexadecimal and shortened IPv4, IPv6 in any form, full-width and percent-encoded letters.
 */
export function unfitTarget(text: string, settings: Settings): string | undefined {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  if (!URL.canParse(text)) return 'it is not an absolute URL'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'it carries a user name or password'
  if (settings.allowsPrivateTargets && protocol === 'http:') return undefined
  if (protocol !== 'https:') return 'it is not https'
  if (!settings.allowsPrivateTargets && !isPublicHost(hostname)) return 'its address is not public'
  return undefined
}

/** Names that no public resolver answers: RFC 6761, RFC 6762 with its appendix G, RFC 8375, and ICANN's `internal`. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
]

function isPublicHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return isPublicAddress(literal)
  // One dot at the end says that the name is complete; more of them, or an empty label, are no name at all.
  const labels = hostname.replace(/\.$/, '').toLowerCase().split('.')
  if (labels.length < 2 || labels.includes('')) return false
  const name = `.${labels.join('.')}`
  return !PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its number, but answered by the platform on which a virtual machine runs. */
const METADATA = new Set(['168.63.129.16'])

/**
 * Whether a literal IP address is reached over the public internet (RFC 6890): of IPv6 only global unicast, so that
 * nothing passes that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}
