/** Headers of every response, on our own server and on static hosts. */
import { createHash } from 'node:crypto'
import type { AssistantConfig, SearchConfig } from '../../src/config/types.ts'
import { hostOf } from '../../src/search/hosted.ts'

/** Site-specific parts of the content security policy. */
export interface PagePolicy {
  readonly search?: Pick<SearchConfig, 'appId'> | undefined
  readonly assistant?: AssistantConfig | undefined
  /** The inline scripts of all documents, and the inline styles, one per document. */
  readonly inline?: { readonly scripts: readonly string[]; readonly styles: readonly string[] } | undefined
}

/**
 * The content security policy: allows the site's own files and frame, and inline script and styles by hash. Requests can
 * reach the site and the configured hosted search and assistant.
 */
export const contentSecurityPolicy = ({ search, assistant, inline }: PagePolicy = {}): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...(inline?.scripts.map(hashSource) ?? [])].join(' '),
    ["style-src 'self'", ...new Set(inline?.styles.map(hashSource))].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...(search?.appId ? [hostOf(search.appId)] : []), ...originOf(assistant)].join(
      ' ',
    ),
    "worker-src 'self'",
    // See `OwnHeaders` below.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Origin of a hosted assistant. */
const originOf = (assistant: AssistantConfig | undefined): string[] =>
  assistant && URL.canParse(assistant.endpoint) ? [new URL(assistant.endpoint).origin] : []

/** Hash source of an inline text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
}

export const securityHeaders = (policy: PagePolicy = {}): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(policy),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/** For https only: two years, including subdomains. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains'

/** Caches files with a hash in their name forever and revalidates everything else. */
export const cacheControl = {
  hashed: 'public, max-age=31536000, immutable',
  revalidated: 'no-cache',
} as const

/** Headers of Markdown twins. Search engines index only the page. */
export const twinHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/markdown; charset=utf-8',
  'X-Robots-Tag': 'noindex',
}

/** Whether a path has a hash in its file name. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/** Headers of frames by requested path. They replace those for all pages. */
export type OwnHeaders = Readonly<Record<string, Readonly<Record<string, string>>>>

export const RUNNER_FRAME = '/runner/frame'

/** Paths of a page or frame: hosts differ in which of them they serve without a redirect. */
export const addressesOf = (path: string): readonly [string, string] => [
  path,
  `${path.endsWith('/') ? `${path}index` : path}.html`,
]
