/** Configuration files for common static hosts, with the headers and redirects of our own server. */
import { documentFileOf } from '../content/routes.ts'
import {
  addressesOf,
  cacheControl,
  type Frames,
  type PagePolicy,
  securityHeaders,
  strictTransportSecurity,
  twinHeaders,
} from './securityHeaders.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Returns host files by path.
 * @param frames headers of the site's frames
 */
export function hostFiles(
  routes: readonly string[],
  policy: PagePolicy,
  frames: Frames = {},
): Record<string, string> {
  const headers = { ...securityHeaders(policy), 'Strict-Transport-Security': strictTransportSecurity }
  const redirects = routes.flatMap(redirectsTo)
  return {
    _headers: headersFile(headers, frames),
    _redirects: redirects
      .map(([from, to]) => `${from} ${to} 301`)
      .join('\n')
      .concat('\n'),
    'vercel.json': `${JSON.stringify(hostConfig(redirects, headers, frames), null, 2)}\n`,
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

const byAddress = (frames: Frames) =>
  Object.entries(frames).flatMap(([frame, own]) =>
    addressesOf(frame).map((address) => [address, own] as const),
  )

function headersFile(headers: Headers, frames: Frames): string {
  const lines = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines({ ...headers, 'Cache-Control': cacheControl.revalidated }),
    '/*.md',
    ...lines(twinHeaders),
    '/assets/*',
    '  ! Cache-Control',
    ...lines({ 'Cache-Control': cacheControl.hashed }),
    ...byAddress(frames).flatMap(([address, own]) => [
      address,
      ...Object.keys(own).map((name) => `  ! ${name}`),
      ...lines(own),
    ]),
    '',
  ].join('\n')
}

function hostConfig(redirects: readonly [string, string][], headers: Headers, frames: Frames) {
  const list = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([key, value]) => ({ key, value }))
  return {
    cleanUrls: true,
    redirects: redirects.map(([source, destination]) => ({ source, destination, permanent: true })),
    headers: [
      { source: '/(.*)', headers: list(headers) },
      { source: '/(.*)\\.md', headers: list(twinHeaders) },
      { source: '/assets/(.*)', headers: list({ 'Cache-Control': cacheControl.hashed }) },
      ...byAddress(frames).map(([source, own]) => ({ source, headers: list(own) })),
    ],
  }
}

function appConfig(headers: Headers, frames: Frames) {
  return {
    globalHeaders: { ...headers, 'Cache-Control': cacheControl.revalidated },
    routes: [
      { route: '/*.{md}', headers: twinHeaders },
      { route: '/assets/*', headers: { 'Cache-Control': cacheControl.hashed } },
      ...byAddress(frames).map(([route, own]) => ({ route, headers: own })),
    ],
    responseOverrides: { 404: { rewrite: '/404.html', statusCode: 404 } },
  }
}
