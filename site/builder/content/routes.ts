/** Maps content files to routes and routes to output files. */

/** `concepts/wallets.mdx` → `/concepts/wallets`; `index.mdx` → `/`. The path is below the content folder. */
export function routeOfFile(path: string): string {
  const name = path.replace(/\.mdx$/, '').replace(/(^|\/)index$/, '')
  return `/${name}`
}

/** The route that static hosts use for the not-found page. It has no public URL, and nothing links to it. */
export const NOT_FOUND_ROUTE = '/404'

/**
 * The file that every static host serves for a route without a redirect: `/concepts/wallets` →
 * `concepts/wallets.html`; `/api/` → `api/index.html`; `/` → `index.html`.
 */
export function documentFileOf(route: string): string {
  const path = route.slice(1)
  return route.endsWith('/') ? `${path}index.html` : `${path}.html`
}

/** Adds a version's path to a route: `/v/1.0` + `/concepts/wallets`. The latest version's path is `''`. */
export function versionedRoute(path: string, route: string): string {
  return path === '' ? route : route === '/' ? path : `${path}${route}`
}

/** `/a#b` → `/a`, `#b`. */
export function splitHash(href: string): [path: string, hash: string] {
  const at = href.indexOf('#')
  return at < 0 ? [href, ''] : [href.slice(0, at), href.slice(at)]
}
