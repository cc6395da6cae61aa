/** Notes of organizations with messages: nothing is stranded, whoever stops when, and nobody asks all rows. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { OUTBOX, shareCommits } from '@keywright/engine'
import { createTestEngine } from '@keywright/engine/testing'
import { type LogEntry, seededRandom } from '@keywright/host'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDelivering } from '../serve/delivering.ts'
import { findPooler, type Pooler, startPooler } from '../testing/pooler.ts'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { query } from '../testing/teamServer.ts'
import { readBackup, writeBackup } from './backup.ts'
import { migrate } from './postgres/migrations.ts'
import { openPostgresStore, type PostgresOptions, type PostgresStore } from './postgres.ts'

const poolerProgram = findPooler()
let postgres: TestPostgres
let pooler: Pooler | undefined
beforeAll(async () => {
  postgres = await startPostgres()
  if (poolerProgram !== undefined) pooler = await startPooler(poolerProgram, await postgres.createDatabase())
}, 120_000)
afterAll(async () => {
  await pooler?.stop()
  await postgres.stop()
}, 60_000)

const opened: PostgresStore[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

async function open(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  const store = await openPostgresStore(url, { connections: 3, ...options })
  opened.push(store)
  return store
}

const message = (organization: string, id: string) => ({
  organization,
  table: OUTBOX,
  id: `mail/00000000000001/${id}`,
  value: { receiver: 'mail', dueAt: 1 } as const,
})
const gone = (organization: string, id: string) => ({ ...message(organization, id), value: undefined })
const notedBy = async (store: PostgresStore) =>
  (await store.notes()).map(({ organization }) => organization).sort()
const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')
const isCommit = (text: string) => text.includes('fail_commit')
const isNote = (text: string) => text.includes('INSERT INTO notes') && text.includes('RETURNING')

/** Each statement that is sent goes through this. @param before settles when it may be sent; none: at once */
function watchStatements(before: (text: string) => Promise<unknown> | undefined): void {
  const send = pg.Client.prototype.query as (...of: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...of: unknown[]) {
    const held = before(textOf(of[0]))
    if (held === undefined) return send.apply(this, of)
    const last = of.at(-1)
    const later = held.then(() => send.apply(this, of))
    if (typeof last !== 'function') return later
    later.catch(last as (error: unknown) => void)
    return undefined
  } as never)
}

/** As a process stands still, until it is told to go on: before the next statement of a kind. */
function haltBefore(isHalted: (text: string) => boolean) {
  let goOn = () => {}
  let isHeld = false
  const held = new Promise<void>((tell) => {
    watchStatements((text) => {
      if (isHeld || !isHalted(text)) return undefined
      isHeld = true
      tell()
      return new Promise<void>((resume) => {
        goOn = resume
      })
    })
  })
  return { held, goOn: () => goOn() }
}

/** What delivery does with notes that are over. */
async function removeAll(store: PostgresStore): Promise<void> {
  for (const note of await store.notes()) if (note.isOver) await store.removeNote(note)
}

const statementsOf = () => {
  const statements: string[] = []
  watchStatements((text) => {
    statements.push(text)
    return undefined
  })
  return statements
}

