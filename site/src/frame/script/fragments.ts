/** Fetches and caches the fragments of pages. */

import { fragmentPath } from '../../config/routes.ts'
import type { Fragment } from '../fragment.ts'

/** The server returned 404. */
export class PageMissing extends Error {}

/** The response isn't the fragment, because the site was rebuilt or a proxy interfered. */
export class RouteFailure extends Error {}

export interface Fragments {
  /**
   * Returns the fragment of a route, cached if possible. Failures aren't cached.
   * @throws PageMissing, RouteFailure, or TypeError if the network fails
   */
  load(route: string): Promise<Fragment>
}

const KEPT = 40

/** @param shell script of the document, to reject fragments of another build */
export function createFragments(ask: (address: string) => Promise<Response>, shell?: string): Fragments {
  const kept = new Map<string, Promise<Fragment>>()
  return {
    load(route) {
      let fragment = kept.get(route)
      if (!fragment) {
        fragment = fetchFragment(route, ask, shell)
        kept.set(route, fragment)
        fragment.catch(() => kept.delete(route))
        if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
      }
      return fragment
    },
  }
}

async function fetchFragment(
  route: string,
  ask: (address: string) => Promise<Response>,
  shell: string | undefined,
): Promise<Fragment> {
  const response = await ask(fragmentPath(route))
  if (response.status === 404) throw new PageMissing()
  if (!response.ok) throw new RouteFailure(`${route} returned ${response.status}`)
  const fragment: Fragment | undefined = await response.json().catch(() => undefined)
  if (fragment?.route !== route || typeof fragment.main !== 'string' || !fragment.navbar)
    throw new RouteFailure(`${route} returned no page`)
  if (shell && fragment.shell && shell !== fragment.shell)
    throw new RouteFailure(`${route} is from another build`)
  return fragment
}
