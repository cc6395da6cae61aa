/** Fetches the fragments of pages and keeps the latest ones. */

import type { Fragment } from '../app/fragment.ts'
import { fragmentPath } from '../app/routes.ts'

/** The server answered, but not with a fragment: the route is gone or the site was rebuilt. */
export class RouteFailure extends Error {}

const KEPT = 40
const cache = new Map<string, Promise<Fragment>>()

/**
 * The fragment of a route, from memory where possible. A failure is not kept.
 * @throws RouteFailure when the answer is no fragment; TypeError when the network fails.
 */
export function loadFragment(route: string): Promise<Fragment> {
  let fragment = cache.get(route)
  if (!fragment) {
    fragment = fetchFragment(route)
    cache.set(route, fragment)
    fragment.catch(() => cache.delete(route))
    if (cache.size > KEPT) cache.delete(cache.keys().next().value!)
  }
  return fragment
}

async function fetchFragment(route: string): Promise<Fragment> {
  const response = await fetch(fragmentPath(route))
  if (!response.ok) throw new RouteFailure(`${route} answered ${response.status}`)
  const fragment: Fragment | undefined = await response.json().catch(() => undefined)
  if (fragment?.route !== route) throw new RouteFailure(`${route} answered without a page`)
  return fragment
}
