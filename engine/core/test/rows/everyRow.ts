/**
 * One row at a time is deleted, inserted, swapped with another or restored to an earlier version, in each table and each
 * lookup that the store has. After that, an engine with empty caches gets every accepted request and delivers. A request
 * may fail with `ROW_ALTERED`; anything else that it returns must be what it returns without the change.
 */
import { callList, type QueryName } from '@keywright/contract'
import { expect } from 'vitest'
import { LOOKUP_NAMES } from '../../src/store/lookups.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { hasMacs } from '../../src/store/rowMacs.ts'
import type { Json, Write } from '../../src/store/store.ts'
import { JOURNALED_TABLES } from '../../src/store/tables.ts'
import { collectContents, type StoreContents } from '../../src/store/wholeStore.ts'
import { queryPreparations, type SubmitType, submitPreparations } from '../callCoverage/accepted/index.ts'
import { createWorld, type World } from '../callCoverage/world.ts'

/** Rows that say only where to look or how much was counted, and what can go missing unnoticed. See SECURITY.md. */
const UNNOTICED: Readonly<Record<string, string>> = {
  storage: 'counters of storage',
  'otp-expiries': 'when to look for what has expired',
  outbox: 'a message can go missing, or be delivered again',
  journal: 'requests read no entry: the head says what the next one follows',
  'checkpoint-rows': 'requests read none',
}
/** What can go missing unnoticed until `journal verify`, but not be altered. */
const MAY_BE_MISSING = [
  'activities',
  'fingerprints',
  'fingerprints-of',
  'by-status',
  'by-type',
  'sub-organizations',
  'sub-organizations-by',
]

const nameOf = (table: string) => table.split(':')[0]!

interface Change {
  readonly kind: 'delete' | 'insert' | 'swap' | 'restore'
  readonly writes: readonly Write[]
}

function dice(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** Of each kind of change of each table. The first is followed by every submit, the others by four. */
const ROUNDS = 3

export async function expectNoneServed(seed: number): Promise<void> {
  const roll = dice(seed)
  const store = createMemoryStore()
  const earlier = new Map<string, Json>()
  const world = await createWorld('every row', { store })
  const { organizationId } = world
  // Each call once, so that every table has rows, and earlier versions are known.
  for (const type of Object.keys(submitPreparations)) {
    const { client, parameters } = await submitPreparations[type as SubmitType](world)
    await client.submit(type as SubmitType, parameters as never).catch(() => undefined)
    if (earlier.size === 0)
      for (const row of await rowsOf(store, organizationId)) earlier.set(keyOf(row), row.value!)
  }
  const submits = await submitsOf(world)
  const before = await answersOf(world)
  await world.engine.idle()
  const contents = await collectContents(store.readAll())
  const isServedAlike = comparing(world, contents)
  const rows = await rowsOf(store, organizationId)
  const tables = [...new Set(rows.map(({ table }) => nameOf(table)))]
  const counts: Record<string, Record<string, number>> = {}
  const failures: string[] = []
  const submitFailures: [kind: string, table: string, type: string][] = []
  let submitted = 0
  for (const table of tables) {
    const those = rows.filter((row) => nameOf(row.table) === table)
    const rounds = Array.from({ length: ROUNDS }, () => changesOf(those, earlier, roll))
    const changes = rounds.flatMap((round, n) => round.map((change) => ({ change, isFirst: n === 0 })))
    for (const { change, isFirst } of changes) {
      const back = change.writes.map((write) => ({ ...write, value: undefined as Json | undefined }))
      for (const write of back) write.value = await store.get(organizationId, write.table, write.id)
      await store.commit({ guards: [], writes: change.writes })
      const after = await answersOf(world)
      const own = await world.engine.verifyJournal(organizationId)
      // An entry of the directory is missing from the sub-organization that it describes.
      const child = change.writes[0]!.id.slice(0, 36)
      const isChild = own.ok && table.startsWith('sub-organizations')
      const verdict = isChild ? await world.engine.verifyJournal(child) : own
      await store.commit({ guards: [], writes: back })
      const [first] = change.writes as [Write]
      const sent = isFirst ? submits : Array.from({ length: 4 }, () => submits[roll(submits.length)]!)
      for (const one of sent) {
        submitted++
        if (!(await isServedAlike(change, one))) {
          submitFailures.push([change.kind, first.table, one.type])
        }
      }
      const label = `${change.kind} ${first.table} ${first.id}`
      ;(counts[table] ??= {})[change.kind] = (counts[table]![change.kind] ?? 0) + 1
      const served = [...after].filter(
        ([name, answer]) => answer !== 'ROW_ALTERED' && answer !== before.get(name),
      )
      const isMissing = change.kind === 'delete' && MAY_BE_MISSING.includes(table)
      if (!(table in UNNOTICED) && !isMissing) failures.push(...served.map(([name]) => `${label}: ${name}`))
      if (!(table in UNNOTICED) && verdict.ok) failures.push(`${label}: journal verify`)
      if (
        !verdict.ok &&
        verdict.problems &&
        !change.writes.some(({ id }) => verdict.problems!.some((one) => one.id === id))
      )
        failures.push(`${label}: not named`)
    }
  }
  console.log(`seed ${seed}, ${submitted} submits`, counts)
  const unexpected = submitFailures.filter(([kind, table]) => {
    const name = nameOf(table)
    return !(name in UNNOTICED) && !(kind === 'delete' && MAY_BE_MISSING.includes(name))
  })
  expect(unexpected).toEqual([])
  expect(failures).toEqual([])
  // Enumerated from the types: a new table or lookup is changed too, once a call writes it.
  const all = [...JOURNALED_TABLES, ...LOOKUP_NAMES]
  expect(
    tables.filter((table) => !all.includes(table as never) && !hasMacs(table) && !(table in UNNOTICED)),
  ).toEqual(['heads'])
}

/**
 * Whether a submit on altered rows is rejected, or answered as on the others. Needs signatures that are the same in each
 * run, and asks once for the answer on the others.
 */
function comparing(world: World, contents: StoreContents) {
  const expected = new Map<Submit, Promise<string>>()
  return async ({ writes }: Change, one: Submit): Promise<boolean> => {
    const altered = await sendOn(world, contents, writes, one)
    if (altered.includes('ROW_ALTERED')) return true
    const answer = expected.get(one) ?? sendOn(world, contents, [], one)
    expected.set(one, answer)
    return altered === (await answer)
  }
}

const keyOf = ({ table, id }: Pick<Write, 'table' | 'id'>) => JSON.stringify([table, id])

async function rowsOf(store: ReturnType<typeof createMemoryStore>, organization: string): Promise<Write[]> {
  const rows = await store.scan(organization, undefined, Number.MAX_SAFE_INTEGER)
  return rows.map((row) => ({ organization, ...row }))
}

/** One change of each kind that the rows of a table allow. */
function changesOf(
  rows: readonly Write[],
  earlier: ReadonlyMap<string, Json>,
  roll: (bound: number) => number,
): Change[] {
  const one = rows[roll(rows.length)]!
  const inserted = { ...one, id: `${one.id.slice(0, -1)}${one.id.endsWith('0') ? 1 : 0}` }
  const changes: Change[] = [
    { kind: 'delete', writes: [{ ...one, value: undefined }] },
    { kind: 'insert', writes: [inserted] },
  ]
  const text = JSON.stringify(one.value)
  const others = rows.filter((row) => row.id !== one.id && JSON.stringify(row.value) !== text)
  const other = others[roll(others.length)]
  if (other) {
    const writes = [
      { ...one, value: other.value },
      { ...other, value: one.value },
    ]
    changes.push({ kind: 'swap', writes })
  }
  const older = rows.filter(
    (row) => earlier.has(keyOf(row)) && JSON.stringify(earlier.get(keyOf(row))) !== JSON.stringify(row.value),
  )
  const restored = older[roll(older.length)]
  if (restored)
    changes.push({ kind: 'restore', writes: [{ ...restored, value: earlier.get(keyOf(restored)) }] })
  return changes
}

/** Answers of an engine with empty caches to every query, and to a retry of a submit. */
async function answersOf(world: World): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const { createTestEngine } = await import('../support/engine.ts')
  const { store, random, rootSecret } = world.engine.ports
  const engine = createTestEngine('every row', {
    store,
    random,
    rootSecret,
    clock: world.engine.clock,
    fetch: world.issuer.fetch,
  })
  for (const { name, kind, path } of callList) {
    if (kind !== 'query') continue
    const { client, parameters } = await prepared(world, name as QueryName)
    const text = JSON.stringify({ organizationId: client.organizationId, ...parameters })
    const handle = world.engine.handle
    world.engine.handle = engine.handle
    const response = await client.post({ path, text }).finally(() => {
      world.engine.handle = handle
    })
    const answer = await response.text()
    answers.set(
      name,
      response.status === 200 ? answer : answer.includes('ROW_ALTERED') ? 'ROW_ALTERED' : answer,
    )
  }
  return answers
}

