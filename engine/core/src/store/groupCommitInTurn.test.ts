/** Two processes commit to one organization: which requests share a commit, and which see a failure. */
import { describe, expect, it } from 'vitest'
import { takingTurns } from '../../test/store/takingTurns.ts'
import { walkJournal } from '../journal/replay.ts'
import { openGroupCommit } from './groupCommit.ts'
import { createMemoryStore } from './memory.ts'
import type { Staged } from './staging.ts'
import { type Commit, type Store, StoreConflict } from './store.ts'

const HOT = 'hot'
const CALM = 'calm'

/** What a request stages that reads the organization now. */
async function append(store: Store, organization: string, id: string, fresh?: string): Promise<Staged> {
  const { version, facts } = await store.read(organization, [])
  const row = { table: 'activities', id, value: { id } }
  const taken = { organization, table: 'by-fingerprint', id: fresh ?? '' }
  return {
    rests: [{ organization, version, facts }],
    entries: [
      {
        organization,
        changes: [{ ...row, text: JSON.stringify(row.value) }],
        cause: { activityId: id, at: 0 },
        isAppend: true,
        lastHead: () => store.get(organization, 'heads', 'head'),
        hashIn: (head) => (head as { hash: string }).hash,
        head: (sequence, hash) => ({ organization, table: 'heads', id: 'head', value: { sequence, hash } }),
      },
    ],
    writes: [{ organization, ...row }, ...(fresh === undefined ? [] : [{ ...taken, value: id }])],
    fresh: fresh === undefined ? [] : [taken],
    charges: [],
  }
}

/** A process that was just overtaken by another one. Records its commits and turns from now on. */
async function createSetting() {
  const memory = createMemoryStore()
  const store = takingTurns(memory)
  const hooks: { beforeCommit?: ((commit: Commit) => Promise<void> | void) | undefined } = {}
  const commits: Commit[] = []
  let turns = 0
  let noteTurn: (() => void) | undefined
  const watched: Store = {
    ...store,
    async commit(commit) {
      commits.push(commit)
      await hooks.beforeCommit?.(commit)
      await store.commit(commit)
    },
    commitInTurn(organizations, compose) {
      turns++
      const turn = store.commitInTurn(organizations, async (found) => {
        const commit = await compose(found)
        if (commit) commits.push(commit)
        if (commit) await hooks.beforeCommit?.(commit)
        return commit
      })
      noteTurn?.()
      return turn
    },
  }
  const one = openGroupCommit(watched, Date.now)
  const other = openGroupCommit(store, Date.now)
  for (const organization of [HOT, CALM]) await one.commit(await append(store, organization, 'first'))
  const staged = await append(store, HOT, 'overtaken')
  hooks.beforeCommit = async () => {
    hooks.beforeCommit = undefined
    await other.commit(await append(store, HOT, 'came first'))
  }
  await one.commit(staged)
  expect(turns).toBe(1)
  commits.length = 0

  /** The other process holds the lock until the returned function is called. */
  async function occupy(compose: () => Promise<Commit | undefined> = async () => undefined) {
    let release = () => {}
    const isHeld = new Promise<void>((held) => {
      void store.commitInTurn([HOT], async () => {
        held()
        await new Promise<void>((done) => (release = done))
        return compose()
      })
    })
    await isHeld
    return () => release()
  }

  /** Stages one request, and the others once the first waits for the lock. */
  async function stageBehind(those: readonly Staged[]) {
    const waits = new Promise<void>((done) => (noteTurn = done))
    const first = one.commit(those[0]!)
    await waits
    return [first, ...those.slice(1).map((each) => one.commit(each))]
  }

  const appends = (...ids: readonly string[]) => Promise.all(ids.map((id) => append(store, HOT, id)))
  const kept = async () => (await memory.list(HOT, 'activities')).map(({ id }) => id)
  return { store, one, other, hooks, commits, occupy, stageBehind, appends, kept, turns: () => turns }
}

const outcomesOf = async (tasks: readonly Promise<void>[]) =>
  (await Promise.allSettled(tasks)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason as Error).message,
  )

const CONFLICT = new StoreConflict(HOT).message

const walkHot = (store: Store) => walkJournal(store, HOT, { known: () => undefined, entry: () => undefined })

describe('a group that waits for the lock of an organization', () => {
  it('fails as a whole, without failing requests outside it', async () => {
    const { store, one, hooks, commits, occupy, stageBehind, appends, kept } = await createSetting()
    const before = await kept()
    const [later] = await appends('later')
    const release = await occupy()
    const tasks = await stageBehind(await appends('a', 'b', 'c'))
    let next: Promise<void> | undefined
    hooks.beforeCommit = () => {
      hooks.beforeCommit = undefined
      // Staged during the commit that fails.
      next = one.commit(later!)
      throw Object.assign(new Error('no space left'), { code: '53100' })
    }
    release()
    expect(await outcomesOf(tasks)).toEqual(Array(3).fill('no space left'))
    await next
    expect(await kept()).toEqual([...before, 'later'].sort())
    expect(commits).toHaveLength(2)
    expect(await walkHot(store)).not.toHaveProperty('ok')
  })

  it('is not held up by a request that cannot be written, even under a steady flow of requests', async () => {
    const { store, one, hooks, commits, occupy, stageBehind, appends } = await createSetting()
    const flow = await appends(...Array.from({ length: 40 }, (_, n) => `flow ${n}`))
    const told: Promise<void>[] = []
    const release = await occupy()
    const tasks = await stageBehind(await appends('poisoned', 'neighbour'))
    const isPoisoned = ({ writes }: Commit) => writes.some(({ id }) => id === 'poisoned')
    hooks.beforeCommit = (commit) => {
      // Each commit brings another request.
      const next = flow.pop()
      if (next) told.push(one.commit(next))
      if (isPoisoned(commit)) throw Object.assign(new Error('too large'), { code: '54000' })
    }
    release()
    expect(await outcomesOf(tasks)).toEqual(['too large', 'done'])
    // Once in its group, once alone.
    expect(commits.filter(isPoisoned)).toHaveLength(2)
    await expect.poll(() => flow).toEqual([])
    await Promise.all(told)
    expect(await walkHot(store)).toMatchObject({ sequence: 44 })
  })

  it('gets a conflict if the facts changed while it waited, and writes nothing', async () => {
    const { store, commits, occupy, stageBehind, appends } = await createSetting()
    const staged = await appends('a', 'b')
    const version = await store.version(HOT)
    const release = await occupy(async () => ({ guards: [{ organization: HOT, version }], writes: [] }))
    const tasks = await stageBehind(staged)
    release()
    expect(await outcomesOf(tasks)).toEqual([CONFLICT, CONFLICT])
    expect(commits).toEqual([])
  })

  it('retries if its commit conflicts under the lock, and gives up after some attempts', async () => {
    const { store, one, hooks, appends, turns } = await createSetting()
    const before = turns()
    hooks.beforeCommit = () => {
      hooks.beforeCommit = undefined
      throw new StoreConflict(HOT)
    }
    const [staged] = await appends('a')
    await one.commit(staged!)
    expect(turns()).toBe(before + 2)
    hooks.beforeCommit = () => {
      throw new StoreConflict(HOT)
    }
    const [never] = await appends('b')
    await expect(one.commit(never!)).rejects.toBeInstanceOf(StoreConflict)
    expect(await walkHot(store)).not.toHaveProperty('ok')
  })
})
