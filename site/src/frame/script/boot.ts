/**
 * Entry point of the script. Waits for the first paint, because the content needs no script. A hidden page never
 * paints, so it starts immediately.
 */

import { whenIdle } from '../../shared/idle.ts'
import { pageStorage } from '../../shared/storage.ts'
import { createSite, startCalls } from './createSite.ts'
import type { Site } from './site.ts'

function start(): void {
  const site = createSite(document, history, pageStorage)
  whenIdle(document, () => void complete(site))
}

async function complete(site: Site): Promise<void> {
  // If they can't load, the page works without them.
  const more = await import('./lateParts.ts').catch(() => undefined)
  if (more) site.add(more.lateParts(document))
  document.documentElement.dataset.site = 'complete'
}

if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))

// Readers of the reference type into its filter as soon as they see it.
startCalls(document)
