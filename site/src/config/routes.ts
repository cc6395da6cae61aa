/** Maps between routes, URLs and fragment files, for the build and the browser. */

/** The route of the API reference. */
export const API_ROUTE = '/api/'

/** Routes that keep their trailing slash. */
const SLASHED = new Set(['/', API_ROUTE])

/**
 * Normalizes a requested path to a route: removes `.html`, `index`, and repeated or trailing slashes.
 * `/concepts/wallets/index.html` → `/concepts/wallets`; `/api` → `/api/`. Routes stay the same.
 */
export function normalizePath(path: string): string {
  const bare = path.replace(/\/{2,}/g, '/').replace(/(?:\/|\/index|\.html)+$/i, '')
  return SLASHED.has(`${bare}/`) ? `${bare}/` : bare
}

/**
 * Whether in-site navigation can lead from one route to the other. The API reference is a separate document: browsers
 * paint its 330 KB while they arrive, and no other page needs its style sheets.
 */
export const shareDocument = (from: string, to: string): boolean =>
  (from === API_ROUTE) === (to === API_ROUTE)

/** URL of a route's fragment: `/` → `/_p/index.json`, `/api/` → `/_p/api/index.json`. */
export function fragmentPath(route: string): string {
  return `/_p${route.endsWith('/') ? `${route}index` : route}.json`
}

/** URL of a route's Markdown twin: `/` → `/index.md`, `/concepts/wallets` → `/concepts/wallets.md`. */
export function markdownPath(route: string): string {
  return `${route.endsWith('/') ? `${route}index` : route}.md`
}

/** Decodes a URL hash to an id: `#a%20b` → `a b`. Keeps invalid escapes. */
export const idOfHash = (hash: string): string => decoded(hash.replace(/^#/, ''))

/** Decodes a part of a URL. Keeps invalid escapes. */
export function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
