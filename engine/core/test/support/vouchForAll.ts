/** Writes MACs for rows that a test wrote around the engine. */
import type { Engine } from '../../src/engine.ts'
import { hashIn, journalId } from '../../src/store/journalEntry.ts'
import { HEADS, headOf, MACS, NO_ROWS, rowMacs } from '../../src/store/rowMacs.ts'
import type { Store, Write } from '../../src/store/store.ts'
import { JOURNALED_TABLES, type OrganizationRow } from '../../src/store/tables.ts'
import { type Mac, openMac } from '../../src/vault.ts'
import { putRow } from './putRow.ts'

/** Replaces the MACs of an organization by those of its current rows. */
export async function vouchForAll(engine: Engine, organization: string): Promise<void> {
  const { store, rootSecret } = engine.ports
  await writeMacs(store, organization, openMac(rootSecret))
  // A commit that changes facts, so that no engine uses cached ones.
  const row = (await store.get(organization, 'organization', 'organization')) as OrganizationRow | undefined
  if (row) await putRow(engine.ports, organization, ['organization', 'organization', row])
}

/** As `vouchForAll`, without an engine. */
export async function writeMacs(store: Store, organization: string, mac: Mac): Promise<void> {
  const list = async (table: string): Promise<Write[]> =>
    (await store.list(organization, table)).map((row) => ({ organization, table, ...row }))
  const old = (await Promise.all([MACS, HEADS].map(list))).flat()
  const rows = (await Promise.all(JOURNALED_TABLES.map(list))).flat()
  const version = await store.version(organization)
  const entry = await store.get(organization, 'journal', journalId(version))
  const { index, writes } = await rowMacs(mac, organization, NO_ROWS, async () => undefined).after(rows)
  const head = headOf(mac, organization, version, hashIn(entry) ?? '', index)
  await store.commit({ guards: [], writes: old.map((write) => ({ ...write, value: undefined })) })
  await store.commit({ guards: [], writes: [...writes, head] })
}
