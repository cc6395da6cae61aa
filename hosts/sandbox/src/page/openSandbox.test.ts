import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import { describe, expect, it, vi } from 'vitest'
import { createLocks, openInTab, openTab } from '../../test/tabs.ts'
import { openDatabase } from '../store/database.ts'
import type { WorkerLike } from './connection.ts'
import { openSandbox, type Sandbox } from './openSandbox.ts'

let count = 0
const newName = () => `sandbox test ${++count}`
/** For workers that die: others may be silent for long on a slow machine. */
const impatient = { silenceMs: 1_000 }

type Made = Awaited<ReturnType<Sandbox['createOrganization']>>
const clientOf = ({ fetch, url }: Sandbox, { organizationId, apiKey }: Made): Client =>
  createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    baseUrl: url,
    stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
  })

/** Behaves like WebKit module workers, which lose messages that arrive before their script has run. */
function deafAtFirst(worker: WorkerLike): WorkerLike {
  let hears = false
  const deaf: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate: () => worker.terminate(),
    postMessage: (message, transfer) => {
      if (hears) worker.postMessage(message, transfer)
    },
  }
  worker.onmessage = (event) => {
    hears = true
    deaf.onmessage?.(event)
  }
  return deaf
}

const wallet = (walletName: string) => ({ walletName, accounts: [] })
const walletNames = async (client: Client) =>
  (await client.query('list_wallets')).wallets.map((one: { walletName: string }) => one.walletName)

describe('openSandbox', () => {
  it('serves calls of its own organization and emits events', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    const events: string[] = []
    sandbox.onEvent(({ name }) => events.push(name))
    const organization = await sandbox.createOrganization('Example run')
    const client = clientOf(sandbox, organization)
    expect(await client.query('whoami')).toMatchObject({
      organizationName: 'Example run',
      userId: organization.rootUserId,
    })
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('first'))
    expect(await sandbox.organizations()).toEqual([organization])
    expect(events).toEqual(['request', 'request', 'activity'])
    expect(sandbox.status).toEqual({ storage: 'browser', role: 'owner' })
  })

  it('queues messages until the worker listens', async () => {
    const tab = openTab(createLocks())
    const sandbox = await openInTab(
      { ...tab, createWorker: () => deafAtFirst(tab.createWorker()) },
      { name: newName() },
    )
    expect(await sandbox.createOrganization('Heard')).toMatchObject({ organizationName: 'Heard' })
  })

  it('keeps its state across a reload', async () => {
    const [locks, name] = [createLocks(), newName()]
    const first = await openInTab(openTab(locks), { name })
    const organization = await first.createOrganization()
    await clientOf(first, organization).run('ACTIVITY_TYPE_CREATE_WALLET', wallet('kept'))
    first.close()
    const second = await openInTab(openTab(locks), { name })
    expect(await walletNames(clientOf(second, organization))).toEqual(['kept'])
    expect(await second.dev('GET', '/dev/requests')).toMatchObject({
      requests: [{ call: 'list_wallets' }, { call: 'create_wallet' }],
    })
  })

  it('moves the clock, reads the inbox and restores a snapshot', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    const before = await sandbox.clock.now()
    expect(await sandbox.clock.advance(60_000)).toBeGreaterThanOrEqual(before + 60_000)
    const organization = await sandbox.createOrganization()
    await sandbox.snapshot('before')
    const client = clientOf(sandbox, organization)
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('late'))
    await sandbox.restore('before')
    expect(await walletNames(client)).toEqual([])
    expect((await sandbox.snapshots()).map(({ name }) => name)).toEqual(['before'])
    expect(await sandbox.inbox.list()).toEqual([])
    await expect(sandbox.restore('never')).rejects.toThrow('there is no such snapshot `never`')
  })

  it('deletes everything but its snapshots on reset, and those on request', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    await sandbox.createOrganization()
    await sandbox.snapshot('kept')
    const told: string[] = []
    sandbox.onEvent(({ name }) => told.push(name))
    await sandbox.reset()
    expect(told).toEqual(['state'])
    expect(await sandbox.organizations()).toEqual([])
    await sandbox.restore('kept')
    expect(await sandbox.organizations()).toHaveLength(1)
    await sandbox.reset({ snapshots: true })
    expect(await sandbox.snapshots()).toEqual([])
  })

  it('can reach only itself', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    for (const address of ['https://example.com/', 'https://sandbox.keywright.example:444/', 'data:,x']) {
      await expect(sandbox.fetch(address)).rejects.toThrow(/can't reach/)
    }
    expect((await sandbox.fetch('/public/v1/query/whoami', { method: 'POST', body: '{}' })).status).toBe(401)
  })

  it('aborts on a signal and fails on a connection fault', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    await sandbox.dev('POST', '/dev/faults', { kind: 'latency', milliseconds: 60_000, times: 1 })
    const controller = new AbortController()
    const waiting = sandbox.fetch('/public/v1/query/whoami', {
      method: 'POST',
      body: '{}',
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 10)
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await sandbox.dev('POST', '/dev/faults', { kind: 'connection_reset', times: 1 })
    await expect(sandbox.fetch('/public/v1/query/whoami', { method: 'POST', body: '{}' })).rejects.toThrow(
      TypeError,
    )
  })

  it('rejects event streams with a hint', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    await expect(sandbox.fetch('/dev/events')).rejects.toThrow('`onEvent`')
  })

  it('rejects pending and new requests after close', async () => {
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    const waiting = sandbox.organizations()
    sandbox.close()
    await expect(waiting).rejects.toThrow('closed')
    await expect(sandbox.organizations()).rejects.toThrow('closed')
  })
})

