import { normalizePath } from '../../config/routes.ts'

/** A link that in-site navigation may follow. */
export interface InternalLink {
  readonly route: string
  readonly hash: string
  readonly search: string
}

/**
 * Target of a link within the site. Undefined for links that the browser must follow: another origin, a new window, a
 * download, a file with an extension.
 */
export function internalLink(anchor: HTMLAnchorElement, origin = location.origin): InternalLink | undefined {
  if (anchor.origin !== origin || anchor.hasAttribute('download')) return undefined
  if ((anchor.target && anchor.target !== '_self') || /\bexternal\b/.test(anchor.rel)) return undefined
  const route = normalizePath(anchor.pathname)
  if (/\.[a-z0-9]+$/i.test(route)) return undefined
  return { route, hash: anchor.hash, search: anchor.search }
}
