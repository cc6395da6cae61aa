import { beforeEach, describe, expect, it } from 'vitest'
import { SHELL_ROUTE } from './addresses.ts'
import { type Asked, answerTo, KEPT_HEADER } from './answers.ts'
import { forget, type Keeper, keptBuild, OtherBuild, openKeeper, type World } from './keep.ts'
import { hashOfBytes, LIST, type OfflineList, START } from './list.ts'

const ORIGIN = 'https://docs.example'
const POLICY = "default-src 'none'; sandbox allow-scripts"

/** The part of CacheStorage that is used, with addresses as keys. */
function createCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (address: string) => store.get(address)?.clone(),
      put: async (address: string, response: Response) => void store.set(address, response),
      keys: async () => [...store.keys()].map((address) => ({ url: `${ORIGIN}${address}` })),
    }
  }
  return {
    open: async (name: string) => open(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage
}

/** A host that serves one build, or none. */
interface Host {
  files: Record<string, string>
  isThere: boolean
  asked: string[]
}

const PAGES = {
  [SHELL_ROUTE]: 'shell',
  '/_p/index.json': 'home',
  '/_p/faq.json': 'questions',
  '/assets/boot-1.js': 'boot',
  '/search/index.json': 'index',
  '/runner/frame': 'frame',
}

async function listOf(files: Record<string, string>, build: string): Promise<OfflineList> {
  const hashes = await Promise.all(
    Object.entries(files).map(async ([address, text]) => {
      const bytes = new TextEncoder().encode(text)
      return [address, await hashOfBytes(bytes.buffer as ArrayBuffer)] as const
    }),
  )
  const headers = { 'Content-Security-Policy': POLICY }
  return {
    build,
    files: Object.fromEntries(hashes),
    core: [SHELL_ROUTE, '/assets/boot-1.js'],
    frame: { address: '/runner/frame', headers },
    size: { kept: 0, loaded: 0 },
  }
}

let host: Host
let world: World

async function deploy(build: string, files: Record<string, string> = PAGES): Promise<void> {
  host.files = { ...files, [LIST]: JSON.stringify(await listOf(files, build)) }
}

beforeEach(async () => {
  host = { files: {}, isThere: true, asked: [] }
  world = {
    caches: createCaches(),
    async fetch(address) {
      host.asked.push(address)
      if (!host.isThere) throw new TypeError('no network')
      const text = host.files[address]
      return text === undefined ? new Response('none', { status: 404 }) : new Response(text)
    },
  }
  await deploy('one')
})

const textOf = async (keeper: Keeper, address: string) => (await keeper.match(address))?.text()

describe('what is kept', () => {
  it('is all of a build, each file fetched once, with its progress', async () => {
    const keeper = await openKeeper(world)
    await keeper.obtain('/_p/faq.json')
    host.asked = []
    const progress: number[] = []
    await keeper.keepAll(({ kept, of }) => progress.push(kept / of))
    expect([...host.asked].sort()).toEqual(
      Object.keys(PAGES)
        .filter((address) => address !== '/_p/faq.json')
        .sort(),
    )
    expect(progress.at(-1)).toBe(1)
    expect(await textOf(keeper, '/_p/index.json')).toBe('home')
  })

  it('is nothing of another build, and no error: a file whose bytes differ is refused', async () => {
    const keeper = await openKeeper(world)
    host.files['/_p/faq.json'] = 'of a later build'
    await expect(keeper.obtain('/_p/faq.json')).rejects.toThrow(OtherBuild)
    delete host.files['/_p/index.json']
    await expect(keeper.obtain('/_p/index.json')).rejects.toThrow(OtherBuild)
    expect(await keeper.store('/unknown', new Response('x'))).toBe(false)
    expect(await keeper.store('/_p/index.json', new Response('home', { status: 500 }))).toBe(false)
    expect(await keeper.count()).toBe(0)
  })

  it('stays when the network goes in between, and the next try goes on there', async () => {
    const keeper = await openKeeper(world)
    await keeper.obtain('/_p/faq.json')
    host.isThere = false
    await expect(keeper.keepAll()).rejects.toThrow('no network')
    host.isThere = true
    await keeper.keepAll()
    expect(await keeper.count()).toBe(Object.keys(PAGES).length)
  })

  it('goes over to the next build where it is the same, with the wish of its reader', async () => {
    const first = await openKeeper(world)
    await first.keepAll()
    await first.want()
    await deploy('two', { ...PAGES, '/_p/faq.json': 'other questions' })
    host.asked = []
    const next = await openKeeper(world, 'two')
    expect(await next.bringForward()).toBe(true)
    await next.keepAll()
    expect(host.asked).toEqual([LIST, '/_p/faq.json'])
    await next.removeOthers()
    expect(await keptBuild(world, 'one')).toBeUndefined()
    expect(await textOf(next, '/_p/faq.json')).toBe('other questions')
  })

  it('is not begun when the host serves another build than the worker is of', async () => {
    await expect(openKeeper(world, 'two')).rejects.toThrow(OtherBuild)
  })

  it('leaves the device whole, and nothing of others on the origin', async () => {
    await (await openKeeper(world)).keepAll()
    await world.caches.open('of somebody else')
    await forget(world)
    expect(await world.caches.keys()).toEqual(['of somebody else'])
  })
})

describe('what the worker answers', () => {
  let keeper: Keeper
  let later: Promise<unknown>[]

  beforeEach(async () => {
    keeper = await openKeeper(world)
    for (const address of keeper.list.core) await keeper.obtain(address)
    later = []
  })

  function ask(address: string, init: Partial<Record<keyof Request, unknown>> = {}) {
    const url = new URL(address, ORIGIN).href
    const request = { url, method: 'GET', headers: new Headers(), mode: 'cors', destination: '', ...init }
    const event = {
      request,
      waitUntil: (work: Promise<unknown>) => void later.push(work),
    } as unknown as Asked
    const own = async () => keeper
    return answerTo(event, own, ({ url }) => world.fetch(new URL(url).pathname), ORIGIN)
  }
  const open = (address: string) => ask(address, { mode: 'navigate', destination: 'document' })
  const offline = () => {
    host.isThere = false
  }

  it('is what the host says while there is a network, however much is kept', async () => {
    await keeper.keepAll()
    host.files['/_p/faq.json'] = 'newer'
    expect(await (await ask('/_p/faq.json'))!.text()).toBe('newer')
    await Promise.all(later)
    expect(await textOf(keeper, '/_p/faq.json')).toBe('questions')
  })

  it('keeps what passes of its own build', async () => {
    await ask('/search/index.json')
    await Promise.all(later)
    offline()
    expect(await (await ask('/search/index.json'))!.text()).toBe('index')
  })

  it('keeps a page that was opened, and shows it without a network', async () => {
    host.files['/faq'] = 'document'
    expect(await (await open('/faq'))!.text()).toBe('document')
    await Promise.all(later)
    offline()
    expect(await (await open('/faq'))!.text()).toBe('shell')
    expect(await (await ask('/_p/faq.json'))!.text()).toBe('questions')
  })

  it('keeps everything when the site was opened as an application', async () => {
    host.files['/'] = 'document'
    await open(START)
    await Promise.all(later)
    expect(await keeper.count()).toBe(Object.keys(PAGES).length)
    expect(await keeper.isWanted()).toBe(true)
  })

  it('asks nobody for a file whose name is its hash', async () => {
    offline()
    expect(await (await ask('/assets/boot-1.js'))!.text()).toBe('boot')
    expect(host.asked.filter((address) => address === '/assets/boot-1.js')).toHaveLength(1)
  })

  it('is the failure of the network for what was not kept', async () => {
    offline()
    await expect(ask('/_p/faq.json')).rejects.toThrow('no network')
  })

  it('is the frame of examples only with the policy that isolates it', async () => {
    await keeper.keepAll()
    offline()
    const frame = await ask('/runner/frame.html', { mode: 'navigate', destination: 'iframe' })
    expect(frame!.headers.get('content-security-policy')).toBe(POLICY)
    expect(frame!.headers.get(KEPT_HEADER)).toBe('yes')
    expect(await frame!.text()).toBe('frame')
  })

  it('is none for other methods, other origins, parts of files, other frames and pages for machines', () => {
    expect(ask('/_p/faq.json', { method: 'POST' })).toBeUndefined()
    expect(ask('https://elsewhere.example/_p/faq.json')).toBeUndefined()
    expect(ask('/_p/faq.json', { headers: new Headers({ range: 'bytes=0-1' }) })).toBeUndefined()
    expect(ask('/faq', { mode: 'navigate', destination: 'iframe' })).toBeUndefined()
    expect(ask('/faq.md')).toBeUndefined()
    expect(ask('/sw.js')).toBeUndefined()
  })

  it('is the network alone where the browser took away what was kept', async () => {
    const gone = async () => undefined
    const event = {
      request: { url: `${ORIGIN}/_p/faq.json`, method: 'GET', headers: new Headers(), mode: 'cors' },
      waitUntil: () => undefined,
    } as unknown as Asked
    const answer = answerTo(event, gone, ({ url }) => world.fetch(new URL(url).pathname), ORIGIN)
    expect(await (await answer)!.text()).toBe('questions')
  })

  const asked = (address: string, work: Promise<unknown>[]): Asked => ({
    request: { method: 'GET', url: `${ORIGIN}${address}`, headers: new Headers(), mode: 'cors' } as Request,
    waitUntil: (one) => void work.push(one),
  })
  const fromHost = ({ url }: Request) => world.fetch(new URL(url).pathname)

  it('is what the host says where the browser cannot read what is kept', async () => {
    const damaged = async () => {
      throw new DOMException('Internal error.', 'UnknownError')
    }
    const unreadable: Keeper = { ...keeper, match: damaged }
    for (const one of [damaged, async () => unreadable]) {
      const answer = answerTo(asked('/assets/boot-1.js', []), one, fromHost, ORIGIN)
      expect(await (await answer)!.text()).toBe('boot')
    }
  })

  it('is what the host says on a device that is full', async () => {
    const full: Keeper = {
      ...keeper,
      store: async () => {
        throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      },
    }
    const work: Promise<unknown>[] = []
    const answer = answerTo(asked('/search/index.json', work), async () => full, fromHost, ORIGIN)
    expect(await (await answer)!.text()).toBe('index')
    await expect(Promise.all(work)).resolves.toBeDefined()
  })
})
