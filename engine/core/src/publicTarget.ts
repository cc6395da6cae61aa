/**
 * Decides which URLs a caller may make the server request: webhooks, issuers and the documents that issuers name.
 * Without this check, a caller could reach hosts in the server's own network (CWE-918).
 *
 * Names are not resolved here: the host that connects checks the resolved addresses with `isPublicAddress`.
 */
import { limits } from '@keywright/contract'
import ipaddr from 'ipaddr.js'
import type { Settings } from './ports.ts'

/**
 * Why a URL must not be requested, or undefined. URL parsing (WHATWG URL §3.5) normalizes the spelling of a host:
 * decimal, octal, hexadecimal and shortened IPv4, IPv6 in any form, full-width and percent-encoded letters.
 */
export function unfitTarget(text: string, settings: Settings): string | undefined {
  if (text.length > limits.urlLength) return `it is longer than ${limits.urlLength} characters`
  if (!URL.canParse(text)) return 'it is not an absolute URL'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'it carries a user name or password'
  if (settings.allowsPrivateTargets && protocol === 'http:') return undefined
  if (protocol !== 'https:') return 'it is not https'
  if (!settings.allowsPrivateTargets && !isPublicHost(hostname)) return NOT_PUBLIC
  return undefined
}

/** Why no webhook may be delivered to a URL, or undefined. Operators can allow hosts of their own network. */
export function unfitWebhook(text: string, settings: Settings): string | undefined {
  const reason = unfitTarget(text, settings)
  if (reason !== NOT_PUBLIC) return reason
  return settings.internalWebhookHosts?.includes(new URL(text).hostname) ? undefined : reason
}

const NOT_PUBLIC = 'its address is not public'

/** Names that no public resolver answers: RFC 6761, RFC 6762 appendix G, RFC 8375, and ICANN's `internal`. */
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
  // One trailing dot marks a fully qualified name. More dots or an empty label are invalid.
  const labels = hostname.replace(/\.$/, '').toLowerCase().split('.')
  if (labels.length < 2 || labels.includes('')) return false
  const name = `.${labels.join('.')}`
  return !PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public addresses that lead to the metadata service of a cloud platform. */
const METADATA = new Set(['168.63.129.16'])

/**
 * Whether a literal IP address is reached over the public internet (RFC 6890). For IPv6, only global unicast, which
 * excludes all forms that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}
