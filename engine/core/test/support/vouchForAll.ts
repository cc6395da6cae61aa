/** Writes MACs for rows that a test wrote around the engine. */
import type { Engine } from '../../src/engine.ts'
import { bodyOfFinal, hashIn, isFinalActivity, journalId } from '../../src/store/journalEntry.ts'
import { HEADS, hasMacs, headOf, MACS, NO_ROWS, rowMacs, sealFinal } from '../../src/store/rowMacs.ts'
import type { Store, Write } from '../../src/store/store.ts'
import type { OrganizationRow } from '../../src/store/tables.ts'
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
  const all = (await store.scan(organization, undefined, Number.MAX_SAFE_INTEGER)).map((row): Write => {
    const { table, id, value } = row
    if (!isFinalActivity(table, value)) return { organization, ...row }
    const body = bodyOfFinal(value)
    return {
      organization,
      ...row,
      ...sealFinal(mac, organization, { id, row: JSON.parse(body) as object, body }),
    }
  })
  const old = all.filter(({ table }) => table === MACS || table === HEADS)
  const rows = all.filter(({ table }) => table !== MACS && hasMacs(table))
  const version = await store.version(organization)
  const entry = await store.get(organization, 'journal', journalId(version))
  const { index, writes } = await rowMacs(mac, organization, NO_ROWS, async () => undefined).after(rows)
  const head = headOf(mac, organization, version, hashIn(entry) ?? '', index)
  await store.commit({ guards: [], writes: old.map((write) => ({ ...write, value: undefined })) })
  const finals = rows.filter(({ table, value }) => isFinalActivity(table, value))
  await store.commit({ guards: [], writes: [...finals, ...writes, head] })
}
