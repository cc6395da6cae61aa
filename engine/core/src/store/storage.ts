/**
 * Storage quotas. Each organization has a counter of the bytes that its commits stored. Each user has one for bytes
 * that neither a policy nor the root quorum granted: the user's own business, and requests that wait for approval. A
 * counter drains evenly over `limits.storageWindow`. The commit that it counts also writes it, so two commits never
 * compete for it.
 *
 * Single objects are bounded too, so that lists of them are.
 */
import { ApiError, type LimitedResource, limits, objectBytesOf, resourceLimits } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import { isFinalActivity } from './journalEntry.ts'
import { RowAltered } from './rowAltered.ts'
import type { Json, Write } from './store.ts'
import type { TableName } from './tables.ts'

/** Lookup: the counters of an organization, by owner. */
export const STORAGE = 'storage'
/** The owner id of the organization's own counter; all others are user ids. */
export const WHOLE_ORGANIZATION = 'organization'

export interface StorageQuota {
  readonly organizationBytes: number
  readonly subOrganizationBytes: number
  readonly userBytes: number
}

/** The quotas of hosts that don't set any. */
export const defaultQuota: StorageQuota = {
  organizationBytes: limits.organizationStorageBytes,
  subOrganizationBytes: limits.subOrganizationStorageBytes,
  userBytes: limits.userStorageBytes,
}

/** The quotas of a commit, and the user who is charged in addition to the organizations it writes to. */
export interface ChargedQuota {
  readonly organizationBytes: number
  readonly userBytes: number
  readonly user?: ChargedUser | undefined
}

export interface ChargedUser {
  readonly organizationId: string
  readonly userId: string
  /** Bytes that no longer count, because they were granted. Default: the commit is charged to the user. */
  readonly freed?: number
}

/** What one commit adds to one counter. */
export interface Charge {
  readonly organization: string
  readonly owner: string
  /** Negative for bytes that no longer count. */
  readonly bytes: number
  readonly limit: number
  /** Milliseconds. */
  readonly at: number
  /** The counter when the request read it. */
  read(): Promise<Json | undefined>
}

interface Counter {
  readonly bytes: number
  /** Milliseconds. */
  readonly at: number
}

export const bytesOf = (text: string): number => toUtf8(text).length

/**
 * The charges of what a commit writes to one organization.
 * @param changes rows of tables, which the journal repeats unless they are finished activities
 * @param read one counter
 */
export function chargesOf(
  organization: string,
  { changes, lookups }: { readonly changes: readonly Write[]; readonly lookups: readonly Write[] },
  { organizationBytes, userBytes, user }: ChargedQuota,
  at: number,
  read: (owner: string) => Promise<Json | undefined>,
): Charge[] {
  const journaled = sum(changes, ({ table, value }) => (isFinalActivity(table, value) ? 1 : 2))
  const charge = (owner: string, bytes: number, limit: number): Charge => {
    return { organization, owner, bytes, limit, at, read: () => read(owner) }
  }
  const charges = [charge(WHOLE_ORGANIZATION, journaled + sum(lookups), organizationBytes)]
  if (user?.organizationId === organization) {
    charges.push(charge(user.userId, user.freed === undefined ? journaled : -user.freed, userBytes))
  }
  return charges
}

const sum = (writes: readonly Write[], copiesOf: (write: Write) => number = () => 1): number =>
  writes.reduce((total, write) => {
    const { value, text = JSON.stringify(value) } = write
    return value === undefined ? total : total + copiesOf(write) * bytesOf(text)
  }, 0)

export function isCounter(value: unknown): value is Counter {
  const { bytes, at } = Object(value)
  return Number.isFinite(bytes) && Number.isFinite(at)
}

/**
 * The counter after a charge.
 * @throws ApiError 429 when it would pass the limit; RowAltered for a value that isn't a counter, which would lift the limit
 */
export function addCharge(
  counter: Json | undefined,
  { organization, owner, bytes, limit, at }: Charge,
): Json {
  const before = counter === undefined ? { bytes: 0, at } : counter
  if (!isCounter(before)) throw new RowAltered(organization, STORAGE, owner)
  const drained = (Math.max(0, at - before.at) / (limits.storageWindow * 1000)) * limit
  const used = Math.max(0, before.bytes - drained)
  if (bytes > 0 && used + bytes > limit) {
    throw new ApiError('STORAGE_LIMIT_REACHED', {
      owner: owner === WHOLE_ORGANIZATION ? `organization ${organization}` : `user ${owner}`,
      used: Math.ceil(used),
      limit,
      bytes,
    })
  }
  return { bytes: Math.max(0, used + bytes), at: Math.max(at, before.at) }
}

/** @throws ApiError 400 if the object is too large for a list with the maximum number of objects */
export function assertFits(table: TableName, row: unknown): void {
  const resource = table === 'organization' ? 'subOrganizations' : table
  // Their handler limits their bytes together.
  if (!isLimited(resource) || resource === 'smartContractInterfaces') return
  const limit = objectBytesOf(resource)
  const bytes = bytesOf(JSON.stringify(row))
  if (bytes > limit) throw new ApiError('OBJECT_TOO_LARGE', { kind: table, bytes, limit })
}

const isLimited = (name: string): name is LimitedResource => Object.hasOwn(resourceLimits, name)

/** The row that holds a counter. */
export const counterRow = (organization: string, owner: string, value: Json): Write => {
  return { organization, table: STORAGE, id: owner, value }
}
