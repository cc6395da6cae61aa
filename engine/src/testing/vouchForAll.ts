/** Adds MACs for rows that a test wrote around the engine, as an operator does at an upgrade. */
import type { Engine } from '../engine.ts'
import { HEADS, MACS } from '../store/rowMacs.ts'
import type { OrganizationRow } from '../store/tables.ts'
import { putRow } from './putRow.ts'

export async function vouchForAll(engine: Engine, organization: string): Promise<void> {
  const { store } = engine.ports
  const gone = await Promise.all(
    [MACS, HEADS].map(async (table) =>
      (await store.list(organization, table)).map(({ id }) => ({
        organization,
        table,
        id,
        value: undefined,
      })),
    ),
  )
  await store.commit({ guards: [], writes: gone.flat() })
  await engine.addMacs(organization)
  // A commit that changes facts, so that no engine uses cached ones.
  const row = (await store.get(organization, 'organization', 'organization')) as OrganizationRow | undefined
  if (row) await putRow(engine.ports, organization, ['organization', 'organization', row])
}
