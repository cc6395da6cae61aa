/** Rebuilds the lookups of an organization from its tables and compares: nothing is missing, extra or altered. */
import { sha256Hex } from '@keywright/keys'
import { expandOnce } from '../activity/compact.ts'
import { LOOKUP as ACTIVITIES, entriesOf as entriesOfActivity } from '../activity/record.ts'
import { COUNTED } from '../calls/auth/counted.ts'
import { EXPIRIES, readExpiring } from '../calls/auth/expiries.ts'
import { type LookupEntry, lookupsOf, rowNamedBy } from '../calls/lookupsOf.ts'
import { contactEntries } from '../calls/users/contactEntries.ts'
import { USERS_BY_CONTACT, USERS_SHARING_CONTACT } from '../calls/users/findByContact.ts'
import type { HandlerOf } from '../handler.ts'
import { loadSubmitHandlers } from '../handlers.ts'
import { subjectOf } from '../identity/directory.ts'
import { messageIdOf, type OutboxRow, openMessage, rowIdOf } from '../outbox/outbox.ts'
import { HEADS, MACS } from '../store/rowMacs.ts'
import { isCounter, STORAGE } from '../store/storage.ts'
import { type Json, OUTBOX, type Row, type RowKey, type StoreReads, type TableRow } from '../store/store.ts'
import { fromStoredText, toStoredText } from '../store/storedText.ts'
import {
  ADDRESSES_LOOKUP,
  type CompactActivityRow,
  DATA_KEYS_LOOKUP,
  type DataKeyKind,
  type OrganizationRow,
  type StoredVoteRow,
  USER_VERSIONS,
  type UserRow,
} from '../store/tables.ts'
import { isErased, isVersion, type UserVersion, versionEntry } from '../store/userVersions.ts'
import type { Vault } from '../vault.ts'
import { CHECKPOINT_ROWS } from './replay.ts'
import type { AddProblem } from './rowReplay.ts'
import { JOURNALED } from './rowReplay.ts'

/**
 * Lookups that the tables don't determine, with the reason. No decision about keys or users rests on them; `verify` finds
 * what can't be read.
 */
export const TRANSIENT: Readonly<Record<string, string>> = {
  [OUTBOX]: 'messages until they are delivered, each encrypted and bound to its place',
  [STORAGE]: 'counters of storage quotas, which drain with time',
  [COUNTED]: 'counters of codes and messages, which expire',
  [EXPIRIES]: 'when to look for what has expired: the row itself says whether it has',
}

/** A lookup row that must be stored, in stored text. */
interface Expected extends RowKey {
  readonly organization: string
  readonly of: string
  /** Of the value; undefined if several values match. */
  readonly text: string | undefined
  matches(value: Json): boolean
}

type Opener = Pick<Vault, 'mac' | 'mark' | 'open'>

/** Checks an organization page by page. @param vault without it, marks of secrets aren't compared */
export async function openLookupCheck(
  store: StoreReads,
  organizationId: string,
  vault: Opener | undefined,
  add: AddProblem,
): Promise<LookupCheck> {
  return new LookupCheck(store, organizationId, vault, add, await readSetting(store, organizationId))
}

/** Upper bound of the versions of users that are known to be whole. */
const MOST_VERSIONS = 10_000

/**
 * Compares the lookups of activities by sums over the hashes of their rows, as there must be and as there are: each row is
 * read once. The sums show whether any row differs, and not which.
 */
class ActivityLookups {
  readonly #key: string
  readonly #versions = new Set<string>()
  #expected = 0n
  #stored = 0n

  /** @param key unknown to an attacker, who could otherwise search for rows with the same sum */
  constructor(key: string) {
    this.#key = key
  }

