/**
 * The number of rows that a request reads doesn't depend on unrelated rows. Every version of every call runs in two
 * worlds that differ in how full their organizations are, and the rows that the store reads are counted.
 */
import { resourceLimits } from '@keywright/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth, isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { subjectOf } from '../../src/identity/directory.ts'
import { rowIdOf } from '../../src/outbox/outbox.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { type Json, OUTBOX, type Store, type Write } from '../../src/store/store.ts'
import type { UserRow } from '../../src/store/tables.ts'
import { countingRows, type RowCount } from '../support/countingRows.ts'
import { putRow } from '../support/putRow.ts'
import { vouchForAll } from '../support/vouchForAll.ts'
import { acceptedBy, postedOf, versions } from './versions.ts'
import { createWorld, type World } from './world.ts'

const ANSWERS_ALL = 'answers all of them'

/** Calls that read more in a fuller organization, and why. All but a wallet's accounts are bounded by the contract. */
const GROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['users', 'user_tags', 'private_key_tags', 'wallets', 'private_keys', 'smart_contract_interfaces'].map(
      (all) => [`list_${all}`, ANSWERS_ALL],
    ),
  ),
  ACTIVITY_TYPE_DELETE_WALLETS: 'deletes all accounts of the wallet',
  ACTIVITY_TYPE_EXPORT_WALLET: 'asks policies about each account of the wallet',
  ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: 'deletes everything in it',
  ACTIVITY_TYPE_DELETE_API_KEYS: 'looks among all users for sessions that the keys opened',
  ACTIVITY_TYPE_DELETE_USER_TAGS: 'removes them from their users',
  ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS: 'removes them from their private keys',
  ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE:
    'checks for each user of a sub-organization whether they can still sign in',
  ACTIVITY_TYPE_REJECT_ACTIVITY: 'checks whether enough users are left who could approve',
}

/** Rows of a kind that are added to an organization. Both numbers fill pages and sweeps. */
const SIZES = { few: 30, many: isNightly ? 1_000 : 150 } as const
type Size = keyof typeof SIZES

/** Bounded kinds, with few enough rows to leave room for the request's own. */
const BOUNDED: Readonly<Record<string, { readonly few: number; readonly many: number }>> = {
  ...Object.fromEntries(
    (['users', 'invitations', 'tags', 'wallets', 'smartContractInterfaces'] as const).map((table) => {
      const most = Math.min(SIZES.many, Math.floor(resourceLimits[table].subOrganization / 2))
      return [table, { few: 2, many: most }]
    }),
  ),
  privateKeys: { few: 30, many: Math.min(SIZES.many, resourceLimits.privateKeys.parent / 2) },
}

/** Entries of the directory. They fill pages too, and each leads to an organization of its own. */
const DIRECTORY = { few: 20, many: 40 } as const

/** Tables that every request reads, whose size is therefore bounded, and codes, of which a user has at most three. */
const LEFT_ALONE = /^(organization|policies|webhookEndpoints|names:policy|journal|macs|heads|otps-of:.*)$/

describe('rows read by a request', () => {
  const count: RowCount = { rows: 0 }
  const worlds = {} as Record<Size, Filled>
  const table: string[][] = []
  const growing: string[] = []

  beforeAll(async () => {
    for (const size of ['few', 'many'] as const) worlds[size] = await openFilled(size, count)
  })

  it.each(everyNth(5, versions))('$title', async (version) => {
    const { title } = version
    const read: number[] = []
    const answers: Response[] = []
    for (const size of ['few', 'many'] as const) {
      const { world, fill } = worlds[size]
      const accepted = await acceptedBy(world, version)
      const { client, body } = accepted
      await world.engine.idle()
      await fill(client.organizationId)
      count.rows = 0
      answers.push(await client.post(postedOf(accepted, body)))
      await world.engine.idle()
      read.push(count.rows)
    }
    // After both, because a world that is a request ahead would fail the next case too.
    for (const answer of answers) expect(answer.status, await answer.text()).toBe(200)
    table.push([title, ...read.map(String), GROWS[title] ?? ''])
    if (read[1]! > read[0]!) growing.push(title)
    if (!(title in GROWS)) expect(read[1]).toBe(read[0])
  })

  afterAll(() => {
    const isTried = (title: string) => table.some(([tried]) => tried === title)
    expect(growing.toSorted()).toEqual(Object.keys(GROWS).filter(isTried).toSorted())
  })
})

