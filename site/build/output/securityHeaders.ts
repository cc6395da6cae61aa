/** Headers that every response carries, on our own server and on static hosts. */
import { createHash } from 'node:crypto'
import type { AssistantConfig, SearchConfig } from '../../src/config/types.ts'
import { LOOPBACK_SOURCES } from '../../src/reference/server/target.ts'
import { hostOf } from '../../src/search/hosted.ts'

/** What differs from site to site in the policy of its pages. */
export interface PagePolicy {
  readonly search?: Pick<SearchConfig, 'appId'> | undefined
  readonly assistant?: AssistantConfig | undefined
  /** The script that stands in every document, and the styles of which each holds one. */
  readonly inline?: { readonly script: string; readonly styles: readonly string[] } | undefined
}

/**
 * What a page may do: run and show what the site serves, the inline script and style sheets with these hashes, and one frame
 * of its own. Requests go to the site, to servers on loopback (the API console), and to a hosted search or assistant if the
 * site configures one.
 */
export const contentSecurityPolicy = ({ search, assistant, inline }: PagePolicy = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inline ? ` ${hashSource(inline.script)}` : ''}`,
    ["style-src 'self'", ...new Set(inline?.styles.map(hashSource))].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    [
      "connect-src 'self'",
      ...LOOPBACK_SOURCES,
      ...(search?.appId ? [hostOf(search.appId)] : []),
      ...originOf(assistant),
    ].join(' '),
    "worker-src 'self'",
    // Those of `Frames` below.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Of a hosted assistant elsewhere. */
const originOf = (assistant: AssistantConfig | undefined): string[] =>
  assistant && URL.canParse(assistant.endpoint) ? [new URL(assistant.endpoint).origin] : []

/** The hash of an inline text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
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

/** Only for sites reached by https: two years, subdomains included. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains'

/** Files whose name carries a hash of their content never change; everything else is asked for again. */
export const cacheControl = {
  hashed: 'public, max-age=31536000, immutable',
  revalidated: 'no-cache',
} as const

/** Of Markdown twins. Search engines list the page and leave its twin out. */
export const twinHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/markdown; charset=utf-8',
  'X-Robots-Tag': 'noindex',
}

/** True for the address of a file with a hash in its name. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/** Headers of the site's frames, which replace those of pages. By address, as a page requests it. */
export type Frames = Readonly<Record<string, Readonly<Record<string, string>>>>

export const RUNNER_FRAME = '/runner/frame'
export const FRAMES: readonly string[] = [RUNNER_FRAME]

/** Of a frame, and of its file: which of the two a host answers without a redirect differs. */
export const addressesOf = (frame: string): readonly [string, string] => [frame, `${frame}.html`]
