/** Serves a built site like a static host: exact routes, redirects, a real 404. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import compression from 'compression'
import Negotiator from 'negotiator'
import sirv from 'sirv'
import { normalizePath } from '../../src/config/routes.ts'
import { documentFileOf, NOT_FOUND_ROUTE } from '../content/routes.ts'
import { COMPRESSED, HOST_FILES } from '../output/hostFiles.ts'
import {
  cacheControl,
  isHashed,
  RUNNER_FRAME,
  securityHeaders,
  strictTransportSecurity,
  twinHeaders,
} from '../output/securityHeaders.ts'
import { contentTypeOf } from './contentTypes.ts'

type Headers = Readonly<Record<string, string>>
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Responses without a compressed copy (`precompress.ts`) are compressed when they are sent. Smaller ones don't benefit. */
const COMPRESS_FROM_BYTES = 512

/** In the order of preference. */
const ENCODINGS = [...Object.values(COMPRESSED), 'identity']

/** Creates a handler for the site in a folder. */
export function siteHandler(dir: string): Handler {
  const { pages, own } = builtHeaders(dir)
  // `dev` looks up files on each request, so that a new build needs no restart.
  const sendFile = sirv(dir, {
    dev: true,
    etag: true,
    extensions: [],
    brotli: true,
    gzip: true,
    setHeaders: describe,
  })
  const compress = compression({ threshold: COMPRESS_FROM_BYTES })
  return (request, response) => {
    setSecurityHeaders(request, response, pages)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('Method not allowed\n')
      return
    }
    const [rawPath = '/', query] = splitOnce(request.url ?? '/', '?')
    const path = decodePath(rawPath)
    const route = path === undefined ? NOT_FOUND_ROUTE : normalizePath(path)
    setHeaders(response, (path && own.get(path)) || {})
    acceptOne(request, response)
    compress(request, response, () => {
      const notFound = () => {
        const other = path === undefined ? undefined : inOtherCase(dir, route)
        if (other === undefined) sendNotFound(dir, request, response)
        else redirect(other, query, response)
      }
      if (route !== NOT_FOUND_ROUTE && existsSync(join(dir, documentFileOf(route)))) {
        // Redirect URLs with unnecessary escapes.
        if (rawPath !== encodeURI(route)) return redirect(route, query, response)
        request.url = encodeURI(`/${documentFileOf(route)}`)
      } else if (path === undefined || isInternal(path)) return notFound()
      sendFile(request, response, notFound)
    })
  }
}

/**
 * Leaves one encoding to choose from, because `sirv` only looks for names in the header and would send what the client
 * refuses with `q=0`.
 */
function acceptOne(request: IncomingMessage, response: ServerResponse): void {
  request.headers['accept-encoding'] = new Negotiator(request).encoding(ENCODINGS, ENCODINGS) ?? 'identity'
  response.setHeader('Vary', 'Accept-Encoding')
}

/** Sets content type and cache headers of a file. */
function describe(response: ServerResponse, path: string): void {
  response.setHeader('Content-Type', contentTypeOf(path))
  response.setHeader('Cache-Control', isHashed(path) ? cacheControl.hashed : cacheControl.revalidated)
  if (path.endsWith('.md')) setHeaders(response, twinHeaders)
}

/** The bundler's manifest, host files and compressed copies have no address of their own. */
const isInternal = (path: string): boolean =>
  (path.startsWith('/.') && !path.startsWith('/.well-known/')) ||
  ['404.html', ...HOST_FILES].some((name) => path === `/${name}`) ||
  Object.keys(COMPRESSED).some((extension) => path.endsWith(`.${extension}`))

/** Reads the headers that the build wrote for static hosts, to serve the same ones. */
function builtHeaders(dir: string): { pages: Headers; own: ReadonlyMap<string, Headers> } {
  const file = join(dir, 'staticwebapp.config.json')
  if (!existsSync(file)) return { pages: securityHeaders(), own: new Map() }
  const { globalHeaders, routes = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
    globalHeaders: Headers
    routes?: readonly { route: string; headers: Headers }[]
  }
  const policy = globalHeaders['Content-Security-Policy']
  return {
    pages: { ...securityHeaders(), ...(policy ? { 'Content-Security-Policy': policy } : {}) },
    own: new Map(
      routes.filter(({ route }) => !route.includes('*')).map(({ route, headers }) => [route, headers]),
    ),
  }
}

function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function setSecurityHeaders(request: IncomingMessage, response: ServerResponse, headers: Headers): void {
  setHeaders(response, headers)
  const isHttps = 'encrypted' in request.socket || request.headers['x-forwarded-proto'] === 'https'
  if (isHttps) response.setHeader('Strict-Transport-Security', strictTransportSecurity)
}

/** The route or Markdown twin that differs from an unknown one only in letter case. */
function inOtherCase(dir: string, route: string): string | undefined {
  const find = (file: string) => fileInOtherCase(dir, file.split('/'))
  const twin = /\.md$/i.test(route) ? find(route.slice(1)) : undefined
  // Other Markdown files belong to no page.
  const isTwin = twin !== undefined && existsSync(join(dir, twin.replace(/md$/, 'html')))
  const files = isTwin ? [twin] : [route, `${route}/`].map((one) => find(documentFileOf(one)))
  const found = files.find((file) => file !== undefined && !isInternal(file))
  const other = found && normalizePath(found)
  return other === route || other === RUNNER_FRAME ? undefined : other
}

/** @param names of folders and of the file @returns its path below `dir`, with a leading slash */
function fileInOtherCase(dir: string, [name, ...rest]: readonly string[]): string | undefined {
  if (name === undefined) return ''
  const entries = existsSync(dir) ? readdirSync(dir, { withFileTypes: true }) : []
  const entry = entries.find(
    (one) => one.name.toLowerCase() === name.toLowerCase() && one.isDirectory() === rest.length > 0,
  )
  const below = entry && fileInOtherCase(join(dir, entry.name), rest)
  return below === undefined ? undefined : `/${entry!.name}${below}`
}

function redirect(route: string, query: string | undefined, response: ServerResponse): void {
  // A leading double slash would redirect to another host. Normalized routes have none.
  response.writeHead(301, {
    Location: encodeURI(route) + (query === undefined ? '' : `?${query}`),
    'Cache-Control': cacheControl.revalidated,
  })
  response.end()
}

function sendNotFound(dir: string, request: IncomingMessage, response: ServerResponse): void {
  const file = join(dir, '404.html')
  const [type, body] = existsSync(file) ? ['html', readFileSync(file)] : ['plain', 'Not found\n']
  response.writeHead(404, {
    'Content-Type': `text/${type}; charset=utf-8`,
    'Cache-Control': cacheControl.revalidated,
    'Content-Length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Decodes a path. Returns undefined for malformed escapes and path traversal. */
export function decodePath(raw: string): string | undefined {
  try {
    const path = decodeURIComponent(raw)
    return path.startsWith('/') && !path.split('/').includes('..') ? path : undefined
  } catch {
    return undefined
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
