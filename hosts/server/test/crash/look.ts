/** Compares the load of a crash run with a store. */
import { isDeepStrictEqual } from 'node:util'
import {
  type CompactActivityRow,
  expandActivity,
  type OrganizationRow,
  type Store,
  verifyJournal,
} from '@keywright/engine'
import { type Acknowledged, KINDS, mayBePurged, type Work } from './work.ts'

type Look = Awaited<ReturnType<typeof look>>

/** What the store holds of the load of an organization. */
export async function look(store: Store, organizationId: string) {
  const stored = await rowsOf<CompactActivityRow>(store, organizationId, 'activities')
  const activities = stored.map(expandActivity)
  const byId = new Map(activities.map((activity) => [activity.id, activity]))
  const otps = await rowsOf<{ contact: string }>(store, organizationId, 'otps')
  const codes = otps.map(({ contact }) => contact)
  const world = await readOrganizations(store)
  const exists = new Set([...world.names, ...codes])
  return {
    byId,
    codes,
    world,
    organizationId,
    own: activities.filter((activity) => activity.type in KINDS),
    isKept({ name, kind, composedAt }: Work, answer: Acknowledged): boolean {
      const { status, result } = byId.get(answer.id) ?? {}
      if (status !== 'ACTIVITY_STATUS_COMPLETED' || !hasResult(answer, result)) return false
      return kind === 'signature' || (kind === 'mail' && mayBePurged(composedAt)) || exists.has(name)
    },
  }
}

/** What was executed twice. */
export function doubledIn({ own, codes, world, organizationId }: Look): string[] {
  return [
    ...repeated(world.names),
    ...repeated(codes),
    ...repeated(own.map(({ fingerprint }) => fingerprint)),
    ...repeated(world.causes.get(organizationId) ?? []),
    // Every sub-organization has exactly one wallet.
    ...world.wallets.filter(({ count }) => count !== 1).map(({ id, count }) => `${count} wallets in ${id}`),
  ]
}

/** Invalid journals, and activities without a journal entry. */
export function brokenIn({ own, world, organizationId }: Look): string[] {
  const ids = own.map(({ id }) => id)
  const without = missing(ids, world.causes.get(organizationId) ?? [])
  return [...world.broken, ...without.map((id) => `activity ${id} has no journal entry`)]
}

/** Responses wrap the result in its type, the store does not. */
const hasResult = ({ result }: Acknowledged, stored: unknown) =>
  isDeepStrictEqual(Object.values(result as object)[0], stored)

async function readOrganizations(store: Store) {
  const names: string[] = []
  const broken: string[] = []
  const wallets: { id: string; count: number }[] = []
  const causes = new Map<string, string[]>()
  for (const id of await store.organizations()) {
    const organization = (await store.get(id, 'organization', 'organization')) as unknown as
      | OrganizationRow
      | undefined
    // The server's own rows have a version too, but no journal.
    if (!organization) continue
    names.push(organization.organizationName)
    const verdict = await verifyJournal(store, id)
    if (!verdict.ok) broken.push(`${id}: entry ${verdict.sequence} ${verdict.reason}`)
    const entries = await rowsOf<{ activityId: string | null }>(store, id, 'journal')
    causes.set(
      id,
      entries.flatMap(({ activityId }) => activityId ?? []),
    )
    if (organization.parentId) wallets.push({ id, count: (await store.list(id, 'wallets')).length })
  }
  return { names, broken, wallets, causes }
}

const rowsOf = async <R>(store: Store, organization: string, table: string): Promise<R[]> =>
  (await store.list(organization, table)).map(({ value }) => value as unknown as R)

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}

/** The wanted values that are not there, once each. */
export function missing(wanted: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there)
  return [...new Set(wanted)].filter((value) => !known.has(value))
}
