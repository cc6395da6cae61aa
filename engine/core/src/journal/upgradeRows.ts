/**
 * Gives the rows of an organization that a release wrote before lookups and finished activities had MACs theirs. The head
 * has a MAC in that release too: the journal leads to it, and all rows must follow from the journal. What the journal
 * doesn't determine (`TRANSIENT`, marks of secrets, data keys) counts as it is found.
 */
import { entriesOfUser } from '../identity/directory.ts'
import { hashIn, isFinalActivity, journalEntry } from '../store/journalEntry.ts'
import {
  HEAD_READING,
  HEADS,
  hasMacs,
  headOf,
  MACS,
  NO_ROWS,
  outdatedHash,
  RowAltered,
  rowMacs,
  sealFinal,
} from '../store/rowMacs.ts'
import type { Store, StoreReads, TableRow, Write } from '../store/store.ts'
import { toStoredText } from '../store/storedText.ts'
import type { OrganizationRow, UserRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { verifyJournal } from './verify.ts'

/** Rows per call of the store. */
const PAGE = 500

/**
 * One entry without changes marks the upgrade, and conflicts with commits of the earlier release that are under way. Does
 * nothing to an organization that is upgraded already.
 * @param now milliseconds
 * @throws RowAltered if a row doesn't follow from the journal; StoreConflict if another commit came first
 */
export async function upgradeRows(
  store: Store,
  organization: string,
  { vault, now }: { readonly vault: Pick<Vault, 'mac' | 'mark' | 'open'>; readonly now: number },
): Promise<void> {
  if ((await outdatedHeadOf(store, organization, vault)) === undefined) return
  const outdated = await store.inSnapshot((moment) => readOutdated(moment, organization, vault))
  if (outdated === undefined) return
  const { version, hash, rows } = outdated
  const finals = rows.filter(({ table, value }) => isFinalActivity(table, value))
  for (let n = 0; n < finals.length; n += PAGE) {
    const writes = finals.slice(n, n + PAGE).map(({ table, id, value }): Write => {
      const { mac: _, ...row } = value as { readonly mac?: string }
      return { organization, table, id, ...sealFinal(vault.mac, organization, id, row) }
    })
    await store.commit({ guards: [], writes })
  }
  const indexed = rows.filter(
    (row) => hasMacs(row.table) && row.table !== MACS && !isFinalActivity(row.table, row.value),
  )
  const { index, writes } = await rowMacs(vault.mac, organization, NO_ROWS, async () => undefined).after(
    indexed,
  )
  const entry = journalEntry(hash, version, [], { activityId: null, at: now })
  const head = headOf(vault.mac, organization, version + 1, hashIn(entry.value)!, index)
  const removed = rows
    .filter(({ table }) => table === MACS || table === HEADS)
    .map(({ table, id }): Write => ({ organization, table, id, value: undefined }))
  await store.commit({
    guards: [{ organization, version }],
    writes: [
      ...removed,
      ...writes,
      ...directoryOf(organization, rows),
      { organization, table: 'journal', ...entry },
      head,
    ],
  })
}

/** The head of an organization that an earlier release wrote last; undefined if this release did. */
async function outdatedHeadOf(store: StoreReads, organization: string, { mac }: Pick<Vault, 'mac'>) {
  const { version, answers } = await store.read(organization, [HEAD_READING])
  const hash = outdatedHash(mac, organization, version, answers[0]!.value)
  return hash === undefined ? undefined : { version, hash }
}

/** With all rows. @throws RowAltered */
async function readOutdated(
  store: StoreReads,
  organization: string,
  vault: Pick<Vault, 'mac' | 'mark' | 'open'>,
) {
  const head = await outdatedHeadOf(store, organization, vault)
  if (head === undefined) return undefined
  const verdict = await verifyJournal(store, organization, { vault })
  if (!verdict.ok) {
    const { table, id } = verdict.problems?.[0] ?? { table: 'journal', id: String(verdict.sequence) }
    throw new RowAltered(organization, table, id)
  }
  return { ...head, rows: await rowsOf(store, organization) }
}

/** Entries of the parent's directory, of which releases before lacked some. */
function directoryOf(organizationId: string, rows: readonly TableRow[]): Write[] {
  const own = rows.find(({ table }) => table === 'organization')?.value as OrganizationRow | undefined
  const parentId = own?.parentId
  if (parentId == null) return []
  const users = rows.filter(({ table }) => table === 'users').map(({ value }) => value as unknown as UserRow)
  return users
    .flatMap((user) => entriesOfUser(organizationId, user))
    .map(({ lookup, id }) => {
      return { organization: parentId, table: toStoredText(lookup), id: toStoredText(id), value: null }
    })
}

async function rowsOf(store: StoreReads, organization: string): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for (let after: TableRow | undefined; ; ) {
    const page = await store.scan(organization, after, PAGE)
    rows.push(...page)
    if (page.length < PAGE) return rows
    after = page.at(-1)!
  }
}
