/** Group commit: order, restarts after conflicts, and who sees a failure. */
import { describe, expect, it } from 'vitest'
import {
  addUser,
  allow,
  apiKeyStamper,
  createTestEngine,
  ETHEREUM,
  type TestEngine,
} from '../../test/support/index.ts'
import { countTogether } from './lane.ts'
import { createMemoryStore } from './memory.ts'
import { rememberBriefly } from './rememberBriefly.ts'
import { type Commit, OUTBOX, type Store, StoreConflict } from './store.ts'
import { StoreUnavailable } from './unavailable.ts'
import { collectContents, type WholeStore } from './wholeStore.ts'

const ROOT_SECRET = new Uint8Array(32).fill(7)

/** A store with the latency of a database. Commits are recorded and can be held up. */
function slowly(store: WholeStore) {
  const commits: Commit[] = []
  const hooks: { beforeCommit?: (commit: Commit) => Promise<void> | void } = {}
  const calls = { count: 0 }
  const later = () => {
    calls.count++
    return new Promise<void>((done) => setTimeout(done, 1))
  }
  const slow: WholeStore = {
    ...store,
    get: (...of) => later().then(() => store.get(...of)),
    read: (...of) => later().then(() => store.read(...of)),
    list: (...of) => later().then(() => store.list(...of)),
    async commit(commit) {
      // Deliveries commit on their own.
      if (commit.guards.length > 0) commits.push(commit)
      await hooks.beforeCommit?.(commit)
      await later()
      await store.commit(commit)
    },
  }
  return { store: slow, commits, calls, hooks }
}

async function createSetting() {
  const memory = createMemoryStore()
  const slow = slowly(memory)
  let executions = 0
  const observe = () => void executions++
  const backOff = async () => undefined
  const ports = { store: slow.store, rootSecret: ROOT_SECRET, observe, backOff }
  const one = createTestEngine('one process', ports)
  const other = createTestEngine('another process', ports)
  const { root, organizationId, rootKey, rootUserId } = await one.organization()
  const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'w',
    accounts: [ETHEREUM],
  })
  const clientOf = (engine: TestEngine, key = rootKey) => engine.client(organizationId, apiKeyStamper(key))
  const sign = (n: number) =>
    root.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: n.toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  slow.commits.length = 0
  executions = 0
  return {
    ...slow,
    memory,
    one,
    other,
    root,
    rootUserId,
    organizationId,
    clientOf,
    sign,
    executions: () => executions,
  }
}

const signaturesOf = (store: Store, organizationId: string) =>
  store.list(organizationId, 'by-type:SIGN_RAW_PAYLOAD_V2:COMPLETED')

describe('requests of one organization', () => {
  it('share commits and get one journal entry each', async () => {
    const { one, clientOf, sign, commits, memory, organizationId, executions } = await createSetting()
    const client = clientOf(one)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => client.post(sign(n))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await signaturesOf(memory, organizationId)).toHaveLength(40)
    expect(executions()).toBe(40)
    expect(commits.length).toBeLessThan(20)
    const verdict = await one.verifyJournal(organizationId)
    expect(verdict).toMatchObject({ ok: true, entries: await memory.version(organizationId) })
  })

  it('need one call to read what another process has committed since', async () => {
    const { one, other, clientOf, sign, calls } = await createSetting()
    for (let n = 0; n < 4; n++) await clientOf(n % 2 === 0 ? one : other).post(sign(n))
    calls.count = 0
    expect((await clientOf(one).post(sign(4))).status).toBe(200)
    // Five if the head were read after the version.
    expect(calls.count).toBe(4)
  })

  it('are rejected if another process changes facts they read while they are staged', async () => {
    const { one, other, clientOf, sign, hooks, root, rootUserId, memory, organizationId } =
      await createSetting()
    const key = one.apiKey()
    const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: rootUserId,
      apiKeys: [{ apiKeyName: 'second', publicKey: key.publicKey, curveType: key.curve }],
    })
    const client = clientOf(one, key)
    expect((await client.post(sign(0))).status).toBe(200)
    // The next requests commit after the key was deleted.
    hooks.beforeCommit = async () => {
      delete hooks.beforeCommit
      await clientOf(other).run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId: rootUserId, apiKeyIds })
    }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => client.post(sign(n + 1))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    expect(await signaturesOf(memory, organizationId)).toHaveLength(1)
    expect(await one.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it('ignore cached facts of an organization whose policies changed elsewhere', async () => {
    const { one, other, clientOf, sign, hooks, root } = await createSetting()
    const { key } = await addUser(one, root, 'signer')
    const { policyId } = await allow(root)
    const client = clientOf(one, key)
    expect((await client.post(sign(0))).status).toBe(200)
    hooks.beforeCommit = async () => {
      delete hooks.beforeCommit
      await clientOf(other).run('ACTIVITY_TYPE_DELETE_POLICY', { policyId })
    }
    expect((await client.post(sign(1))).status).toBe(403)
  })

  it('all fail with the store error if their commit fails, and leave nothing behind', async () => {
    const { one, clientOf, sign, hooks, memory, organizationId } = await createSetting()
    const client = clientOf(one)
    hooks.beforeCommit = () => {
      throw new StoreUnavailable('it is full')
    }
    const failed = await Promise.all(Array.from({ length: 5 }, (_, n) => client.post(sign(n))))
    expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 503))
    expect(await signaturesOf(memory, organizationId)).toEqual([])
    delete hooks.beforeCommit
    const again = await Promise.all(Array.from({ length: 5 }, (_, n) => client.post(sign(n))))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
    expect(await one.verifyJournal(organizationId)).toMatchObject({ ok: true, entries: 7 })
  })

  it('are answered once if the commit succeeded but its response was lost', async () => {
    const { one, clientOf, sign, store, memory, organizationId } = await createSetting()
    const client = clientOf(one)
    const { commit } = store
    store.commit = async (changes) => {
      await commit(changes)
      throw new StoreUnavailable('it does not respond')
    }
    const lost = createTestEngine('lost answers', { rootSecret: ROOT_SECRET, store: { ...store } })
    expect((await clientOf(lost).post(sign(1))).status).toBe(503)
    store.commit = commit
    const before = await memory.version(organizationId)
    expect((await client.post(sign(1))).status).toBe(200)
    expect((await clientOf(lost).post(sign(1))).status).toBe(200)
    expect(await memory.version(organizationId)).toBe(before)
    expect(await signaturesOf(memory, organizationId)).toHaveLength(1)
  })

  it('fail alone if only their own rows cannot be written', async () => {
    const { one, clientOf, sign, hooks, memory, organizationId } = await createSetting()
    const tooLarge = (commit: Commit) =>
      commit.writes.some(({ value }) => JSON.stringify(value)?.includes(3n.toString(16).padStart(64, '0')))
    hooks.beforeCommit = (commit) => {
      if (tooLarge(commit)) throw Object.assign(new Error('program limit exceeded'), { code: '54000' })
    }
    const client = clientOf(one)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => client.post(sign(n))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503, 200, 200])
    expect(await signaturesOf(memory, organizationId)).toHaveLength(5)
    expect(await one.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it('see the new contents after everything was replaced', async () => {
    const { one, clientOf, sign, memory, root, rootUserId } = await createSetting()
    const before = await collectContents(memory.readAll())
    const key = one.apiKey()
    const newKey = {
      userId: rootUserId,
      apiKeys: [{ apiKeyName: 'second', publicKey: key.publicKey, curveType: key.curve }],
    }
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', newKey)
    expect((await clientOf(one, key).post(sign(1))).status).toBe(200)
    await memory.replaceAll([before])
    // The facts counter has the same value as before, but the facts differ.
    await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'tag', userIds: [] })
    expect((await clientOf(one, key).post(sign(2))).status).toBe(401)
    expect((await clientOf(one).post(sign(2))).status).toBe(200)
    expect(await one.verifyJournal(root.organizationId)).toMatchObject({ ok: true })
  })
})

