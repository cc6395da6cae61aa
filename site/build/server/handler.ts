/** Answers requests for a built site the way a static host does: exact routes, redirects, a real 404. */
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { normalizePath } from '../../src/app/routes.ts'
import { documentFileOf, NOT_FOUND_ROUTE } from '../content/routes.ts'
import {
  addressesOf,
  cacheControl,
  FRAMES,
  isHashed,
  securityHeaders,
  strictTransportSecurity,
  twinHeaders,
} from '../output/securityHeaders.ts'
import { chooseEncoding, FileStore, type ServedFile } from './files.ts'

type Headers = Readonly<Record<string, string>>
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A handler for the site in a folder. */
export function siteHandler(dir: string): Handler {
  const files = new FileStore(dir)
  const { pages, frames } = builtHeaders(dir)
  return async (request, response) => {
    setSecurityHeaders(request, response, pages)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('Method not allowed\n')
      return
    }
    const [rawPath = '/', query] = splitOnce(request.url ?? '/', '?')
    const path = decodePath(rawPath)
    if (path === undefined) return sendNotFound(files, request, response)
    setHeaders(response, frames.get(path) ?? {})
    const route = normalizePath(path)
    const page = route === NOT_FOUND_ROUTE ? undefined : await files.find(`/${documentFileOf(route)}`)
    if (page !== undefined) {
      // Letters that are written as escapes make another address of the same page.
      if (rawPath === encodeURI(route)) return send(page, 200, path, request, response)
      redirect(route, query, response)
      return
    }
    const file = isInternal(path) ? undefined : await files.find(path)
    return file === undefined
      ? sendNotFound(files, request, response)
      : send(file, 200, path, request, response)
  }
}

/** The manifest of the bundler and host files are not for readers. */
const isInternal = (path: string): boolean =>
  (path.startsWith('/.') && !path.startsWith('/.well-known/')) ||
  /^\/(?:_headers|_redirects|404\.html|vercel\.json|staticwebapp\.config\.json)$/.test(path)

/** The headers that the build wrote for static hosts, so that what is served here is what is served there. */
function builtHeaders(dir: string): { pages: Headers; frames: ReadonlyMap<string, Headers> } {
  const file = join(dir, 'staticwebapp.config.json')
  if (!existsSync(file)) return { pages: securityHeaders(), frames: new Map() }
  const { globalHeaders, routes = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
    globalHeaders: Headers
    routes?: readonly { route: string; headers: Headers }[]
  }
  const policy = globalHeaders['Content-Security-Policy']
  return {
    pages: { ...securityHeaders(), ...(policy ? { 'Content-Security-Policy': policy } : {}) },
    frames: new Map(
      routes
        .filter(({ route }) => FRAMES.flatMap(addressesOf).includes(route))
        .map(({ route, headers }) => [route, headers]),
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

function redirect(route: string, query: string | undefined, response: ServerResponse): void {
  // A leading double slash would name another host; normalized routes have none.
  response.writeHead(301, {
    Location: encodeURI(route) + (query === undefined ? '' : `?${query}`),
    'Cache-Control': cacheControl.revalidated,
  })
  response.end()
}

async function sendNotFound(
  files: FileStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const page = await files.find('/404.html')
  if (page !== undefined) return send(page, 404, '/404.html', request, response)
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('Not found\n')
}

async function send(
  file: ServedFile,
  status: number,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = file.varies ? chooseEncoding(request.headers['accept-encoding']?.toString()) : 'identity'
  // Each form has its own tag: a cache must not take one for the other.
  // Weak where the bytes of a form may still become fewer (RFC 9110 §8.8.1).
  const etag = encoding === 'identity' ? `"${file.etag}"` : `W/"${file.etag}-${encoding}"`
  response.setHeader('Content-Type', file.contentType)
  response.setHeader('Cache-Control', isHashed(path) ? cacheControl.hashed : cacheControl.revalidated)
  response.setHeader('ETag', etag)
  if (path.endsWith('.md')) setHeaders(response, twinHeaders)
  if (file.varies) response.setHeader('Vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  const body = await file.body(encoding)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}

/** The path with its escapes resolved; undefined for malformed escapes and paths that climb. */
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
