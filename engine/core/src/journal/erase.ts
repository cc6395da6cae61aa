/**
 * Erases the personal data of a deleted user: what is left of each version, and of each finished activity that names the user,
 * still fits the journal. An operator command, because it changes records that are otherwise final.
 */
import { limits, WITHHELD } from '@keywright/contract'
import { compact, expand } from '../activity/compact.ts'
import { ERASED } from '../activity/voters.ts'
import { commitAlone } from '../store/commitAlone.ts'
import { isFinalActivity } from '../store/journalEntry.ts'
import { RowAltered } from '../store/rowMacs.ts'
import type { Partition } from '../store/rows.ts'
import { type Json, type Store, StoreConflict, type TableRow } from '../store/store.ts'
import {
  type CompactActivityRow,
  type OrganizationRow,
  type StoredActivityRow,
  type StoredVoteRow,
  USER_VERSIONS,
} from '../store/tables.ts'
import { beginTransaction } from '../store/transaction.ts'
import { isErased, isVersion, remainsOf, type UserVersion, versionsOf } from '../store/userVersions.ts'
import type { Mac } from '../vault.ts'
import { type Broken, fingerprintOf, isBroken, readJournal, walkJournal } from './replay.ts'
import type { JournalVerdict } from './verify.ts'

export interface Erase {
  readonly userId: string
  readonly now: number
  /** Of the root secret. */
  readonly mac: Mac
  /** Verifies a journal: nothing is erased while one doesn't verify. */
  readonly verify: (organizationId: string) => Promise<JournalVerdict>
}

export interface Erased {
  readonly activities: number
  /** Rows that still name the user, by table: those of the journal are there until it is pruned. */
  readonly left: Readonly<Record<string, number>>
}

/** Upper bound of activities that one commit changes, so that no other caller waits long. */
const BATCH = limits.prunedPerCommit
const PAGE = 500
/** Upper bound of attempts, because a server may commit at the same time. */
const TRIES = 20

/**
 * Changes the organization and its parent. After a crash, run it again: it continues.
 * @returns `exists` for a user who isn't deleted, `unknown` for one that never existed in the organization
 * @throws RowAltered for an activity that isn't what the journal says; StoreConflict if other commits always come first
 */
export async function eraseUser(
  store: Store,
  organizationId: string,
  { userId, now, mac, verify }: Erase,
): Promise<Erased | Broken | 'exists' | 'unknown'> {
  const change = <T>(organization: string, write: (rows: Partition) => Promise<T>) =>
    changeAlone(store, { organization, mac, now }, write)
  const [isUser, versions] = await change(organizationId, async (rows) => [
    (await rows.get('users', userId)) !== undefined,
    await readVersions(rows, userId),
  ])
  if (isUser) return 'exists'
  if (versions.length === 0) return 'unknown'
  const person = personIn(
    organizationId,
    userId,
    versions.map(({ version }) => version),
  )
  const parentId = await parentOf(store, organizationId)
  const organizations = [organizationId, ...(parentId === null ? [] : [parentId])]
  for (const organization of organizations) {
    const verdict = await verify(organization)
    if (!verdict.ok) return verdict
  }
  let activities = 0
  for (const organization of organizations) {
    const ids = await activitiesNaming(store, organization, person)
    if (ids.length === 0) continue
    const known = await fingerprintsOf(store, organization, new Set(ids))
    if (isBroken(known)) return known
    for (let n = 0; n < ids.length; n += BATCH) {
      const some = ids.slice(n, n + BATCH)
      await change(organization, async (rows) => {
        for (const id of some) {
          const row = (await rows.get('activities', id))!
          if (known.get(id) !== fingerprintOf(row as unknown as Json))
            throw new RowAltered(organization, 'activities', id)
          rows.rewrite(id, compact(withoutPerson(expand(row), person)))
        }
      })
    }
    activities += ids.length
  }
  // Last, because the versions say what to look for.
  await change(organizationId, async (rows) => {
    rows.put('erasures', userId, { userId, createdAt: now })
    for (const { id, version } of await readVersions(rows, userId)) {
      if (!isErased(version)) rows.putLookup(USER_VERSIONS, id, remainsOf(version))
    }
  })
  return { activities, left: await leftOf(store, organizations, person) }
}

async function readVersions(rows: Partition, userId: string) {
  const found = await rows.entries(USER_VERSIONS, versionsOf(userId))
  return Promise.all(
    found.map(async ({ id, entry }) => ({
      id,
      version: await entry.provenBy(async (value) =>
        isVersion(id, value) ? (value as unknown as UserVersion) : undefined,
      ),
    })),
  )
}

interface Person {
  readonly organizationId: string
  readonly userId: string
  readonly names: ReadonlySet<string>
  /** In lower case. */
  readonly contacts: ReadonlySet<string>
}

function personIn(organizationId: string, userId: string, versions: readonly UserVersion[]): Person {
  const whole = versions.flatMap((version) => (isErased(version) ? [] : [version]))
  const contacts = whole.flatMap(({ userEmail, userPhoneNumber }) => [userEmail, userPhoneNumber])
  return {
    organizationId,
    userId,
    names: new Set(whole.map(({ userName }) => userName)),
    contacts: new Set(contacts.flatMap((contact) => (contact ? [contact.toLowerCase()] : []))),
  }
}

/** Null for a parent, and for a deleted organization whose first entry was pruned. */
async function parentOf(store: Store, organizationId: string): Promise<string | null> {
  const row = await store.get(organizationId, 'organization', 'organization')
  if (row !== undefined) return (row as unknown as OrganizationRow).parentId
  for await (const { changes } of readJournal(store, organizationId)) {
    const first = changes.find(({ table, value }) => table === 'organization' && value)
    return (first?.value as unknown as OrganizationRow | undefined)?.parentId ?? null
  }
  return null
}

