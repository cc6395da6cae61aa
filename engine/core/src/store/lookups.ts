/**
 * The lookups, and how a reader knows that a row of one is true. The compiler names every reader: rows of the first two
 * kinds are verified before they are returned, and of a row of any other kind only `Unproven` is returned.
 */
import { nextStatuses } from '@keywright/contract'
import { RowAltered } from './rowAltered.ts'
import type { Json } from './store.ts'

/**
 * - `index`: the MAC index of the organization has a MAC of each row.
 * - `list`: the same, and the index also tells whether a list of them is complete.
 * - `activities`: as `list` if the lookup is about a status that can still change; otherwise as `row`. A signature
 *   writes these, so they leave the index unchanged.
 * - `row`: the reader compares the row with the one it leads to.
 * - `digest`: the id has a digest of the value.
 * - `sealed`: the value is encrypted, and bound to its place.
 * - `hint`: says where to look; nothing depends on it.
 */
const PROOFS = {
  names: 'index',
  'credentials-api-key': 'index',
  'credentials-passkey': 'index',
  'credentials-identity': 'index',
  'users-by-credential-id': 'index',
  'users-by-contact': 'index',
  'users-sharing-contact': 'index',
  'paths-of': 'index',
  addresses: 'index',
  secrets: 'index',
  'data-keys': 'index',
  'otp-counted': 'index',
  'accounts-of': 'list',
  'otps-of': 'list',
  'by-status': 'activities',
  'by-type': 'activities',
  fingerprints: 'row',
  'fingerprints-of': 'row',
  'sub-organizations': 'row',
  'sub-organizations-by': 'row',
  'user-versions': 'digest',
  outbox: 'sealed',
  'otp-expiries': 'hint',
  storage: 'hint',
} as const

type Proofs = typeof PROOFS
type Proof = Proofs[keyof Proofs]
/** Lookups have suffixes: `names:wallet`. */
type Named<P extends Proof> = {
  [N in keyof Proofs]: Proofs[N] extends P ? N | `${N}:${string}` : never
}[keyof Proofs]

/** A lookup whose rows are verified when they are read. */
export type ProvenLookup = Named<'index' | 'list'>
/** A proven lookup that can be listed. */
export type ListLookup = Named<'list'>
/** A lookup whose reader has to compare. */
export type UnprovenLookup = Named<'activities' | 'row' | 'digest' | 'sealed' | 'hint'>
export type LookupName = ProvenLookup | UnprovenLookup

/** All lookups, without their suffixes. */
export const LOOKUP_NAMES = Object.keys(PROOFS) as readonly (keyof Proofs)[]

/** How the MAC index proves a row: alone, with its list, or not at all. @param table as stored, with its suffix */
export function indexedAs(table: string): 'index' | 'list' | undefined {
  const known = cache.get(table)
  if (known !== undefined) return known || undefined
  const found = proofIn(table)
  if (cache.size >= MOST_CACHED) cache.clear()
  cache.set(table, found ?? false)
  return found
}

function proofIn(table: string): 'index' | 'list' | undefined {
  const colon = table.indexOf(':')
  const name = colon < 0 ? table : table.slice(0, colon)
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name as keyof Proofs] : undefined
  if (proof === 'index' || proof === 'list') return proof
  if (proof !== 'activities') return undefined
  // The last part is the status, without what all statuses begin with.
  const status = `ACTIVITY_STATUS_${table.slice(table.lastIndexOf(':') + 1)}`
  return (nextStatuses[status as keyof typeof nextStatuses]?.length ?? 0) > 0 ? 'list' : undefined
}

const MOST_CACHED = 10_000
const cache = new Map<string, 'index' | 'list' | false>()

/** A row of a lookup that may have been written by anyone. Its value can't be read before it was compared. */
export class Unproven {
  readonly #place: { readonly organizationId: string; readonly lookup: string; readonly id: string }
  readonly #value: Json

  constructor(organizationId: string, lookup: string, id: string, value: Json) {
    this.#place = { organizationId, lookup, id }
    this.#value = value
  }

  /** @param read returns what the row leads to, or undefined if the row is not of it @throws RowAltered in that case */
  async provenBy<T>(read: (value: Json, id: string) => Promise<T | undefined>): Promise<T> {
    const { organizationId, lookup, id } = this.#place
    const found = await read(this.#value, id)
    if (found === undefined) throw new RowAltered(organizationId, lookup, id)
    return found
  }
}