/** One organization after the other: its rows are found by keys that begin with it. */
const namesItsOrganization = (text: string) =>
  !/\b(FROM|JOIN|INTO|UPDATE) (rows|organizations)\b/.test(text) ||
  /organization = (\$1|'|asked|gone|locked)|organization IN \('/.test(text)

it('no statement of requests or of delivery is about all organizations', async () => {
  const url = await postgres.createDatabase()
  const store = await open(url, { noteMs: 300, marginMs: 0 })
  const mails: string[] = []
  const engine = createTestEngine('named', {
    store,
    share: shareCommits(() => setImmediate()),
    mail: async ({ to }) => {
      // Also one that has to wait.
      if (mails.push(to) === 1) throw new Error('not now')
    },
  })
  const { root } = await engine.organization()
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' })
  const statements = statementsOf()
  const log: LogEntry[] = []
  const delivering = startDelivering(
    store,
    () => engine,
    (entry) => void log.push(entry),
    engine.clock,
  )
  await root.run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_EMAIL', contact: 'alice@example.com' })
  await expect.poll(() => mails).toHaveLength(1)
  await expect
    .poll(() => delivering.waiting(), { timeout: 20_000 })
    .toEqual({ organizations: 1, messages: 1 })
  engine.clock.advance({ seconds: 5 })
  await expect.poll(() => mails, { timeout: 20_000 }).toHaveLength(2)
  // Nothing is left of it in the end.
  await expect.poll(() => query(url, 'SELECT FROM notes'), { timeout: 20_000 }).toEqual([])
  expect(delivering.waiting()).toEqual({ organizations: 0, messages: 0 })
  await delivering.stop()
  await engine.idle()
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
  expect(statements.filter(isCommit).length).toBeGreaterThan(0)
  expect(statements.filter(isNote).length).toBeGreaterThan(0)
  expect(statements.filter((text) => !namesItsOrganization(text))).toEqual([])
}, 60_000)

it('what one process left, another delivers', async () => {
  const url = await postgres.createDatabase()
  const [one, other] = [await open(url), await open(url)]
  const mails: string[] = []
  const rootSecret = new Uint8Array(32).fill(7)
  // As if it had been killed after the commit: it never comes to delivering anything.
  const killed = createTestEngine('killed', { store: one, rootSecret, deliverAlone: async () => undefined })
  const successor = createTestEngine('successor', {
    store: other,
    rootSecret,
    deliverAlone: async (queue, task) => void (await other.withLease(queue, task)),
    mail: async ({ to }) => void mails.push(to),
  })
  const { root } = await killed.organization()
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' })
  const delivering = startDelivering(
    other,
    () => successor,
    () => undefined,
    successor.clock,
  )
  for (let n = 1; n <= 3; n++) {
    const contact = `code-${n}@example.com`
    await root.run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_EMAIL', contact })
    // Under one note, which was looked at before.
    await expect.poll(() => mails, { timeout: 20_000 }).toHaveLength(n)
  }
  await delivering.stop()
  await Promise.all([killed, successor].map((engine) => engine.idle()))
}, 60_000)

it('such a statement is told from others', () => {
  expect(namesItsOrganization("SELECT DISTINCT organization FROM rows WHERE name = 'outbox'")).toBe(false)
  expect(namesItsOrganization("SELECT count(*) AS count FROM rows WHERE name = 'outbox'")).toBe(false)
  expect(namesItsOrganization('SELECT organization FROM organizations WHERE version > 0')).toBe(false)
  expect(namesItsOrganization("SELECT FROM rows WHERE organization = $1 AND name = 'outbox'")).toBe(true)
})

const direct = { name: 'PostgreSQL', through: (url: string) => url }
const pooled = { name: 'PostgreSQL behind a pooler', through: (url: string) => pooler!.through(url) }

describe.each(poolerProgram === undefined ? [direct] : [direct, pooled])('notes, $name', ({ through }) => {
  const newUrl = async () => through(await postgres.createDatabase())
  const begin = (store: PostgresStore, organization: string) =>
    store.commit({ guards: [{ organization, version: 0 }], writes: [] })

  it('are there before the commit, cost one statement for many, and go when nothing waits', async () => {
    const url = await newUrl()
    const [one, other] = [await open(url, { marginMs: 0 }), await open(url, { noteMs: 300, marginMs: 0 })]
    await begin(one, 'o')
    expect(await notedBy(other)).toEqual([])
    const statements = statementsOf()
    for (let n = 0; n < 20; n++) {
      await one.commit({
        guards: [{ organization: 'o', version: n + 1 }],
        writes: [message('o', String(n))],
      })
    }
    expect(statements.filter((text) => isNote(text) || isCommit(text)).map(isNote)).toEqual([
      true,
      ...Array.from({ length: 20 }, () => false),
    ])
    expect(await notedBy(other)).toEqual(['o'])
    expect(await other.withMessages()).toEqual(['o'])
    const [note] = await other.notes()
    expect(note).toMatchObject({ isOpen: true, isOver: false })
    // Messages wait.
    expect(await other.removeNote(note!)).toBe(false)
    const writes = Array.from({ length: 20 }, (_, n) => gone('o', String(n)))
    await one.commit({ guards: [], writes })
    expect(await other.withMessages()).toEqual([])
    // Removed by whoever mistakes it for one that is over: the next commit is refused its old one, and writes another.
    expect(await other.removeNote(note!)).toBe(true)
    expect(await notedBy(other)).toEqual([])
    // A development server, which asks for nothing else, tidies up by asking.
    await other.commit({ guards: [], writes: [message('o', '1')] })
    await one.commit({ guards: [], writes: [gone('o', '1')] })
    await expect
      .poll(async () => {
        await other.withMessages()
        return notedBy(other)
      })
      .toEqual([])
    // One that leaves none writes none.
    await other.commit({ guards: [], writes: [gone('o', '1')] })
    expect(await notedBy(other)).toEqual([])
  })

  it('of whoever stood still between note and commit are written again, in turn and not', async () => {
    const url = await newUrl()
    const [paused, other] = [await open(url, { noteMs: 300, marginMs: 0 }), await open(url, { marginMs: 0 })]
    await begin(other, 'o')
    const commit = {
      guards: [{ organization: 'o', version: 1, appends: 1 }],
      writes: [message('o', 'paused')],
    }
    const ways = [
      () => paused.commit(commit),
      () =>
        paused.commitInTurn!(['o'], async () => ({
          guards: [{ organization: 'o', version: 2, appends: 1 }],
          writes: [message('o', 'paused in turn')],
        })),
    ]
    for (const [n, way] of ways.entries()) {
      const { held, goOn } = haltBefore(isCommit)
      const committed = way()
      await held
      // Nobody removes it while it holds; whoever is in turn has the row, and is waited for.
      await expect.poll(async () => (await other.notes())[0]?.isOver ?? true).toBe(true)
      if (n === 0) {
        await removeAll(other)
        expect(await notedBy(other)).toEqual([])
      }
      goOn()
      await committed
      expect(await notedBy(other)).toEqual(['o'])
      vi.restoreAllMocks()
      // It is the one that the commit was made under: still there when everything else is tidied away.
      await expect.poll(async () => (await other.notes())[0]!.isOver).toBe(true)
      await removeAll(other)
      expect(await notedBy(other)).toEqual(['o'])
    }
    expect(await other.count('o', OUTBOX)).toBe(2)
  }, 30_000)

  it('stay when whoever looked at the clock in time comes to an end after it', async () => {
    const url = await newUrl()
    const [one, other] = [await open(url, { noteMs: 300, marginMs: 0 }), await open(url, { marginMs: 0 })]
    await begin(other, 'o')
    // The commit is done, and nobody sees it yet.
    const { held, goOn } = haltBefore((text) => text === 'COMMIT')
    const committed = one.commitInTurn!(['o'], async () => ({
      guards: [{ organization: 'o', version: 1 }],
      writes: [message('o', 'late')],
    }))
    await held
    await expect.poll(async () => (await other.notes())[0]!.isOver).toBe(true)
    // Waits for nobody.
    await removeAll(other)
    expect(await notedBy(other)).toEqual(['o'])
    goOn()
    await committed
    await removeAll(other)
    expect(await other.count('o', OUTBOX)).toBe(1)
    expect(await notedBy(other)).toEqual(['o'])
  }, 30_000)

  it('whose process ended before the commit, or whose commit failed, go by themselves', async () => {
    const url = await newUrl()
    const [one, other] = [await open(url, { noteMs: 300, marginMs: 0 }), await open(url, { marginMs: 0 })]
    await begin(one, 'o')
    const stale = one.commit({ guards: [{ organization: 'o', version: 7 }], writes: [message('o', 'x')] })
    await expect(stale).rejects.toThrow('changed since it was read')
    expect(await notedBy(other)).toEqual(['o'])
    await expect
      .poll(async () => {
        await removeAll(other)
        return notedBy(other)
      })
      .toEqual([])
    expect(await other.count('o', OUTBOX)).toBe(0)
  })

  it('strand no message, however writers, pauses and those who tidy up meet', async () => {
    const url = await newUrl()
    const stores = await Promise.all(
      [40, 60, 80].map((noteMs) => open(url, { noteMs, marginMs: 0, connections: 2, leaseMs: 300 })),
    )
    for (const seed of ['a', 'b', 'c']) {
      const random = seededRandom(`notes ${seed}`)
      const below = (bound: number) => random(1)[0]! % bound
      const organizations = [0, 1, 2].map((n) => `${seed}${n}`)
      for (const organization of organizations) await begin(stores[0]!, organization)
      watchStatements((text) =>
        isCommit(text) || text.startsWith('DELETE FROM notes') || text === 'COMMIT'
          ? setTimeout(below(4) === 0 ? below(160) : 0)
          : undefined,
      )
      const outcomes = { done: 0, refused: 0 }
      const write = async (n: number) => {
        const store = stores[below(3)]!
        const organization = organizations[below(3)]!
        const version = await store.version(organization)
        const commit = (at: number) => ({
          guards: [{ organization, version: at, appends: 1 }],
          writes: [message(organization, String(n))],
        })
        const way =
          below(2) === 0
            ? store.commit(commit(version))
            : store.commitInTurn!([organization], async ({ moments }) =>
                commit(moments.get(organization)!.version),
              )
        await way.then(
          () => outcomes.done++,
          () => outcomes.refused++,
        )
        // Delivered, most of the time.
        if (below(4) > 0)
          await stores[below(3)]!.commit({ guards: [], writes: [gone(organization, String(n))] })
      }
      for (let n = 0; n < 40; n += 4) {
        let isOver = false
        const tidying = (async () => {
          while (!isOver) await removeAll(stores[below(3)]!)
        })()
        await Promise.all([setTimeout(below(120)), ...[0, 1, 2, 3].map((k) => write(n + k))])
        isOver = true
        await tidying
        const waiting = []
        for (const organization of organizations) {
          if ((await stores[0]!.count(organization, OUTBOX)) > 0) waiting.push(organization)
        }
        expect(await notedBy(stores[0]!), `seed ${seed}, step ${n}`).toEqual(expect.arrayContaining(waiting))
      }
      expect(outcomes.done).toBeGreaterThan(0)
      vi.restoreAllMocks()
      for (const organization of organizations) {
        const rows = await stores[0]!.list(organization, OUTBOX)
        const writes = rows.map(({ id }) => ({ organization, table: OUTBOX, id, value: undefined }))
        await stores[0]!.commit({ guards: [], writes })
      }
      await expect
        .poll(async () => {
          await removeAll(stores[0]!)
          return notedBy(stores[0]!)
        })
        .toEqual([])
    }
  }, 120_000)
})

describe('notes of messages that came without them', () => {
  it('are written by an upgrade, and of what processes of the release before leave meanwhile', async () => {
    const url = await postgres.createDatabase()
    await migrate(url)
    // As the release before has it.
    const put = (organization: string) =>
      query(
        url,
        `INSERT INTO organizations VALUES ('${organization}', 1);
         INSERT INTO rows VALUES ('${organization}', 'outbox', 'mail/00000000000001/1', '{}'),
           ('${organization} quiet', 'users', '1', '{}')`,
      )
    await query(url, 'DROP TABLE notes; DELETE FROM migrations WHERE number = 5')
    await put('before')
    expect(await migrate(url)).toHaveLength(1)
    const store = await open(url, { sweepMs: 0, marginMs: 0 })
    expect(await notedBy(store)).toEqual(['before'])
    await put('meanwhile')
    await expect.poll(() => notedBy(store)).toEqual(['before', 'meanwhile'])
    // When they have had their time, they are looked for once more.
    await query(url, "UPDATE notes SET until = 1 WHERE organization = ''")
    await put('at the end')
    await store.notes()
    expect(await notedBy(store)).toEqual(['at the end', 'before', 'meanwhile'])
    expect(await query(url, "SELECT FROM notes WHERE organization = ''")).toEqual([])
    const statements = statementsOf()
    await store.notes()
    expect(statements.filter((text) => !namesItsOrganization(text))).toEqual([])
  })

  it('are not looked for in a new database', async () => {
    const url = await postgres.createDatabase()
    await open(url)
    expect(await query(url, 'SELECT FROM notes')).toEqual([])
  })

  it('are written by a restore, beside and in place', async () => {
    const url = await postgres.createDatabase()
    const store = await open(url, { noteMs: 300, marginMs: 0 })
    await store.commit({ guards: [{ organization: 'o', version: 0 }], writes: [message('o', '1')] })
    const contents = await store.readAll()
    let text = ''
    await readBackup(url, new Date(0), async (piece) => void (text += piece))

    const beside = await postgres.createDatabase()
    async function* lines() {
      yield* text.trimEnd().split('\n')
    }
    await writeBackup(beside, lines(), () => migrate(beside))
    expect(await notedBy(await open(beside))).toEqual(['o'])

    await store.commit({ guards: [], writes: [gone('o', '1')] })
    await expect
      .poll(async () => {
        await removeAll(store)
        return notedBy(store)
      })
      .toEqual([])
    // A process that relies on a note goes on meanwhile.
    const other = await open(url)
    await other.commit({ guards: [], writes: [message('p', '1')] })
    await store.replaceAll(contents)
    expect(await notedBy(store)).toEqual(['o', 'p'])
    await other.commit({ guards: [], writes: [message('p', '2')] })
    expect(await store.withMessages()).toEqual(['o', 'p'])
  })
})
