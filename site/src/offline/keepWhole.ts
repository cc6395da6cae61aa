/** All of the site, kept by the page for as long as it is open, and by later workers from then on. */

import { WORKER } from './addresses.ts'
import { type Keeper, openKeeper, type Progress, type World } from './keep.ts'

export const pageWorld = (): World => ({
  caches,
  fetch: (address) => fetch(address, { cache: 'no-cache', priority: 'low' }),
})

/**
 * Keeps every file of the build that the host serves.
 * @throws OtherBuild, TypeError when the network fails, DOMException when the device is full or `signal` ends it
 */
export async function keepWhole(
  onProgress?: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<Keeper> {
  await navigator.serviceWorker.register(WORKER)
  // Before the worker is there, what it would take over from an earlier build could be taken away.
  await navigator.serviceWorker.ready
  const keeper = await openKeeper(pageWorld())
  await keeper.keepAll(onProgress, signal)
  await keeper.want()
  return keeper
}
