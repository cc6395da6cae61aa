/** Lets the browser keep the site for when there is no network. Nothing of it comes before the page is there and idle. */
import { WORKER } from '../offline/addresses.ts'
import { whenIdle } from './idle.ts'
import { type Connection, mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

export function offline({ document }: Pick<Site, 'document'>): void {
  const { serviceWorker, connection } = navigator as Partial<Navigator> & { connection?: Connection }
  // A development server has no worker, and neither has a site that says so in its configuration.
  if (!serviceWorker || !document.querySelector('link[rel=manifest]') || !mayPrefetch(connection)) return
  // A browser that refuses, as in private windows, reads as before.
  whenIdle(document, () => serviceWorker.register(WORKER).catch(() => {}))
}
