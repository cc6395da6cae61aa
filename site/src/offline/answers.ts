/**
 * What the service worker answers. With a network it stands aside: every page and file comes from the host, and what
 * passes and belongs to its build is kept. Without one it answers from what is kept.
 */
import { decoded, fragmentPath, normalizePath } from '../app/routes.ts'
import { SHELL_ROUTE } from './addresses.ts'
import type { Keeper } from './keep.ts'
import { HASHED_FILES, KEPT_FILES, type OfflineList, START } from './list.ts'

/** The part of a fetch event that is used. */
export interface Asked {
  readonly request: Request
  readonly preloadResponse?: Promise<Response | undefined>
  waitUntil(work: Promise<unknown>): void
}

/** Tells a page of whoever loads the runner's frame that it comes from here (`sandbox/src/runner/isolated.ts`). */
export const KEPT_HEADER = 'Keywright-Kept'

/**
 * @param keeper what is kept of the worker's build; undefined when that is gone
 * @param origin of the site
 * @returns undefined for what is the browser's own concern
 */
export function answerTo(
  event: Asked,
  keeper: () => Promise<Keeper | undefined>,
  ask: (request: Request) => Promise<Response>,
  origin: string,
): Promise<Response> | undefined {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('range')) return undefined
  const address = decoded(url.pathname)
  if (isFrame(address)) return frame()
  if (request.mode === 'navigate') return request.destination === 'document' ? page() : undefined
  return KEPT_FILES.test(address) ? file() : undefined

  /** With a network, what the browser cannot read of its storage, or has no room for, is nobody's concern. */
  function opened(): Promise<Keeper | undefined> {
    return keeper().catch(() => undefined)
  }

  async function find(kept: Keeper | undefined, address: string): Promise<Response | undefined> {
    return kept?.match(address).catch(() => undefined)
  }

  async function page(): Promise<Response> {
    try {
      const response = (await event.preloadResponse) ?? (await ask(request))
      event.waitUntil(url.pathname + url.search === START ? keepAll() : keepFragment(normalizePath(address)))
      return response
    } catch (error) {
      const kept = await opened()
      const [, first] = address.split('/')
      // Each language has a shell of its own.
      const shell = (await find(kept, `/${first}${SHELL_ROUTE}`)) ?? (await find(kept, SHELL_ROUTE))
      if (!shell) throw error
      return shell
    }
  }

  /** Documents are not kept: with each that is read, its fragment is. */
  async function keepFragment(route: string): Promise<void> {
    const kept = await opened()
    const fragment = fragmentPath(route)
    // Neither is a newer build, nor a network that has just gone.
    if (kept && fragment in kept.list.files) await kept.obtain(fragment).catch(() => {})
  }

  /** As far as it goes: what is missing then comes with the next start. */
  async function keepAll(): Promise<void> {
    const kept = await opened()
    await kept?.keepAll().then(kept.want, () => {})
  }

  async function file(): Promise<Response> {
    const kept = await opened()
    if (HASHED_FILES.test(address)) {
      const known = await find(kept, address)
      if (known) return known
    }
    try {
      const response = await ask(request)
      if (kept && response.status === 200 && address in kept.list.files && !(await find(kept, address)))
        event.waitUntil(kept.store(address, response.clone()).catch(() => {}))
      return response
    } catch (error) {
      const known = await find(kept, address)
      if (!known) throw error
      return known
    }
  }

  /** The frame that readers' code runs in is shown with the policy that the build gave it, or not at all. */
  async function frame(): Promise<Response> {
    try {
      return await ask(request)
    } catch (error) {
      const kept = await opened()
      const frame = kept?.list.frame
      const known = frame && (await find(kept, frame.address))
      if (!known) throw error
      return framed(known, frame.headers)
    }
  }
}

const framed = async (
  kept: Response,
  headers: NonNullable<OfflineList['frame']>['headers'],
): Promise<Response> =>
  new Response(await kept.arrayBuffer(), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers, [KEPT_HEADER]: 'yes' },
  })

/** Hosts differ in which of the two they answer without a redirect. */
const isFrame = (address: string): boolean => /^\/runner\/frame(?:\.html)?$/.test(address)
