import { beforeEach, describe, expect, it } from 'vitest'
import { engine, inOrganization, organizationId, root, store, tamper } from '../../test/support/setting.ts'
import { journalId } from '../store/journalEntry.ts'
import type { Commit, Store } from '../store/store.ts'
import { collectContents, type WholeStore } from '../store/wholeStore.ts'
import { openMac } from '../vault.ts'
import { pruneJournal } from './prune.ts'
import { CHECKPOINT, CHECKPOINT_ROWS, readJournal } from './replay.ts'

inOrganization('prune')
beforeEach(async () => {
  for (let n = 0; n < 5; n++) await addWallet(`wallet ${n}`)
})

async function addWallet(walletName: string) {
  engine.clock.advance({ hours: 24 })
  return root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
}

const verdict = () => engine.verifyJournal(organizationId)
const prune = (hours: number, into: Store = store) => {
  const now = engine.clock()
  const mac = openMac(engine.ports.rootSecret)
  return pruneJournal(into, organizationId, { before: now - hours * 3_600_000, now, mac })
}
const sequences = async () => {
  const found: number[] = []
  for await (const { sequence } of readJournal(store, organizationId)) found.push(sequence)
  return found
}
describe('pruneJournal', () => {
  it('keeps recent entries, and the journal verifies from its checkpoint', async () => {
    expect(await sequences()).toEqual([1, 2, 3, 4, 5, 6])
    expect(await prune(25)).toEqual({ removed: 4, sequence: 4 })
    expect(await sequences()).toEqual([5, 6, 7])
    expect(await verdict()).toMatchObject({ ok: true, entries: 7 })
    await addWallet('after')
    const { wallets } = await root.query('list_wallets')
    await root.run('ACTIVITY_TYPE_DELETE_WALLETS', {
      walletIds: [wallets[0]!.walletId],
      deleteWithoutExport: true,
    })
    expect(await verdict()).toMatchObject({ ok: true, entries: 9 })
    expect(await prune(0)).toEqual({ removed: 3, sequence: 7 })
    expect(await verdict()).toMatchObject({ ok: true, entries: 10 })
    expect(await prune(24_000)).toEqual({ removed: 0, sequence: 7 })
    expect(engine.faults).toEqual([])
  })

  it('removes everything except its own entry, and later commits follow that entry', async () => {
    engine.clock.advance({ hours: 24 })
    expect(await prune(0)).toEqual({ removed: 6, sequence: 6 })
    expect(await sequences()).toEqual([7])
    await addWallet('after')
    expect(await verdict()).toMatchObject({ ok: true, entries: 8 })
  })

  it('does nothing for an organization without old entries', async () => {
    expect(await prune(24_000)).toEqual({ removed: 0, sequence: 0 })
    expect(await verdict()).toMatchObject({ ok: true, entries: 6 })
  })

  it('refuses to prune a journal that does not verify', async () => {
    await tamper('journal', journalId(2), undefined)
    expect(await prune(24)).toEqual({ ok: false, sequence: 2, reason: 'entry 2 is missing' })
    expect(await sequences()).toEqual([1, 3, 4, 5, 6])
  })

  it('keeps few rows in memory, and leaves the same checkpoint', async () => {
    await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'tag', userIds: [] })
    const { wallets } = await root.query('list_wallets')
    const walletIds = [wallets[0]!.walletId]
    await root.run('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, deleteWithoutExport: true })
    engine.clock.advance({ hours: 24 })
    const before = await collectContents((store as WholeStore).readAll())
    const checkpoints = new Set<string>()
    for (const mostRows of [3, 5, 1_000]) {
      await (store as WholeStore).replaceAll([before])
      let most = 0
      const now = engine.clock()
      const mac = openMac(engine.ports.rootSecret)
      const onMemory = (rows: number) => {
        most = Math.max(most, rows)
      }
      await pruneJournal(store, organizationId, { before: now, now, mac, mostRows, onMemory })
      expect(most).toBeLessThanOrEqual(mostRows + 1)
      checkpoints.add(JSON.stringify(await store.list(organizationId, CHECKPOINT_ROWS)))
      expect(await verdict()).toMatchObject({ ok: true })
    }
    expect(checkpoints.size).toBe(1)
    expect([...checkpoints][0]!.split('"activities"').length).toBeGreaterThan(6)
  })

  it('leaves a verifiable journal at every interruption, and continues', async () => {
    let completed = false
    for (let commits = 0; !completed; commits++) {
      let left = commits
      const broken: Store = {
        ...store,
        async commit(commit: Commit) {
          if (left-- === 0) throw new Error('power cut')
          return store.commit(commit)
        },
      }
      await addWallet(`before cut ${commits}`)
      const outcome = await prune(48, broken).catch((error: Error) => error.message)
      completed = outcome !== 'power cut'
      expect(await verdict(), `after ${commits} commits`).toMatchObject({ ok: true })
    }
    await prune(0)
    expect(await verdict()).toMatchObject({ ok: true })
  })

  describe.each<[string, () => Promise<unknown>]>([
    [
      'a row that only pruned entries wrote',
      async () => {
        const [{ id, value }] = (await store.list(organizationId, 'users')) as [{ id: string; value: object }]
        await tamper('users', id, { ...value, userName: 'mallory' })
      },
    ],
    ['an added row', () => tamper('policies', 'x', { policyId: 'x' })],
    [
      'a removed row',
      async () => {
        const { id } = (await store.list(organizationId, 'wallets'))[0]!
        await tamper('wallets', id, undefined)
      },
    ],
    [
      'the fingerprints',
      async () => {
        const { id } = (await store.list(organizationId, CHECKPOINT_ROWS))[0]!
        await tamper(CHECKPOINT_ROWS, id, [])
      },
    ],
    [
      'the checkpoint and its fingerprints',
      async () => {
        const row = (await store.get(organizationId, 'checkpoints', CHECKPOINT)) as object
        await tamper('checkpoints', CHECKPOINT, { ...row, head: '0'.repeat(64) })
      },
    ],
    ['an absent checkpoint', () => tamper('checkpoints', CHECKPOINT, undefined)],
    ['the first remaining entry', () => tamper('journal', journalId(5), undefined)],
  ])('verification detects a change to %s', (_what, change) => {
    it('of a pruned journal', async () => {
      await prune(25)
      await change()
      expect(await verdict()).toMatchObject({ ok: false })
    })
  })
})
