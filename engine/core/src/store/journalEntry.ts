/**
 * The journal of an organization: one entry per commit that changed its tables, chained by hashes. Entry n contains
 * the hash of entry n − 1, so altering, dropping or inserting an entry breaks the chain. Replaying all entries
 * rebuilds the tables. A finished activity never changes, so its row is the only copy, and the journal has its hash. Users are
 * stored once per version, see `userVersions.ts`.
 */
import { nextStatuses } from '@keywright/contract'
import { sha256Hex } from '@keywright/keys'
import type { Json, Row } from './store.ts'
import type { ActivityRow } from './tables.ts'
import { digestIfUser } from './userVersions.ts'

export interface JournalChange {
  readonly table: string
  readonly id: string
  /** null for a removed row; absent for a finished activity and for a user. */
  readonly value?: Json
  /** Of a finished activity: hex SHA-256 of the JSON text of its row. Of a user: the digest of this version. */
  readonly digest?: string
}

/** Whether the row never changes again. A row that was altered may have no status. */
export function isFinalActivity(table: string, value: Json | undefined): boolean {
  return table === 'activities' && nextStatuses[(Object(value) as ActivityRow).status]?.length === 0
}

/**
 * The JSON text of a finished activity without the MAC that its row has, which the journal doesn't cover.
 * @param text the value's, if it is known
 */
export function bodyOfFinal(value: Json, text: string = JSON.stringify(value)): string {
  const { mac } = value as { readonly mac?: Json }
  const end = `,"mac":${JSON.stringify(mac)}}`
  // As the server writes it: a copy without the member would take longer than its text.
  if (typeof mac === 'string' && text.endsWith(end)) return `${text.slice(0, -end.length)}}`
  const { mac: _, ...body } = value as { readonly mac?: Json }
  return JSON.stringify(body)
}

export interface JournalEntry {
  /** 1 for the first entry, without gaps. Equals the organization's version in the store. */
  readonly sequence: number
  /** The activity that made the change; null for operator commands. */
  readonly activityId: string | null
  /** When, in milliseconds since 1970. */
  readonly at: number
  readonly changes: readonly JournalChange[]
  /** `hash` of the entry before, or 64 zeros for the first. */
  readonly previous: string
  /** Lower-case hex SHA-256 of the JSON text of all members above, in this order. */
  readonly hash: string
}

/** The predecessor hash of the first entry. */
export const NO_PREVIOUS_ENTRY = '0'.repeat(64)

/** Row id of entry `sequence`: twelve digits, so that text order is number order. */
export function journalId(sequence: number): string {
  return String(sequence).padStart(12, '0')
}

/** A change with the JSON text of its row, which the journal and the table both hold. */
export interface TextedChange {
  readonly table: string
  readonly id: string
  readonly value: Json | undefined
  readonly text?: string
}

export interface TextedRow extends Row {
  readonly text: string
}

/**
 * The entry that follows version `version`, as the row to write.
 * @param previous hash of the entry of that version; undefined for the first
 */
export function journalEntry(
  previous: string = NO_PREVIOUS_ENTRY,
  version: number,
  changes: readonly TextedChange[],
  { activityId, at }: { activityId: string | null; at: number },
): TextedRow {
  const sequence = version + 1
  // The text that `hashOf` (`journal/entryHash.ts`) hashes, built from texts that exist already.
  const texts = changes.map(({ table, id, value = null, text = JSON.stringify(value) }) => {
    const digest = isFinalActivity(table, value)
      ? sha256Hex(bodyOfFinal(value, text))
      : digestIfUser(table, value)
    const content = digest === undefined ? `"value":${text}` : `"digest":"${digest}"`
    return `{"table":${JSON.stringify(table)},"id":${JSON.stringify(id)},${content}}`
  })
  const head = `{"sequence":${sequence},"activityId":${JSON.stringify(activityId)},"at":${JSON.stringify(at)}`
  const hashed = `${head},"changes":[${texts.join()}],"previous":"${previous}"`
  const text = `${hashed},"hash":"${sha256Hex(`${hashed}}`)}"}`
  return { id: journalId(sequence), value: JSON.parse(text) as Json, text }
}

/** The hash of a stored entry. */
export const hashIn = (entry: Json | undefined): string | undefined =>
  (entry as JournalEntry | undefined)?.hash
