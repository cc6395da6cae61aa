/**
 * Keeps files of one build of the site on the reader's device. A cache holds the files of one build and no others: what
 * is put there has the hash that the build's list names, so that nothing of an older or newer build, no error and no
 * answer of whoever stands between gets in.
 */
import { hashOfBytes, LIST, type OfflineList } from './list.ts'

/** Names of our caches begin with it; others on the origin are left alone. */
const PREFIX = 'keywright-site '
/** Stands in a cache whose reader wants all of the site. */
const WANTED = '/offline/wanted'
/** How many files are on their way at once: a reader who clicks meanwhile comes first. */
const AT_ONCE = 4

export interface World {
  readonly caches: CacheStorage
  readonly fetch: (address: string) => Promise<Response>
}

export interface Progress {
  readonly kept: number
  readonly of: number
}

/** A file that the host sends is not the one of this build. */
export class OtherBuild extends Error {}

export type Keeper = Awaited<ReturnType<typeof openKeeper>>

/**
 * The files of the build that the host serves now.
 * @param build which one it must be; default: whichever
 * @throws OtherBuild, or TypeError when the network fails
 */
export async function openKeeper(world: World, build?: string) {
  const response = await world.fetch(LIST)
  if (!response.ok) throw new OtherBuild(`${LIST} answered ${response.status}`)
  const list = (await response.clone().json()) as OfflineList
  if (build !== undefined && list.build !== build) throw new OtherBuild(`the host serves build ${list.build}`)
  const cache = await world.caches.open(PREFIX + list.build)
  await cache.put(LIST, response)
  return keeperOf(world, list, cache)
}

/** What was kept of a build before; undefined when nothing was. */
export async function keptBuild(world: World, build: string) {
  if (!(await world.caches.has(PREFIX + build))) return undefined
  const cache = await world.caches.open(PREFIX + build)
  const response = await cache.match(LIST)
  return response && keeperOf(world, (await response.json()) as OfflineList, cache)
}

function keeperOf({ caches, fetch }: World, list: OfflineList, cache: Cache) {
  const mine = PREFIX + list.build
  return {
    list,
    /** The kept answer for an address. */
    match: (address: string) => cache.match(address),
    store,
    obtain,
    bringForward,
    keepAll,
    /** Bytes of every file that is wanted by its reader from now on, in each later build too. */
    want: () => cache.put(WANTED, new Response('')),
    isWanted: async () => (await cache.match(WANTED)) !== undefined,
    count: async () => (await missing()).kept,
    /** Other builds leave. */
    async removeOthers(): Promise<void> {
      for (const name of await builds()) if (name !== mine) await caches.delete(name)
    },
  }

  /** Keeps an answer that came for the page anyhow, when it is this build's. Answers whether it is. */
  async function store(address: string, response: Response): Promise<boolean> {
    const hash = Object.hasOwn(list.files, address) ? list.files[address] : undefined
    if (hash === undefined || response.status !== 200) return false
    const bytes = await response.arrayBuffer()
    if ((await hashOfBytes(bytes)) !== hash) return false
    await cache.put(address, new Response(bytes, { headers: headersOf(response) }))
    return true
  }

  /** Fetches a file unless it is kept. @throws OtherBuild, or TypeError when the network fails */
  async function obtain(address: string): Promise<void> {
    if (await cache.match(address)) return
    const response = await fetch(address)
    if (!(await store(address, response))) throw new OtherBuild(`${address} is not of build ${list.build}`)
  }

  /** Takes over what earlier builds kept and this one has unchanged. Answers whether the reader wanted all of one. */
  async function bringForward(): Promise<boolean> {
    let wanted = false
    for (const name of await builds()) {
      if (name === mine) continue
      const old = await caches.open(name)
      wanted ||= (await old.match(WANTED)) !== undefined
      const before = (await (await old.match(LIST))?.json()) as OfflineList | undefined
      for (const [address, hash] of Object.entries(list.files)) {
        if (before?.files[address] !== hash || (await cache.match(address))) continue
        const kept = await old.match(address)
        if (kept) await cache.put(address, kept)
      }
    }
    return wanted
  }

  /** Fetches every file that is not kept yet. @throws what `obtain` throws; what came until then stays */
  async function keepAll(onProgress?: (progress: Progress) => void, signal?: AbortSignal): Promise<void> {
    const { addresses, kept: before } = await missing()
    const of = addresses.length + before
    let kept = before
    onProgress?.({ kept, of })
    const waiting = addresses.values()
    const work = async () => {
      for (const address of waiting) {
        signal?.throwIfAborted()
        await obtain(address)
        onProgress?.({ kept: ++kept, of })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async function missing(): Promise<{ addresses: string[]; kept: number }> {
    const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const all = Object.keys(list.files)
    // Asked for as they are written, kept as the browser writes them.
    const addresses = all.filter((address) => !there.has(new URL(address, 'http://x').pathname))
    return { addresses, kept: all.length - addresses.length }
  }

  async function builds(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  }
}

/** Everything that was kept leaves the device. */
export async function forget({ caches }: Pick<World, 'caches'>): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name)
}

/** The bytes are unpacked and may have been cut: their coding and length no longer hold. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return kept
}
