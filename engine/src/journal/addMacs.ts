/** MACs for the rows of an organization that an earlier release wrote. */
import { hashIn, journalId } from '../store/journalEntry.ts'
import { headOf, INDEX_READINGS, NO_ROWS, rowMacs } from '../store/rowMacs.ts'
import type { Store, Write } from '../store/store.ts'
import { JOURNALED_TABLES } from '../store/tables.ts'
import type { Mac } from '../vault.ts'

const PAGE = 1_000

/**
 * Adds MACs for the current rows. An operator runs this once, at the upgrade: on a database that had MACs before, it
 * would authenticate rows that anyone may have written.
 * @returns whether the organization had no MACs
 */
export async function addMacs(store: Store, organization: string, mac: Mac): Promise<boolean> {
  const { version, facts, answers } = await store.read(organization, INDEX_READINGS)
  if (version === 0 || answers.some(({ value }) => value !== undefined)) return false
  const entry = await store.get(organization, 'journal', journalId(version))
  const macs = rowMacs(mac, organization, NO_ROWS, async () => undefined)
  const { index, writes } = await macs.after(await everyRow(store, organization))
  await store.commit({
    guards: [],
    rests: [{ organization, facts }],
    writes: [...writes, headOf(mac, organization, version, hashIn(entry) ?? '', index)],
  })
  return true
}

/** Every row of the tables. */
export async function everyRow(store: Store, organization: string): Promise<Write[]> {
  const rows: Write[] = []
  for (const table of JOURNALED_TABLES) {
    for (let after: string | undefined; ; ) {
      const page = await store.list(organization, table, { after, limit: PAGE })
      rows.push(...page.map((row) => ({ organization, table, ...row })))
      if (page.length < PAGE) break
      after = page.at(-1)!.id
    }
  }
  return rows
}