describe('without usable storage', () => {
  it.each([
    ['the browser has no storage', 'SecurityError', /private window/],
    ['the storage is full', 'QuotaExceededError', /full/],
    ['a newer page has kept something', 'VersionError', /newer version/],
  ])('works in memory and reports it: %s', async (_, error, notice) => {
    const { open: real } = indexedDB
    indexedDB.open = () => {
      throw new DOMException('not for you', error)
    }
    try {
      const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
      expect(sandbox.status).toMatchObject({ storage: 'memory', notice: expect.stringMatching(notice) })
      const client = clientOf(sandbox, await sandbox.createOrganization())
      await client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('in memory'))
      expect(await walletNames(client)).toEqual(['in memory'])
    } finally {
      indexedDB.open = real
    }
  })

  it('works in memory without Web Locks', async () => {
    const sandbox = await openInTab(openTab(undefined), { name: newName() })
    expect(sandbox.status).toMatchObject({ storage: 'memory', notice: expect.stringMatching(/tabs/) })
  })

  it('returns 503 when the storage is full and recovers when space is freed', async () => {
    using logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const sandbox = await openInTab(openTab(createLocks()), { name: newName() })
    const client = clientOf(sandbox, await sandbox.createOrganization())
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...words) {
      if (this.name === 'rows') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, words)
    }
    try {
      await expect(client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('no room'))).rejects.toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('it is full') },
      })
      expect(logged).toHaveBeenCalledOnce()
    } finally {
      IDBObjectStore.prototype.put = put
    }
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('room'))
    expect(await walletNames(client)).toEqual(['room'])
  })

  it('starts empty and reports it when the stored format is incompatible', async () => {
    const name = newName()
    const { database } = await openDatabase(name, () => undefined)
    await database.put('meta', 99, 'format')
    database.close()
    const newer = await openInTab(openTab(createLocks()), { name })
    expect(newer.status.notice).toMatch(/another version/)
  })

  it('starts empty and reports it when the stored state is damaged', async () => {
    const name = newName()
    const { database } = await openDatabase(name, () => undefined)
    await database.put('meta', { seed: 'what' }, 'state')
    database.close()
    const sandbox = await openInTab(openTab(createLocks()), { name })
    expect(sandbox.status).toMatchObject({ storage: 'browser', notice: expect.stringMatching(/damaged/) })
    expect(await sandbox.organizations()).toEqual([])
    sandbox.close()
    expect((await openInTab(openTab(createLocks()), { name })).status.notice).toBeUndefined()
  })
})

