/** In the worker's place when a site no longer keeps anything: it takes away what was kept, and itself. */
import { forget } from './keep.ts'

interface WorkerScope {
  readonly caches: CacheStorage
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(
    name: 'install' | 'activate',
    hear: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
}

const scope = self as unknown as WorkerScope
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) =>
  event.waitUntil(forget(scope).then(() => scope.registration.unregister())),
)
