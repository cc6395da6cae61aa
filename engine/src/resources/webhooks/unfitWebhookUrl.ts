/** Where webhooks may go: HTTPS, and no address of a private network that only the service reaches. */
import type { Settings } from '../../ports.ts'

const MAX_URL_LENGTH = 2_048

/**
 * Why a webhook cannot go there, or undefined. Names are not resolved here: the host that posts also refuses
 * names that resolve to private addresses.
 */
export function unfitWebhookUrl(text: string, settings: Settings): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `it is longer than ${MAX_URL_LENGTH} characters`
  if (!URL.canParse(text)) return 'it is not an absolute URL'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'it carries a user name or password'
  if (settings.allowsPrivateWebhooks && ['http:', 'https:'].includes(protocol)) return undefined
  if (protocol !== 'https:') return 'it is not https'
  if (isPrivateHost(hostname)) return 'its address is not public'
  return undefined
}

/** Names of one's own network; addresses that are not global unicast (RFC 6890). URL parsing has unified spellings. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPrivateV6(hostname.slice(1, -1))
  const octets = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(hostname)?.slice(1).map(Number)
  if (octets) return isPrivateV4(octets)
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name)
}

function isPrivateV4(octets: readonly number[]): boolean {
  const [a, b, c] = octets as [number, number, number, number]
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113) ||
    a >= 224
  )
}

/** Global unicast is 2000::/3; of it documentation (2001:db8::/32), 6to4 and Teredo reach other networks. */
function isPrivateV6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = Number.parseInt(first || '0', 16)
  if (head < 0x2000 || head > 0x3fff) return true
  return head === 0x2002 || (head === 0x2001 && ['', '0', 'db8'].includes(second))
}