async function activitiesNaming(store: Store, organization: string, person: Person): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list(organization, 'activities', { after, limit: PAGE })
    for (const { id, value } of page) {
      if (!isFinalActivity('activities', value) || !mayName(value, person)) continue
      const row = expand(value as unknown as CompactActivityRow)
      if (JSON.stringify(withoutPerson(row, person)) !== JSON.stringify(row)) ids.push(id)
    }
    if (page.length < PAGE) return ids
    after = page.at(-1)!.id
  }
}

/** Text in which letter case is that of ASCII, and which JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]+$/
const ASCII = /^[ -~]*$/

/** Whether the text of a row has any of a person's texts. Rebuilding each row to compare it takes several times longer. */
function mayName(value: Json, { names, contacts }: Person): boolean {
  const texts = [...names, ...contacts]
  const text = JSON.stringify(value)
  if (!ASCII.test(text) || !texts.every((one) => PLAIN.test(one))) return true
  const lowerCase = text.toLowerCase()
  return texts.some((one) => lowerCase.includes(one.toLowerCase()))
}

/** Fingerprints of these activities, as the journal has them. */
async function fingerprintsOf(
  store: Store,
  organization: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string> | Broken> {
  const found = new Map<string, string>()
  const keep = (table: string, id: string, fingerprint: () => string) => {
    if (table === 'activities' && ids.has(id)) found.set(id, fingerprint())
  }
  const end = await walkJournal(store, organization, {
    known(lines) {
      for (const [table, id, fingerprint] of lines) keep(table, id, () => fingerprint)
    },
    entry({ changes }) {
      for (const { table, id, value = null, digest } of changes)
        keep(table, id, () => digest ?? fingerprintOf(value))
      return undefined
    },
  })
  return isBroken(end) ? end : found
}

/** Replaces names and contacts. A body that has them is withheld, because its bytes can't change: its hash is the fingerprint. */
export function withoutPerson(row: StoredActivityRow, person: Person): StoredActivityRow {
  const isNamed = isAbout(row, person) || hasContact(row.parameters, person)
  const erase = <T>(value: T): T => eraseIn(value, person, isNamed) as T
  return {
    ...row,
    parameters: erase(row.parameters),
    result: erase(row.result),
    failure: row.failure && { ...row.failure, message: withoutContacts(row.failure.message, person) },
    votes: row.votes.map((vote) => withoutVoter(vote, erase)),
  }
}

function withoutVoter(vote: StoredVoteRow, erase: <T>(value: T) => T): StoredVoteRow {
  const body = vote.message === WITHHELD ? null : (JSON.parse(vote.message) as Json)
  const isChanged = JSON.stringify(erase(body)) !== JSON.stringify(body)
  return { ...vote, message: isChanged ? WITHHELD : vote.message }
}

/** Whether a user name in the activity may be the person's: other users can have the same name in other organizations. */
function isAbout({ parameters, result, votes }: StoredActivityRow, { userId, organizationId }: Person) {
  const { userIds, rootUserIds, subOrganizationId } = Object(result) as Record<string, unknown>
  const named = [parameters['userId'], ...listOf(userIds), ...listOf(rootUserIds)]
  return (
    named.includes(userId) ||
    subOrganizationId === organizationId ||
    votes.some((vote) => vote.userId === userId)
  )
}

const hasContact = (value: unknown, { contacts }: Person): boolean => {
  const text = JSON.stringify(value).toLowerCase()
  return [...contacts].some((contact) => text.includes(JSON.stringify(contact)))
}

const NAMES: ReadonlySet<string> = new Set(['userName', 'receiverUserName'])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** @param isNamed whether user names are the person's */
function eraseIn(value: unknown, person: Person, isNamed: boolean, member = ''): unknown {
  if (typeof value === 'string') {
    const isName = isNamed && NAMES.has(member) && person.names.has(value)
    return isName || person.contacts.has(value.toLowerCase()) ? ERASED : value
  }
  if (Array.isArray(value)) return value.map((one) => eraseIn(one, person, isNamed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, eraseIn(one, person, isNamed, name)]),
  )
}

/** In any letter case, because messages repeat contacts as they were posted. */
const withoutContacts = (text: string, { contacts }: Person): string =>
  [...contacts].reduce((left, contact) => left.replace(inAnyCase(contact), ERASED), text)

function inAnyCase(text: string): RegExp {
  const characters = Array.from(text, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`)
  return new RegExp(characters.join(''), 'giu')
}

/** How many rows of each table have a contact of the person, or the name as a whole text. */
async function leftOf(store: Store, organizations: readonly string[], { names, contacts }: Person) {
  const left: Record<string, number> = {}
  const texts = [...contacts, ...[...names].map((name) => JSON.stringify(name).toLowerCase())]
  for (const organization of organizations) {
    for (let after: TableRow | undefined; ; ) {
      const page = await store.scan(organization, after, PAGE)
      for (const { table, value } of page) {
        const text = JSON.stringify(value).toLowerCase()
        if (texts.some((one) => text.includes(one))) left[table] = (left[table] ?? 0) + 1
      }
      if (page.length < PAGE) break
      after = page.at(-1)!
    }
  }
  return left
}

async function changeAlone<T>(
  store: Store,
  { organization, mac, now }: { readonly organization: string; readonly mac: Mac; readonly now: number },
  write: (rows: Partition) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const transaction = beginTransaction(store, { staging: commitAlone(store), vault: { mac } })
      const result = await write(await transaction.organization(organization))
      await transaction.commit({ activityId: null, at: now }).durable
      return result
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === TRIES) throw error
    }
  }
}