describe('two tabs', () => {
  it('share one state and each other’s events', async () => {
    const [locks, name] = [createLocks(), newName()]
    const first = await openInTab(openTab(locks), { name })
    const second = await openInTab(openTab(locks), { name })
    expect([first.status.role, second.status.role]).toEqual(['owner', 'attached'])
    const heard: string[] = []
    second.onEvent((event) => heard.push(event.name))
    const organization = await second.createOrganization()
    await clientOf(second, organization).run('ACTIVITY_TYPE_CREATE_WALLET', wallet('of both'))
    expect(await walletNames(clientOf(first, organization))).toEqual(['of both'])
    await expect.poll(() => heard).toEqual(['request', 'activity', 'request'])
  })

  it.each(['close', 'die'] as const)('hand over when the owner leaves: %s', async (how) => {
    const [locks, name] = [createLocks(), newName()]
    const tab = openTab(locks)
    const first = await openInTab(tab, { name })
    const second = await openInTab(openTab(locks), { name })
    const organization = await first.createOrganization()
    if (how === 'close') first.close()
    else {
      // The tab is gone, so nothing restarts its worker.
      tab.workers.at(-1)!.die()
      first.close()
    }
    await clientOf(second, organization).run('ACTIVITY_TYPE_CREATE_WALLET', wallet('afterwards'))
    await expect.poll(() => second.status.role).toBe('owner')
  })

  it('replace a frozen owner, which notices when it wakes up', async () => {
    const [locks, name] = [createLocks(), newName()]
    const tab = openTab(locks)
    const first = await openInTab(tab, { name })
    const organization = await first.createOrganization()
    const second = await openInTab(openTab(locks, 50), { name, ...impatient })
    tab.workers.at(-1)!.freeze()
    expect(await second.organizations()).toEqual([organization])
    await expect.poll(() => second.status.role).toBe('owner')
  })

  it('do not share state in memory', async () => {
    const locks = createLocks()
    const first = await openInTab(openTab(locks), { storage: 'memory' })
    const second = await openInTab(openTab(locks), { storage: 'memory' })
    await first.createOrganization()
    expect(await second.organizations()).toEqual([])
  })
})

describe('a worker that dies', () => {
  it('is restarted with its state and finishes pending requests', async () => {
    const name = newName()
    const tab = openTab(createLocks())
    const sandbox = await openInTab(tab, { name, ...impatient })
    const organization = await sandbox.createOrganization()
    const client = clientOf(sandbox, organization)
    const notices: (string | undefined)[] = []
    sandbox.onStatus(({ notice }) => notices.push(notice))
    tab.workers[0]!.die()
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', wallet('after a death'))
    expect(await walletNames(client)).toEqual(['after a death'])
    expect(tab.workers).toHaveLength(2)
    expect(notices.at(-1)).toMatch(/restarted\. Its state is intact/)
  })

  it('reports that its in-memory state is lost', async () => {
    const tab = openTab(undefined)
    const sandbox = await openInTab(tab, { storage: 'memory', ...impatient })
    await sandbox.createOrganization()
    tab.workers[0]!.die()
    expect(await sandbox.organizations()).toEqual([])
    expect(sandbox.status.notice).toMatch(/lost/)
  })

  it('fails with a clear error if it never starts', async () => {
    const tab = openTab(undefined)
    const createWorker = () => {
      const worker = tab.createWorker()
      setTimeout(() => worker.onerror?.({} as ErrorEvent))
      return worker
    }
    await expect(openSandbox({ createWorker, storage: 'memory' })).rejects.toThrow('can’t start')
  })

  it('explains what to do if the browser blocks the first worker or its replacement', async () => {
    const refuse = (): never => {
      throw new ReferenceError('Worker is not defined')
    }
    const words = 'blocks the worker'
    await expect(openSandbox({ createWorker: refuse, storage: 'memory' })).rejects.toThrow(words)

    const tab = openTab(createLocks())
    const workers: WorkerLike[] = []
    const createOnce = () => {
      if (workers.length > 0) return refuse()
      workers.push(tab.createWorker())
      return workers[0]!
    }
    const sandbox = await openInTab({ ...tab, createWorker: createOnce }, { name: newName() })
    workers[0]!.postMessage = () => {}
    const asked = sandbox.organizations()
    workers[0]!.onerror!(new Event('error') as ErrorEvent)
    await expect(asked).rejects.toThrow(words)
    // Later requests try again and also fail.
    await expect(sandbox.organizations()).rejects.toThrow(words)
    workers.pop()
    expect(await sandbox.organizations()).toEqual([])
    expect(sandbox.status.notice).toMatch(/restarted/)
  })
})