  /** Adds what activities have. @returns the entries that have to be read, because their value is open */
  expect(entries: readonly Expected[]): Expected[] {
    if (this.#versions.size > MOST_VERSIONS) this.#versions.clear()
    const open = new Map<string, Expected>()
    for (const entry of entries) {
      const name = `${entry.organization} ${entry.table} ${entry.id}`
      if (entry.text !== undefined) this.#expected += this.#hashOf(entry, entry.text)
      // Each vote names the version of its user, so the same few are expected again and again.
      else if (entry.table !== USER_VERSIONS) open.set(`${name} ${entry.of}`, entry)
      else if (!this.#versions.has(name)) open.set(name, entry)
    }
    return [...open.values()]
  }

  /** @param value of an entry that was read, and matches */
  found(entry: Expected, value: Json): void {
    if (entry.table === USER_VERSIONS) this.#versions.add(`${entry.organization} ${entry.table} ${entry.id}`)
    // Users who share a fingerprint share the row, which names one activity.
    else if (value === entry.of) this.#expected += this.#hashOf(entry, JSON.stringify(value))
  }

  add(row: TableRow): void {
    this.#stored += this.#hashOf(row, JSON.stringify(row.value))
  }

  get fit(): boolean {
    return this.#expected === this.#stored
  }

  #hashOf({ table, id }: RowKey, value: string): bigint {
    return BigInt(`0x${sha256Hex(JSON.stringify([this.#key, table, id, value]))}`)
  }
}

class LookupCheck {
  readonly #activities: ActivityLookups
  readonly #store: StoreReads
  readonly #organizationId: string
  readonly #vault: Opener | undefined
  readonly #add: AddProblem
  readonly #setting: Setting
  /** What is left to be found of contacts: value by lookup and id. */
  readonly #contacts: Map<string, string>

  constructor(
    store: StoreReads,
    organizationId: string,
    vault: Opener | undefined,
    add: AddProblem,
    setting: Setting,
  ) {
    this.#store = store
    this.#organizationId = organizationId
    this.#vault = vault
    this.#add = add
    this.#setting = setting
    this.#contacts = new Map(setting.contacts)
    this.#activities = new ActivityLookups(vault?.mac(organizationId, 'journal', 'lookups', '') ?? '')
  }

  /** Whether activities and `checkWithoutActivities` had the same lookups of activities. */
  get fitsActivities(): boolean {
    return this.#activities.fit
  }

