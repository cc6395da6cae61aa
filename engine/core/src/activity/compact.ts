/** An activity is stored without what the body of its first vote says already: about 350 bytes of a signature. */
import { WITHHELD } from '@keywright/contract'
import { fingerprintOf, toUtf8 } from '@keywright/keys'
import type { CompactActivityRow, StoredActivityRow } from '../store/tables.ts'

interface Body {
  readonly organizationId?: unknown
  readonly parameters?: unknown
}

/** Leaves out a member only if the body gives exactly the same. */
export function compact(row: StoredActivityRow): CompactActivityRow {
  const message = row.votes[0]?.message ?? WITHHELD
  if (message === WITHHELD) return row
  const { decidedBy, fingerprint, parameters, ...rest } = row
  const body = JSON.parse(message) as Body
  return {
    ...rest,
    ...(decidedBy === body.organizationId ? {} : { decidedBy }),
    ...(fingerprint === fingerprintOf(toUtf8(message)) ? {} : { fingerprint }),
    ...(JSON.stringify(parameters) === JSON.stringify(body.parameters) ? {} : { parameters }),
  }
}

const expanded = new WeakMap<CompactActivityRow, StoredActivityRow>()

/** `expand`, for several readers of one row. */
export function expandOnce(row: CompactActivityRow): StoredActivityRow {
  const known = expanded.get(row)
  if (known) return known
  const found = expand(row)
  expanded.set(row, found)
  return found
}

/** The inverse of `compact`. */
export function expand(row: CompactActivityRow): StoredActivityRow {
  const { decidedBy, fingerprint, parameters } = row
  if (decidedBy !== undefined && fingerprint !== undefined && parameters !== undefined)
    return row as StoredActivityRow
  const { message } = row.votes[0]!
  const body = JSON.parse(message) as Body
  return {
    ...row,
    decidedBy: decidedBy ?? (body.organizationId as string),
    fingerprint: fingerprint ?? fingerprintOf(toUtf8(message)),
    parameters: parameters ?? (body.parameters as StoredActivityRow['parameters']),
  }
}
