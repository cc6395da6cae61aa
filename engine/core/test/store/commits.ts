/** The tests of commits that every store must pass. */
import { expect } from 'vitest'
import type { Guard, Json, Store } from '../../src/store/store.ts'
import { StoreConflict } from '../../src/store/store.ts'

export const ALICE = '11111111-1111-4111-8111-111111111111'
export const BOB = '22222222-2222-4222-8222-222222222222'

export const put = (store: Store, organization: string, table: string, id: string, value: Json) =>
  store.commit({ guards: [], writes: [{ organization, table, id, value }] })

type Check = (title: string, test: (store: Store) => Promise<void>) => void

export function testCommits(check: Check, keepsFacts: boolean): void {
  check('raises only the version of guarded organizations', async (store) => {
    await store.commit({
      guards: [{ organization: ALICE, version: 0 }],
      writes: [{ organization: BOB, table: 'directory', id: 'a', value: null }],
    })
    expect(await store.version(ALICE)).toBe(1)
    expect(await store.version(BOB)).toBe(0)
    expect(await store.organizations()).toEqual([ALICE])
  })

  check(
    'raises the version with every entry, and the facts unless the entries only append',
    async (store) => {
      const stateOf = async (organization: string) => {
        const { version, facts } = await store.read(organization, [])
        return { version, facts }
      }
      const { facts: first } = await stateOf(ALICE)
      const raise = (version: number, entries?: number, appends?: number) =>
        store.commit({ guards: [{ organization: ALICE, version, entries, appends } as Guard], writes: [] })
      await raise(0, 3, 3)
      const appended = await stateOf(ALICE)
      expect(appended.version).toBe(3)
      if (keepsFacts) expect(appended.facts).toBe(first)
      await raise(3)
      const changed = await stateOf(ALICE)
      expect(changed.version).toBe(4)
      expect(changed.facts).toBeGreaterThan(appended.facts)
      await raise(4, 5, 3)
      const last = await stateOf(ALICE)
      expect(last.version).toBe(9)
      expect(last.facts).toBeGreaterThan(changed.facts)
      await expect(raise(4, 5, 5)).rejects.toBeInstanceOf(StoreConflict)
      expect(await stateOf(ALICE)).toEqual(last)
      expect(await store.version(ALICE)).toBe(9)
      expect(await stateOf(BOB)).toEqual({ version: 0, facts: first })
    },
  )

  check('rejects a commit if facts that it read in another organization have changed', async (store) => {
    const factsOf = async (organization: string) => (await store.read(organization, [])).facts
    const rests = [{ organization: BOB, facts: await factsOf(BOB) }]
    const append = (version: number) =>
      store.commit({
        guards: [{ organization: ALICE, version, appends: 1 }],
        rests,
        writes: [{ organization: ALICE, table: 'activities', id: String(version), value: null }],
      })
    await append(0)
    expect(await store.version(BOB)).toBe(0)
    await store.commit({ guards: [{ organization: BOB, version: 0 }], writes: [] })
    await expect(append(1)).rejects.toBeInstanceOf(StoreConflict)
    expect(await store.version(ALICE)).toBe(1)
    expect(await store.list(ALICE, 'activities')).toHaveLength(1)
    rests[0] = { organization: BOB, facts: await factsOf(BOB) }
    await append(1)
    expect(await store.version(ALICE)).toBe(2)
  })

  check('reads many organizations concurrently', async (store) => {
    const ids = Array.from({ length: 70 }, (_, n) => `organization ${n}`)
    for (const [n, id] of ids.entries()) {
      if (n % 3 !== 0) await put(store, id, 'users', 'a', n)
      if (n % 2 === 0) await store.commit({ guards: [{ organization: id, version: 0 }], writes: [] })
    }
    const reading = { table: 'users', id: 'a' }
    const moments = await Promise.all(
      ids.map((id, n) => store.read(id, n % 5 === 0 ? [] : [{ table: 'users', id: 'missing' }, reading])),
    )
    expect(moments.map(({ version, answers }) => [version, ...answers.map(({ value }) => value)])).toEqual(
      ids.map((_, n) => [
        n % 2 === 0 ? 1 : 0,
        ...(n % 5 === 0 ? [] : [undefined, n % 3 === 0 ? undefined : n]),
      ]),
    )
  })

  check('rejects a stale guard without writing anything', async (store) => {
    await store.commit({ guards: [{ organization: BOB, version: 0 }], writes: [] })
    const stale = store.commit({
      guards: [
        { organization: ALICE, version: 0 },
        { organization: BOB, version: 0 },
      ],
      writes: [{ organization: ALICE, table: 'users', id: 'a', value: 1 }],
    })
    await expect(stale).rejects.toBeInstanceOf(StoreConflict)
    expect(await store.get(ALICE, 'users', 'a')).toBeUndefined()
    expect(await store.version(ALICE)).toBe(0)
  })

  check('lets one of two racing commits win', async (store) => {
    const race = ['one', 'two'].map((id) =>
      store.commit({
        guards: [{ organization: ALICE, version: 0 }],
        writes: [{ organization: ALICE, table: 'users', id, value: id }],
      }),
    )
    const outcomes = await Promise.allSettled(race)
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.list(ALICE, 'users')).toHaveLength(1)
  })

  check('commits to two organizations atomically in any race and order', async (store) => {
    const wins: Record<string, number> = { [ALICE]: 0, [BOB]: 0 }
    for (let round = 0; round < 20; round++) {
      const guard: Record<string, number> = { [ALICE]: wins[ALICE]!, [BOB]: wins[BOB]! }
      const race = [[ALICE, BOB], [BOB, ALICE], [ALICE], [BOB]].map(async (those, n) => {
        const id = `${round} ${n}`
        await store.commit({
          guards: those.map((organization) => ({ organization, version: guard[organization]! })),
          writes: those.map((organization) => ({ organization, table: 'won', id, value: null })),
        })
        for (const organization of those) wins[organization]!++
      })
      const refusals = (await Promise.allSettled(race)).filter(({ status }) => status === 'rejected')
      for (const { reason } of refusals as PromiseRejectedResult[])
        expect(reason).toBeInstanceOf(StoreConflict)
      for (const organization of [ALICE, BOB]) {
        expect(wins[organization]! - guard[organization]!).toBeLessThanOrEqual(1)
        expect(await store.version(organization)).toBe(wins[organization])
        expect(await store.list(organization, 'won')).toHaveLength(wins[organization]!)
      }
    }
    expect(wins[ALICE]! + wins[BOB]!).toBeGreaterThan(19)
  })

  check('gives each of many concurrent commits its own outcome', async (store) => {
    await put(store, ALICE, 'users', 'first', 0)
    const commits = [
      { organization: ALICE, version: 0, value: 'unguarded' as Json },
      { organization: BOB, version: 7, value: 'stale' as Json },
      { organization: ALICE, version: 0, value: 'last' as Json },
    ].map(({ organization, version, value }, n) =>
      store.commit({
        guards: version === 0 ? [] : [{ organization, version }],
        writes: [{ organization, table: 'users', id: String(n), value }],
      }),
    )
    const outcomes = await Promise.allSettled(commits)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(StoreConflict)
    expect(await store.list(ALICE, 'users')).toHaveLength(3)
    expect(await store.list(BOB, 'users')).toEqual([])
  })
}
