/** Fetches the fragments of pages and keeps the latest ones. */

import type { Fragment } from '../app/fragment.ts'
import { fragmentPath } from '../app/routes.ts'

/** The server answered that there is no such page. */
export class PageMissing extends Error {}

/** The server answered, but not with the fragment: the site was rebuilt, or something stands between. */
export class RouteFailure extends Error {}

export interface Fragments {
  /**
   * The fragment of a route, from memory where possible. A failure is not kept.
   * @throws PageMissing, RouteFailure, or TypeError when the network fails
   */
  load(route: string): Promise<Fragment>
}

const KEPT = 40

/** @param shell language and script of the document: fragments of another build or language are none for it */
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
  if (!response.ok) throw new RouteFailure(`${route} answered ${response.status}`)
  const fragment: Fragment | undefined = await response.json().catch(() => undefined)
  if (fragment?.route !== route || typeof fragment.main !== 'string' || !fragment.navbar)
    throw new RouteFailure(`${route} answered without a page`)
  if (shell && fragment.shell && shell !== fragment.shell)
    throw new RouteFailure(`${route} is of another build`)
  return fragment
}
