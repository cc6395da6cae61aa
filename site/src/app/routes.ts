/** How routes, addresses and fragment files correspond. Used by the build and in the browser. */

/** Routes that keep their trailing slash. */
const SLASHED = new Set(['/', '/api/'])

/**
 * The route that a requested path means: without `.html`, `index`, doubled or stray slashes, however many of them stand
 * at its end. `/concepts/wallets/index.html` → `/concepts/wallets`; `/api` → `/api/`. A route is its own.
 */
export function normalizePath(path: string): string {
  const bare = path.replace(/\/{2,}/g, '/').replace(/(?:\/|\/index|\.html)+$/i, '')
  return SLASHED.has(`${bare}/`) ? `${bare}/` : bare
}

/** Address of a route's fragment: `/` → `/_p/index.json`, `/api/` → `/_p/api/index.json`. */
export function fragmentPath(route: string): string {
  return `/_p${route.endsWith('/') ? `${route}index` : route}.json`
}

/** Address of a route's Markdown twin: `/` → `/index.md`, `/concepts/wallets` → `/concepts/wallets.md`. */
export function markdownPath(route: string): string {
  return `${route.endsWith('/') ? `${route}index` : route}.md`
}

/** The id that the hash of an address names: `#a%20b` → `a b`. Escapes that are none stand for themselves. */
export const idOfHash = (hash: string): string => decoded(hash.replace(/^#/, ''))

/** The text of a part of an address. Escapes that are none stand for themselves. */
export function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