  async checkActivities(rows: readonly TableRow[]): Promise<void> {
    const entries: Expected[] = []
    for (const row of rows) entries.push(...(await this.#expectedOf(this.#organizationId, row)))
    const open = this.#activities.expect(entries)
    const values = await this.#readExpected(open)
    for (const [n, entry] of open.entries())
      if (values[n] !== undefined) this.#activities.found(entry, values[n])
  }

  /** As `check`, without the activities in the page and what their lookups lead to. */
  async checkWithoutActivities(page: readonly TableRow[]): Promise<void> {
    const others: TableRow[] = []
    for (const row of page) {
      if (namesActivity(row.table)) this.#activities.add(row)
      else if (row.table !== 'activities') others.push(row)
    }
    await this.check(others)
  }

  async check(page: readonly TableRow[]): Promise<void> {
    await this.#checkForward(page.filter(({ table }) => JOURNALED.has(table)))
    const named: Named[] = []
    for (const row of page) {
      if (JOURNALED.has(row.table) || row.table === 'journal') continue
      const subjects = subjectsOf(this.#organizationId, row)
      named.push(...subjects.map((subject) => ({ row, subject })))
      if (subjects.length === 0) await this.#checkOther(row)
    }
    await this.#checkBackward(named)
  }

  end(): void {
    for (const key of this.#contacts.keys()) {
      const [table, id] = JSON.parse(key) as [string, string]
      this.#add('missing', table, id)
    }
  }

  async #checkForward(rows: readonly TableRow[]): Promise<void> {
    const expected = (
      await Promise.all(rows.map((row) => this.#expectedOf(this.#organizationId, row)))
    ).flat()
    await this.#readExpected(expected)
  }

  async #readExpected(expected: readonly Expected[]): Promise<(Json | undefined)[]> {
    const values = await readEach(this.#store, expected)
    for (const [n, { organization, table, id, matches }] of expected.entries()) {
      const value = values[n]
      if (value === undefined) this.#add('missing', table, id, organization)
      else if (!matches(value)) this.#add('altered', table, id, organization)
    }
    return values
  }

  /** Entries that are there must be those of a row. */
  async #checkBackward(named: readonly Named[]): Promise<void> {
    const values = await readEach(
      this.#store,
      named.map(({ subject }) => subject),
    )
    let before: { readonly row: TableRow; readonly createdAt: number } | undefined
    for (const [n, { row, subject }] of named.entries()) {
      const value = values[n]
      const isOfRow = value !== undefined && (await this.#isOf(row, subject, value))
      if (!isOfRow) this.#add('extra', row.table, row.id)
      if (!isOfRow || subject.holder === undefined) continue
      // The first holder of an address signs for it.
      const { createdAt } = value as { readonly createdAt: number }
      const isInOrder = before?.row !== row || before.createdAt <= createdAt
      if (!isInOrder || hasTwice(row.value, subject.holder)) this.#add('altered', row.table, row.id)
      before = { row, createdAt }
    }
  }

  async #isOf(row: TableRow, subject: Subject, value: Json): Promise<boolean> {
    // Marks of secrets are keyed.
    if (!this.#vault && row.table.startsWith('secrets:')) return true
    const entries = await this.#expectedOf(subject.organization, { ...subject, value })
    const named = subject.holder === undefined ? row.value : [subject.holder]
    return entries.some(
      ({ organization, table, id, matches }) =>
        organization === this.#organizationId && table === row.table && id === row.id && matches(named),
    )
  }

  async #expectedOf(organization: string, row: TableRow): Promise<Expected[]> {
    const { handlerOf, parentOf } = this.#setting
    try {
      const dataKey = await this.#dataKeyOf(organization, row)
      const vault = dataKey === UNFIT ? undefined : this.#vault
      const parentId = row.table === 'users' ? await parentOf(organization) : null
      const place = { organizationId: organization, parentId, vault, dataKey }
      return entriesOf(row, handlerOf, place).map((entry) => toExpected(entry, row))
    } catch {
      // The row doesn't have the members of its table.
      this.#add('altered', row.table, row.id, organization)
      return []
    }
  }

  /** The data key of a row that has one, or `UNFIT` if it doesn't decrypt the secret of the row. */
  async #dataKeyOf(organization: string, { table, id, value }: TableRow): Promise<string | undefined> {
    const member = SEALED[table]
    if (member === undefined) return undefined
    const sealed = (value as Record<string, string>)[member]!
    const lookup = DATA_KEYS_LOOKUP[table as DataKeyKind]
    const dataKey = await this.#store.get(organization, lookup, id)
    const isFit = typeof dataKey === 'string' && opens(this.#vault, organization, id, sealed, dataKey)
    if (isFit) return dataKey
    if (dataKey !== undefined) this.#add('altered', lookup, id, organization)
    return UNFIT
  }

  async #checkOther(row: TableRow): Promise<void> {
    const { table, id, value } = row
    const isContact = table === USERS_BY_CONTACT || table === USERS_SHARING_CONTACT
    if (isContact) this.#checkContact(row)
    else if (table === OUTBOX) {
      if (this.#vault && !isReadable(this.#vault, this.#organizationId, row)) this.#add('altered', table, id)
    } else if (table === STORAGE || table === EXPIRIES) {
      // Servers reject these.
      const isReadable = table === STORAGE ? isCounter(value) : readExpiring(id, value) !== undefined
      if (!isReadable) this.#add('altered', table, id)
    } else if (table === USER_VERSIONS) {
      if (!/^\S+ [0-9a-f]{64}$/.test(id)) this.#add('extra', table, id)
      else if (!(await this.#isVersion(id, value))) this.#add('altered', table, id)
    } else if (!this.#setting.isPlace(table, id) && !(table in TRANSIENT)) this.#add('extra', table, id)
    else if (table === CHECKPOINT_ROWS && !Array.isArray(value)) this.#add('altered', table, id)
  }

  /** Only a version of an erased user may be erased. */
  async #isVersion(id: string, value: Json): Promise<boolean> {
    if (!isVersion(id, value)) return false
    if (!isErased(value as unknown as UserVersion)) return true
    const userId = id.slice(0, id.indexOf(' '))
    return (await this.#store.get(this.#organizationId, 'erasures', userId)) !== undefined
  }

  #checkContact({ table, id, value }: TableRow): void {
    const key = contactKey(table, id)
    const expected = this.#contacts.get(key)
    this.#contacts.delete(key)
    if (expected === undefined) this.#add('extra', table, id)
    else if (expected !== JSON.stringify(value)) this.#add('altered', table, id)
  }
}

const SEALED: Readonly<Record<string, string>> = {
  wallets: 'sealedEntropy',
  privateKeys: 'sealedKey',
  imports: 'sealedTargetKey',
} satisfies Record<DataKeyKind, string>

const UNFIT = ''

/** @param vault without it, only whether there is a data key can be checked */
function opens(
  vault: Opener | undefined,
  organization: string,
  id: string,
  sealed: string,
  dataKey: string,
): boolean {
  try {
    vault?.open(organization, id, sealed, () => undefined, dataKey)
    return true
  } catch {
    return false
  }
}

interface Named {
  readonly row: TableRow
  readonly subject: Subject
}

/** A key has one address per format; few formats share an address, and no two formats of an account do. */
function hasTwice(holders: Json, holder: Json | undefined): boolean {
  if (holder === undefined || !Array.isArray(holders)) return false
  const text = JSON.stringify(holder)
  return holders.filter((one) => JSON.stringify(one) === text).length > 1 && !text.includes('privateKeys')
}

const contactKey = (table: string, id: string) => JSON.stringify([table, id])

type Setting = Awaited<ReturnType<typeof readSetting>>

async function readSetting(store: StoreReads, organizationId: string) {
  const handlerOf = await loadSubmitHandlers('approve_activity')
  const organizationOf = async (id: string) =>
    (await store.get(id, 'organization', 'organization')) as OrganizationRow | undefined
  const [own, users, index] = await Promise.all([
    organizationOf(organizationId),
    store.list(organizationId, 'users'),
    store.get(organizationId, MACS, 'index'),
  ])
  const buckets: object = Object((Object(index) as { buckets?: unknown }).buckets)
  return {
    handlerOf,
    /** The parent in whose directory users of an organization are entered. */
    parentOf: async (id: string) =>
      (id === organizationId ? own : await organizationOf(id))?.parentId ?? null,
    contacts: contactsOf(users),
    /** Whether MACs or a checkpoint have a row there; their values have hashes. An interrupted prune leaves pages. */
    isPlace: (table: string, id: string) =>
      (table === MACS && (id === 'index' || Object.hasOwn(buckets, id))) ||
      (table === HEADS && id === 'head') ||
      (table === CHECKPOINT_ROWS && /^\d{12} \d{12}$/.test(id)),
  }
}

/** Values by lookup and id. A user row that was altered may have no contacts. */
function contactsOf(users: readonly Row[]): ReadonlyMap<string, string> {
  const entries = contactEntries(users.map(({ value }) => Object(value) as UserRow))
  return new Map(
    entries.map(({ lookup, id, value }) => [contactKey(lookup, toStoredText(id)), JSON.stringify(value)]),
  )
}

function isReadable(vault: Pick<Vault, 'open'>, organizationId: string, { id, value }: TableRow): boolean {
  try {
    const row = value as unknown as OutboxRow
    openMessage(row, organizationId, messageIdOf(id), vault as Vault)
    return id === rowIdOf(row, messageIdOf(id))
  } catch {
    return false
  }
}

function entriesOf(
  { table, value }: TableRow,
  handlerOf: HandlerOf,
  place: Parameters<typeof lookupsOf>[2],
): LookupEntry[] {
  if (table !== 'activities') return lookupsOf(table as 'users', value as unknown as UserRow, place)
  const activity = expandOnce(value as unknown as CompactActivityRow)
  const isPersonal = handlerOf(activity.type).isPersonal ?? false
  const entries = entriesOfActivity(activity, isPersonal).map((entry) => ({
    organization: place.organizationId,
    ...entry,
  }))
  return [...entries, ...activity.votes.map((vote) => versionOfVoter(activity.decidedBy, vote))]
}

const versionOfVoter = (organization: string, { userId, user }: StoredVoteRow): LookupEntry => ({
  organization,
  ...versionEntry(userId, user),
})

function toExpected({ organization, lookup, id, value }: LookupEntry, row: RowKey): Expected {
  const text = value === undefined ? undefined : JSON.stringify(value)
  return {
    organization,
    of: row.id,
    text: lookup === ADDRESSES_LOOKUP ? undefined : text,
    table: toStoredText(lookup),
    id: toStoredText(id),
    matches(stored) {
      if (lookup === USER_VERSIONS) return isVersion(id, stored)
      if (text === undefined) return typeof stored === 'string'
      if (lookup !== ADDRESSES_LOOKUP) return JSON.stringify(stored) === text
      return Array.isArray(stored) && stored.some((holder) => JSON.stringify(holder) === text)
    },
  }
}

interface Subject extends RowKey {
  readonly organization: string
  /** Of a row that lists holders: the holder that names the subject. */
  readonly holder?: Json
}

const namesActivity = (lookup: string): boolean =>
  lookup.startsWith('by-') ||
  lookup === ACTIVITIES.fingerprints ||
  lookup.startsWith(ACTIVITIES.fingerprintsOf(''))

function subjectsOf(organization: string, { table, id, value }: TableRow): Subject[] {
  const lookup = fromStoredText(table)
  const plainId = fromStoredText(id)
  if (lookup === ADDRESSES_LOOKUP) {
    const holders = Array.isArray(value) ? (value as { table?: unknown; id?: unknown }[]) : []
    const named = holders.map((holder) => ({
      organization,
      table: String(Object(holder).table),
      id: String(Object(holder).id),
      holder: holder as Json,
    }))
    return named.length > 0 ? named : [{ organization, table: '', id: '' }]
  }
  if (namesActivity(lookup))
    return [{ organization, table: 'activities', id: lookup.startsWith('by-') ? plainId : String(value) }]
  const subject = subjectOf(lookup, plainId)
  if (subject) {
    const { organizationId, userId } = subject
    return userId === undefined
      ? [{ organization: organizationId, table: 'organization', id: 'organization' }]
      : [{ organization: organizationId, table: 'users', id: userId }]
  }
  const named = rowNamedBy(lookup, plainId, value)
  return named ? [{ organization, ...named }] : []
}

const READ_TOGETHER = 500

async function readEach(store: StoreReads, keys: readonly Subject[]): Promise<(Json | undefined)[]> {
  const values: (Json | undefined)[] = Array(keys.length)
  const places = new Map<string, number[]>()
  for (const [n, { organization }] of keys.entries()) {
    places.set(organization, [...(places.get(organization) ?? []), n])
  }
  for (const [organization, those] of places) {
    for (let n = 0; n < those.length; n += READ_TOGETHER) {
      const some = those.slice(n, n + READ_TOGETHER)
      const readings = some.map((place) => ({
        table: toStoredText(keys[place]!.table),
        id: toStoredText(keys[place]!.id),
      }))
      const { answers } = await store.read(organization, readings)
      for (const [k, place] of some.entries()) values[place] = answers[k]!.value
    }
  }
  return values
}
