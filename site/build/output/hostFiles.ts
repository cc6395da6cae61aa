/** Ready files for common static hosts: the same headers and redirects that our own server sends. */
import { cacheControl, securityHeaders, strictTransportSecurity } from './securityHeaders.ts'

const headers = { ...securityHeaders, 'Strict-Transport-Security': strictTransportSecurity }

/** Host files by path, for the routes of a site. */
export function hostFiles(routes: readonly string[]): Record<string, string> {
  const redirects = routes.flatMap(redirectsTo)
  return {
    _headers: headersFile(),
    _redirects: redirects
      .map(([from, to]) => `${from} ${to} 301`)
      .join('\n')
      .concat('\n'),
    'vercel.json': `${JSON.stringify(hostConfig(redirects), null, 2)}\n`,
    'staticwebapp.config.json': `${JSON.stringify(appConfig(), null, 2)}\n`,
  }
}

/** Other ways to write a route, and the route. */
function redirectsTo(route: string): [from: string, to: string][] {
  if (route === '/') return [['/index.html', '/']]
  const bare = route.replace(/\/$/, '')
  return [
    [`${bare}.html`, route],
    [`${bare}/index.html`, route],
  ]
}

function headersFile(): string {
  const lines = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines({ ...headers, 'Cache-Control': cacheControl.revalidated }),
    '/assets/*',
    '  ! Cache-Control',
    ...lines({ 'Cache-Control': cacheControl.hashed }),
    '',
  ].join('\n')
}

function hostConfig(redirects: readonly [string, string][]) {
  const list = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([key, value]) => ({ key, value }))
  return {
    cleanUrls: true,
    redirects: redirects.map(([source, destination]) => ({ source, destination, permanent: true })),
    headers: [
      { source: '/(.*)', headers: list(headers) },
      { source: '/assets/(.*)', headers: list({ 'Cache-Control': cacheControl.hashed }) },
    ],
  }
}

function appConfig() {
  return {
    globalHeaders: { ...headers, 'Cache-Control': cacheControl.revalidated },
    routes: [{ route: '/assets/*', headers: { 'Cache-Control': cacheControl.hashed } }],
    responseOverrides: { 404: { rewrite: '/404.html', statusCode: 404 } },
  }
}
