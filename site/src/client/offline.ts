/** Lets the browser keep the site for when there is no network. Nothing of it comes before the page is there and idle. */
import { WORKER } from '../offline/addresses.ts'
import { whenIdle } from './idle.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

export function offline({ document }: Pick<Site, 'document'>): void {
  // A development server has no worker, and neither has a site that says so in its configuration.
  if (!document.querySelector('link[rel=manifest]') || !mayPrefetch()) return
  // A browser that refuses, as in private windows, or has none of it, reads as before.
  whenIdle(document, () => register().catch(() => {}))
}

/** Rejects whatever the browser does: without permission for its storage even a look at its workers throws. */
const register = async () => navigator.serviceWorker.register(WORKER)
