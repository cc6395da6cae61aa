/** Headers of the production build: an injected script could use the session, and users could be tricked into clicks in a framed page. */
import type { Settings } from '../keywright.ts'

/** @param nonce allows the inline scripts that have it */
export function securityHeaders(setting: Settings, nonce?: string): Record<string, string> {
  const { RPC_URL = '' } = process.env
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${nonce ? `'nonce-${nonce}'` : ''}`,
    `connect-src 'self' ${setting('KEYWRIGHT_BASE_URL')} ${RPC_URL}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.map((directive) => directive.trim()).join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
