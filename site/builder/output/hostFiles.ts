/** Configuration files for common static hosts, with the headers and redirects of our own server. */
import { documentFileOf } from '../content/routes.ts'
import {
  addressesOf,
  cacheControl,
  type OwnHeaders,
  type PagePolicy,
  securityHeaders,
  strictTransportSecurity,
  twinHeaders,
} from './securityHeaders.ts'

type Headers = Readonly<Record<string, string>>

/** Encodings of compressed copies by their extension (`precompress.ts`), in the order of preference. */
export const COMPRESSED = { br: 'br', gz: 'gzip' } as const

/** These hosts compress by themselves, so nothing links to the copies. */
const copies = Object.entries(COMPRESSED).map(
  ([extension, encoding]) =>
    [
      extension,
      { 'Content-Encoding': encoding, Vary: 'Accept-Encoding', 'X-Robots-Tag': 'noindex' },
    ] as const,
)

/** Files for hosts, not for readers. */
export const HOST_FILES = ['_headers', '_redirects', 'vercel.json', 'staticwebapp.config.json'] as const
type HostFile = (typeof HOST_FILES)[number]

/**
 * Returns host files by path.
 * @param twins addresses of the pages as Markdown
 * @param frames headers of the site's frames
 */
export function hostFiles(
  routes: readonly string[],
  twins: readonly string[],
  policy: PagePolicy,
  frames: OwnHeaders = {},
): Record<HostFile, string> {
  const headers = { ...securityHeaders(policy), 'Strict-Transport-Security': strictTransportSecurity }
  const redirects = routes.flatMap(redirectsTo)
  const addresses = [...routes, ...twins]
  return {
    _headers: headersFile(headers, frames),
    _redirects: [...redirects, ...addresses.flatMap(commonCases)]
      .map(([from, to]) => `${from} ${to} 301`)
      .join('\n')
      .concat('\n'),
    'vercel.json': `${JSON.stringify(hostConfig([...redirects, ...addresses.flatMap(anyCase)], headers, frames), null, 2)}\n`,
    'staticwebapp.config.json': `${JSON.stringify(appConfig(headers, frames), null, 2)}\n`,
  }
}

/**
 * Redirects from a route's file and folder to the route. Hosts handle trailing slashes themselves: most treat `/x/` as
 * `/x` in rules, so a rule would cause a redirect loop.
 */
function redirectsTo(route: string): [from: string, to: string][] {
  const file = `/${documentFileOf(route)}`
  if (route.endsWith('/')) return [[file, route]]
  return [
    [file, route],
    [`${route}/index.html`, route],
  ]
}

/**
 * Redirects from the usual other spellings of a route or twin, for hosts without patterns: all lower-case, all capitals, and
 * words that begin with a capital. The not-found page leads from the rest.
 */
function commonCases(address: string): [from: string, to: string][] {
  const [path = '', extension = ''] = address.replace(/(?<=.)\/$/, '').split(/(?=\.md$)/)
  const capitalized = path.replace(/(?<=[/-])[a-z]/g, (letter) => letter.toUpperCase())
  const spelled = [path.toLowerCase(), path.toUpperCase(), capitalized].map((one) => one + extension)
  const others = new Set([...spelled, (path + extension).toUpperCase()])
  others.delete(path + extension)
  return [...others].map((from) => [from, address])
}

/** A redirect from every other spelling of a route or twin, for hosts with patterns. */
function anyCase(address: string): [from: string, to: string][] {
  const path = address.slice(1).replace(/\/$/, '').replaceAll('.', '\\.')
  if (path === '') return []
  const letters = path.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  return [[`/((?!${path}$)${letters})`, address]]
}

const byAddress = (own: OwnHeaders) =>
  Object.entries(own).flatMap(([path, headers]) =>
    addressesOf(path).map((address) => [address, headers] as const),
  )

function headersFile(headers: Headers, own: OwnHeaders): string {
  const lines = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines({ ...headers, 'Cache-Control': cacheControl.revalidated }),
    '/*.md',
    ...lines(twinHeaders),
    ...copies.flatMap(([extension, own]) => [`/*.${extension}`, ...lines(own)]),
    '/assets/*',
    '  ! Cache-Control',
    ...lines({ 'Cache-Control': cacheControl.hashed }),
    ...byAddress(own).flatMap(([address, replaced]) => [
      address,
      ...Object.keys(replaced).map((name) => `  ! ${name}`),
      ...lines(replaced),
    ]),
    '',
  ].join('\n')
}

function hostConfig(redirects: readonly [string, string][], headers: Headers, own: OwnHeaders) {
  const list = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([key, value]) => ({ key, value }))
  return {
    cleanUrls: true,
    redirects: redirects.map(([source, destination]) => ({ source, destination, permanent: true })),
    headers: [
      { source: '/(.*)', headers: list(headers) },
      { source: '/(.*)\\.md', headers: list(twinHeaders) },
      ...copies.map(([extension, own]) => ({ source: `/(.*)\\.${extension}`, headers: list(own) })),
      { source: '/assets/(.*)', headers: list({ 'Cache-Control': cacheControl.hashed }) },
      ...byAddress(own).map(([source, replaced]) => ({ source, headers: list(replaced) })),
    ],
  }
}

function appConfig(headers: Headers, own: OwnHeaders) {
  return {
    globalHeaders: { ...headers, 'Cache-Control': cacheControl.revalidated },
    routes: [
      { route: '/*.{md}', headers: twinHeaders },
      ...copies.map(([extension, own]) => ({ route: `/*.{${extension}}`, headers: own })),
      { route: '/assets/*', headers: { 'Cache-Control': cacheControl.hashed } },
      ...byAddress(own).map(([route, replaced]) => ({ route, headers: replaced })),
    ],
    responseOverrides: { 404: { rewrite: '/404.html', statusCode: 404 } },
  }
}
