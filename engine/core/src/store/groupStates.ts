/** What a group commit knows of its organizations, as its requests read them or as they are now. */
import { keyOfRow, type State, type Waiting } from './linking.ts'
import type { Memory } from './rememberBriefly.ts'
import { HEAD_READING } from './rowMacs.ts'
import type { Counters, OpenedRest, Staged } from './staging.ts'
import { type Charge, STORAGE } from './storage.ts'
import type { Reading, Store, Turn } from './store.ts'

/**
 * The last entry of a journal that was written here, and the storage counters of its commit. Together they spare a
 * signature one of three statements.
 */
export interface Head {
  readonly version: number
  readonly hash: string
  readonly counters: Counters
}

type Heads = Pick<Memory<Head>, 'get'>

/**
 * If all requests of a group read an organization at the same version, and no later version is known here, their
 * reads are used: the commit is guarded by that version. All other organizations are read again.
 */
export async function statesAsRead(
  store: Store,
  heads: Heads,
  group: readonly Waiting[],
): Promise<Map<string, State>> {
  const all = byOrganization(group)
  const states = new Map<string, State>()
  for (const [organization, those] of all) {
    const state = stateAsRead(heads, organization, those)
    if (state) states.set(organization, state)
  }
  const others = new Map(Array.from(all).filter(([organization]) => !states.has(organization)))
  for (const [organization, state] of await readStates(store, heads, others)) states.set(organization, state)
  return states
}

function stateAsRead(heads: Heads, organization: string, those: readonly Waiting[]): State | undefined {
  const rests = those.map(({ staged }) => staged.rests.find((rest) => rest.organization === organization)!)
  const [{ version, facts }] = rests as [OpenedRest]
  const entries = those.flatMap(({ staged }) =>
    staged.entries.filter((one) => one.organization === organization),
  )
  if (rests.some((rest) => rest.facts !== facts)) return undefined
  const existing = NONE
  const head = heads.get(organization)
  const charges = those.flatMap(({ staged }) => chargesTo(organization, staged))
  const counterOf = async ({ owner, read }: Charge) =>
    [owner, head?.counters.has(owner) ? head.counters.get(owner) : await read()] as const
  const counters = async () => new Map(await Promise.all(charges.map(counterOf)))
  // Requests that only read it need the same facts, at any version.
  if (entries.length === 0) return { version, facts, hash: undefined, lastHead: nothing, existing, counters }
  if (rests.some((rest) => rest.version !== version) || (head && head.version !== version)) return undefined
  return { version, facts, hash: head?.hash, lastHead: () => entries[0]!.lastHead(), existing, counters }
}

/** The current state of organizations, and which of the fresh rows exist. */
export async function readStates(
  store: Store,
  heads: Heads,
  those: ReadonlyMap<string, readonly Waiting[]>,
  turn?: Turn,
): Promise<Map<string, State>> {
  const read = async ([organization, of]: [string, readonly Waiting[]]) => {
    const fresh = of.flatMap(({ staged }) => staged.fresh.filter((row) => row.organization === organization))
    const owners = of.flatMap(({ staged }) => chargesTo(organization, staged).map(({ owner }) => owner))
    const counted = [...new Set(owners)].map((id): Reading => ({ table: STORAGE, id }))
    const readings = [...fresh.map(({ table, id }): Reading => ({ table, id })), ...counted]
    // One call reads a state of one moment, so the head fits the version.
    const { answers, ...found } = await (turn ?? store).read(organization, [...readings, HEAD_READING])
    const { version, facts } = turn?.moments.get(organization) ?? found
    const existing = new Set(fresh.filter((_, n) => answers[n]!.value !== undefined).map(keyOfRow))
    const lastHead = async () => answers.at(-1)!.value
    const head = heads.get(organization)
    const hash = head?.version === version ? head.hash : undefined
    const values = counted.map(({ id }, n) => [id, answers[fresh.length + n]!.value] as const)
    const counters = async () => new Map(values)
    return [organization, { version, facts, hash, lastHead, existing, counters }] as const
  }
  return new Map(await Promise.all(Array.from(those, read)))
}

const NONE: ReadonlySet<string> = new Set()
const nothing = async () => undefined

/** The requests of a group, by the organizations that they read. */
export function byOrganization(group: readonly Waiting[]): Map<string, Waiting[]> {
  const all = new Map<string, Waiting[]>()
  for (const one of group) {
    for (const { organization } of one.staged.rests) {
      const those = all.get(organization)
      if (those) those.push(one)
      else all.set(organization, [one])
    }
  }
  return all
}

const chargesTo = (organization: string, { charges }: Staged): Charge[] =>
  charges.filter((charge) => charge.organization === organization)