const kept = new WeakMap<
  World,
  Map<QueryName, Promise<Awaited<ReturnType<(typeof queryPreparations)['whoami']>>>>
>()
/** Prepared once per world: preparing may write. */
function prepared(world: World, name: QueryName) {
  const known = kept.get(world) ?? new Map()
  kept.set(world, known)
  if (!known.has(name)) known.set(name, queryPreparations[name](world))
  return known.get(name)!
}

interface Submit {
  readonly type: string
  readonly path: string
  readonly text: string
  readonly client: World['root']
}

/** A request of each version of each submit, with the objects that it needs. */
async function submitsOf(world: World): Promise<Submit[]> {
  const submits: Submit[] = []
  for (const type of Object.keys(submitPreparations) as SubmitType[]) {
    const { client, parameters } = await submitPreparations[type](world)
    submits.push({ type, client, ...client.compose(type, parameters as never) })
  }
  return submits
}

/** What a request returns on a changed copy of the store, and what leaves the machine after it. */
async function sendOn(
  world: World,
  contents: StoreContents,
  writes: readonly Write[],
  { client, path, text }: Submit,
): Promise<string> {
  const store = createMemoryStore()
  await store.replaceAll([contents])
  await store.commit({ guards: [], writes })
  const { rootSecret } = world.engine.ports
  const { createTestEngine } = await import('../support/engine.ts')
  const engine = createTestEngine('every row', {
    store,
    rootSecret,
    clock: world.engine.clock,
    fetch: world.issuer.fetch,
  })
  const { handle } = world.engine
  world.engine.handle = engine.handle
  const response = await client.post({ path, text }).finally(() => {
    world.engine.handle = handle
  })
  const answer = (await response.json()) as { activity?: { status: string; result: object; intent: object } }
  await engine.deliver()
  const left = [engine.mails, engine.messages, engine.deliveries.map(({ url }) => url).sort()]
  const { status, result, intent } = answer.activity ?? {}
  return JSON.stringify(answer.activity ? [status, result, intent, left] : answer)
}