interface Filled {
  readonly world: World
  /** Fills an organization and its parent, once. */
  fill(organizationId: string): Promise<void>
}

async function openFilled(size: Size, count: RowCount): Promise<Filled> {
  const memory = createMemoryStore()
  const tables = new Map<string, Set<string>>()
  const filled = new Set<string>()
  const store: Store = {
    ...countingRows(memory, count),
    async commit(changes) {
      for (const { organization, table } of changes.writes) {
        tables.set(organization, (tables.get(organization) ?? new Set()).add(table))
      }
      return memory.commit(changes)
    },
  }
  const world = await createWorld('rows read', { store })

  /** Writes a row of a new organization, once. */
  async function writeNew({ organization, table, id, value }: Write): Promise<void> {
    const key = `${organization} ${table} ${id}`
    if (filled.has(key)) return
    filled.add(key)
    await putRow(world.engine.ports, organization, [table as 'users', id, value as unknown as UserRow])
  }

  async function fill(organization: string): Promise<void> {
    const before = filled.size
    for (const table of tables.get(organization) ?? []) {
      const key = `${organization} ${table}`
      if (filled.has(key) || LEFT_ALONE.test(table)) continue
      const [first] = await memory.list(organization, table, { limit: 1 })
      if (!first) continue
      filled.add(key)
      const child = subjectOf(table, first.id)?.organizationId
      const wanted = (child === undefined ? (BOUNDED[table] ?? SIZES) : DIRECTORY)[size]
      const rows = [
        { organization, table, ...first },
        ...(await targetsOf(memory, organization, table, first.id)),
      ]
      const writes = Array.from({ length: wanted }, (_, n) =>
        rows.map((row) => copyOf(row, child ?? first.id, n)),
      ).flat()
      const isIn = (write: Write) => write.organization === organization
      await memory.commit({ guards: [], writes: writes.filter(isIn) })
      for (const write of writes) if (!isIn(write)) await writeNew(write)
    }
    if (!filled.has(organization)) {
      filled.add(organization)
      // Messages of failed carriers: none of them is due.
      const writes = Array.from({ length: SIZES[size] }, (_, n): Write => {
        const row = { receiver: n % 2 ? 'mail' : 'sms', dueAt: Number.MAX_SAFE_INTEGER }
        return {
          organization,
          table: OUTBOX,
          id: rowIdOf(row, String(n)),
          value: { kind: row.receiver, ...row },
        }
      })
      await memory.commit({ guards: [], writes })
    }
    if (filled.size > before) await vouchForAll(world.engine, organization)
    const own = (await memory.get(organization, 'organization', 'organization')) as
      | { parentId?: string }
      | undefined
    if (own?.parentId) await fill(own.parentId)
  }
  return { world, fill }
}

interface Placed {
  readonly organization: string
  readonly table: string
  readonly id: string
  readonly value: Json
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** The rows that prove the row of a lookup: of an activity, or in a sub-organization. */
async function targetsOf(store: Store, organization: string, table: string, id: string): Promise<Placed[]> {
  const { organizationId: child, userId } = subjectOf(table, id) ?? {}
  const places: [organization: string, table: string, id: string][] = []
  if (/^by-(status|type):/.test(table)) places.push([organization, 'activities', id])
  if (child !== undefined) places.push([child, 'organization', 'organization'])
  if (child !== undefined && userId !== undefined) places.push([child, 'users', userId])
  const rows = await Promise.all(places.map((place) => store.get(...place)))
  return places.map(([organization, table, id], n) => ({ organization, table, id, value: rows[n]! }))
}

/** The nth copy of a row, where this id has become another one. */
function copyOf({ organization, table, id, value }: Placed, changed: string, n: number): Write {
  const copy = (text: string) =>
    UUID.test(text) ? text.slice(0, 28) + n.toString(16).padStart(8, '0') + text.slice(36) : `${text}~${n}`
  const rename = (text: string) => text.replaceAll(changed, copy(changed))
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  const text = JSON.stringify(value)
  const copied = isTable ? rename(text) : text.replace(/"([^"]{36})"/g, (_, of) => `"${copy(of)}"`)
  return { organization: rename(organization), table, id: rename(id), value: JSON.parse(copied) as Json }
}
