/** Media types by file extension. */

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

/** RFC 9727 specifies the file name without an extension. */
const LINKSET = 'application/linkset+json'

/** Media type of a path, or `application/octet-stream`. */
export function contentTypeOf(path: string): string {
  if (path.endsWith('/.well-known/api-catalog')) return LINKSET
  return types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

/** Whether compression makes a file smaller: texts, unlike pictures and fonts. */
export const isText = (path: string): boolean => /charset|svg|json/.test(contentTypeOf(path))