it('does not return an activity before it is durable', async () => {
  const { one, clientOf, sign, hooks, root, memory, organizationId } = await createSetting()
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://hook.example',
  })
  await one.idle()
  const before = one.deliveries.length
  let release: (() => void) | undefined
  hooks.beforeCommit = ({ guards }) =>
    guards.length > 0
      ? new Promise<void>((done) => {
          release = done
        })
      : undefined
  let isAnswered = false
  const posting = clientOf(one)
    .post(sign(1))
    .then(() => {
      isAnswered = true
    })
  await expect.poll(() => release).toBeDefined()
  await one.idle()
  expect(isAnswered).toBe(false)
  expect(one.deliveries).toHaveLength(before)
  expect(await signaturesOf(memory, organizationId)).toEqual([])
  delete hooks.beforeCommit
  release!()
  await posting
  await one.idle()
  expect(one.deliveries).toHaveLength(before + 1)
  expect(await memory.list(organizationId, OUTBOX)).toEqual([])
})

it('bounds the size of a group commit, but always commits at least one request', () => {
  const staged = (length: number) => ({
    staged: {
      rests: [],
      entries: [],
      fresh: [],
      charges: [],
      writes: [{ organization: 'o', table: 't', id: 'i', value: null, text: 'x'.repeat(length) }],
    },
  })
  const many = (count: number, length: number) => Array.from({ length: count }, () => staged(length))
  expect(countTogether(many(5, 10))).toBe(5)
  expect(countTogether(many(1_000, 10))).toBe(128)
  expect(countTogether(many(10, 1_000_000))).toBe(2)
  expect(countTogether(many(3, 9_000_000))).toBe(1)
  expect(countTogether([])).toBe(0)
})

describe('the cache per organization', () => {
  it('expires after a while, when the clock is set back, and when other organizations need the room', () => {
    let now = 1_000_000
    const memory = rememberBriefly<string>(() => now, 2)
    memory.set('a', 'A')
    now += 5_000
    expect(memory.get('a')).toBe('A')
    // Reading an entry doesn't extend its life.
    now += 1
    expect(memory.get('a')).toBeUndefined()
    memory.set('a', 'A')
    now -= 1
    expect(memory.get('a')).toBeUndefined()
    memory.set('a', 'A')
    memory.set('b', 'B')
    memory.get('a')
    memory.set('c', 'C')
    expect(['a', 'b', 'c'].map(memory.get)).toEqual(['A', undefined, 'C'])
    memory.forget('a')
    expect(memory.get('a')).toBeUndefined()
  })
})

it('gives up if other processes always commit first', async () => {
  const { memory, organizationId, sign, clientOf } = await createSetting()
  const waits: number[] = []
  const busy = createTestEngine('busy', {
    rootSecret: ROOT_SECRET,
    store: { ...memory, commit: async () => Promise.reject(new StoreConflict(organizationId)) },
    backOff: async (attempt) => void waits.push(attempt),
  })
  expect((await clientOf(busy).post(sign(1))).ok).toBe(false)
  expect(waits).toEqual(Array.from({ length: 19 }, (_, n) => n + 1))
})
