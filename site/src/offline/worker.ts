/** The service worker: it listens, and `answers.ts` and `keep.ts` do. Bundled by the build as one classic script. */

import { fragmentPath, normalizePath } from '../app/routes.ts'
import { type Asked, answerTo } from './answers.ts'
import { type Keeper, keptBuild, openKeeper, type World } from './keep.ts'

/** Set by the build: another build is another worker, so browsers replace it. */
declare const BUILD: string

/** What is used of https://w3c.github.io/ServiceWorker/#serviceworkerglobalscope-interface */
interface WorkerScope {
  readonly caches: CacheStorage
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { url: string }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(
    name: 'install' | 'activate',
    hear: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    name: 'fetch',
    hear: (event: Asked & { respondWith(answer: Promise<Response>): void }) => void,
  ): void
}

const scope = self as unknown as WorkerScope
/** `no-cache`: a copy that the browser holds may be of another build. */
const world: World = { caches: scope.caches, fetch: (address) => fetch(address, { cache: 'no-cache' }) }
let opened: Promise<Keeper | undefined> | undefined

/** What a worker that was stopped and started finds; one whose files the browser took away stands aside. */
function keeper(): Promise<Keeper | undefined> {
  opened ??= keptBuild(world, BUILD).catch((error) => {
    // The next request tries again.
    opened = undefined
    throw error
  })
  return opened
}

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event, keeper, (request) => fetch(request), scope.location.origin)
  if (answer) event.respondWith(answer)
})

/** The build before stays in charge until this one holds as much as that did. What fails here is tried at the next visit. */
async function install(): Promise<void> {
  const own = await openKeeper(world, BUILD)
  const wanted = (await own.bringForward()) || (await own.isWanted())
  for (const address of own.list.core) await own.obtain(address)
  if (wanted) {
    await own.keepAll()
    await own.want()
  }
  await scope.skipWaiting()
}

async function activate(): Promise<void> {
  const own = await keeper()
  await own?.removeOthers()
  // A document is asked for while the worker is still being started.
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
  for (const { url } of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const fragment = fragmentPath(normalizePath(new URL(url).pathname))
    if (own && fragment in own.list.files) await own.obtain(fragment).catch(() => {})
  }
}
