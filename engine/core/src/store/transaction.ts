/** One unit of work over the store: reads see its own writes, and the commit is all or nothing. */
import type { KnownFacts } from './knownFacts.ts'
import { type OpenPartition, openPartition, type PartitionSetting } from './partition.ts'
import { prefetch } from './prefetch.ts'
import type { Lookup, Partition } from './rows.ts'
import type { Cause, NewEntry, Staged, Staging } from './staging.ts'
import { type Charge, type ChargedQuota, chargesOf, STORAGE, WHOLE_ORGANIZATION } from './storage.ts'
import { type Store, StoreConflict, type Write } from './store.ts'
import { versionWrites } from './userVersions.ts'

export interface Transaction {
  /**
   * Opens the rows of an organization. Its version is read with the first of them, so that a commit notices changes.
   * @param prefetch lookups to read in the same call of the store
   */
  organization(organizationId: string, prefetch?: readonly Lookup[]): Promise<Partition>
  /** Prefetches what a commit to this open organization extends: its journal and its storage counter. */
  prefetchCommit(organizationId: string): void
  /**
   * Commits all writes and appends one journal entry to each organization whose tables changed.
   * @param cause what the journal records as the cause
   * @param quota the storage quotas to charge. Default: none, as for operator commands
   */
  commit(cause: Cause, quota?: ChargedQuota): Committing
  /**
   * An organization whose facts changed since it was opened here, or undefined. Reads are not one
   * snapshot: if facts changed, the rows read so far may never have existed together.
   */
  firstChanged(): Promise<string | undefined>
  /**
   * False if a commit of this process changed facts that were read here. Commits of other processes are detected by
   * the store.
   */
  isCurrent(): Promise<boolean>
  /** Marks this point; calling the result undoes all writes since. */
  savepoint(): () => void
}

export interface Committing {
  readonly written: readonly Write[]
  /**
   * Whether the facts of all existing organizations stay unchanged, so that the next request needn't wait for this
   * commit.
   */
  readonly isAppend: boolean
  /** @throws StoreConflict when facts changed since their organization was opened here */
  readonly durable: Promise<void>
}

export interface CommitSetup {
  readonly staging: Staging
  readonly known?: KnownFacts | undefined
}

export function beginTransaction(store: Store, setting: CommitSetup & PartitionSetting): Transaction {
  const { staging, known: knownFacts } = setting
  const opened: OpenPartition[] = []
  const known = (organizationId: string) =>
    opened.find((partition) => partition.organizationId === organizationId)
  /** Includes organizations that are still being opened, because two callers may ask concurrently. */
  const asked = new Map<string, Promise<OpenPartition>>()

  async function open(organizationId: string, prefetch: readonly Lookup[]): Promise<OpenPartition> {
    const partition = await openPartition(store, setting, organizationId, prefetch)
    opened.push(partition)
    return partition
  }

  const firstChanged = () => changedSince(store, opened)

  return {
    organization(organizationId, prefetch = []) {
      const before = asked.get(organizationId)
      if (before) return before
      const opening = open(organizationId, prefetch)
      asked.set(organizationId, opening)
      return opening
    },

    prefetchCommit(organizationId) {
      const partition = known(organizationId)
      if (!partition || staging.isWritten(organizationId, partition.version)) return
      prefetch(partition.lastHead(), partition.hint(STORAGE, WHOLE_ORGANIZATION))
    },

    commit(cause, quota) {
      const { staged, macs } = stagedBy(opened, cause, quota)
      const { entries, writes } = staged
      if (writes.length === 0) return { written: writes, isAppend: true, durable: Promise.resolve() }
      const durable = (
        macs ? withMacs(staged, macs, firstChanged).then(staging.commit) : staging.commit(staged)
      ).finally(() => {
        for (const { organization, isAppend } of entries) if (!isAppend) knownFacts?.forget(organization)
      })
      // No request depends on an organization that is being created.
      const isNew = (organizationId: string) => known(organizationId)!.version === 0
      const isAppend =
        staging.isShared && entries.every(({ organization, isAppend }) => isAppend || isNew(organization))
      return { written: writes, isAppend, durable }
    },

    firstChanged,

    async isCurrent() {
      if (!knownFacts) return (await firstChanged()) === undefined
      return opened.every(
        ({ organizationId, version, facts }) => version === 0 || knownFacts.isCurrent(organizationId, facts),
      )
    },

    savepoint: () => savepointOf(opened),
  }
}

/** @param opened may grow */
function savepointOf(opened: readonly OpenPartition[]): () => void {
  const undo = opened.map((partition) => partition.mark())
  return () => {
    for (const restore of undo) restore()
    // An organization opened since then wrote nothing before the mark.
    for (const partition of opened.slice(undo.length)) partition.clear()
  }
}

/** The first organization whose facts changed since it was opened. */
async function changedSince(store: Store, opened: readonly OpenPartition[]): Promise<string | undefined> {
  // A prefetch may open another one while this waits.
  const those = [...opened]
  const now = await Promise.all(those.map(({ organizationId }) => store.read(organizationId, [])))
  return those.find(({ facts }, n) => facts !== now[n]!.facts)?.organizationId
}

/** @param changed returns the organization whose facts changed: its MACs may be newer than the rows that were read */
async function withMacs(
  staged: Staged,
  macs: Promise<readonly Write[]>,
  changed: () => Promise<string | undefined>,
): Promise<Staged> {
  try {
    return { ...staged, writes: [...staged.writes, ...(await macs)] }
  } catch (error) {
    const organization = await changed()
    throw organization === undefined ? error : new StoreConflict(organization)
  }
}

function stagedBy(opened: readonly OpenPartition[], cause: Cause, quota: ChargedQuota | undefined) {
  const macs: Promise<readonly Write[]>[] = []
  const entries: NewEntry[] = []
  const charges: Charge[] = []
  const writes: Write[] = []
  for (const partition of opened) {
    const { organizationId: organization } = partition
    const changes = partition.changes()
    const lookups = partition.lookups()
    writes.push(...lookups)
    if (changes.length === 0) {
      if (partition.changesFacts()) throw new Error(`a lookup of ${organization} changed without a table`)
      continue
    }
    writes.push(...changes, ...changes.flatMap(versionWrites))
    if (quota) {
      const counter = (owner: string) => partition.hint(STORAGE, owner)
      charges.push(...chargesOf(organization, { changes, lookups }, quota, cause.at, counter))
    }
    const isAppend = !partition.changesFacts()
    if (!isAppend) macs.push(partition.macsOf(changes))
    entries.push({
      organization,
      changes,
      cause,
      isAppend,
      lastHead: () => partition.lastHead(),
      hashIn: (head, version) => partition.hashIn(head, version),
      head: (sequence, hash) => partition.head(sequence, hash),
    })
  }
  const rests = opened.map(({ organizationId, version, facts }) => {
    return { organization: organizationId, version, facts }
  })
  const fresh = opened.flatMap((partition) =>
    partition.freshRows().map((row) => ({ organization: partition.organizationId, ...row })),
  )
  const staged: Staged = { rests, entries, writes, fresh, charges }
  return { staged, macs: macs.length > 0 ? Promise.all(macs).then((all) => all.flat()) : undefined }
}
