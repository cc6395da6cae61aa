/** `keywright journal erase` */
import { eraseDeletedUser } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { exitCodeOf, readJournalFlags, toVerdictRow } from '../operate/journals.ts'
import { resolveSecret } from '../operate/secretSource.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input } = context
  const [organizationId, userId] = [input.flag('organization-id'), input.flag('user-id')]
  if (organizationId === undefined || userId === undefined)
    throw usageFailure('--organization-id and --user-id are required', 'pass the IDs of a deleted user')
  const options = await readJournalFlags(context, resolveSecret)
  const journal = await eraseDeletedUser({ ...options, organizationId, userId })
  const row = toVerdictRow(context, journal, ({ erased }) => {
    const left = Object.entries(erased?.left ?? {}).map(([table, rows]) => `${table} (${rows})`)
    const rest = left.length > 0 ? `still in ${left.join(', ')}` : 'nothing is left'
    return `changed ${counted(erased?.activities ?? 0, 'activity', 'activities')}; ${rest}`
  })
  return { text: toColumns([row]), json: journal, exitCode: exitCodeOf([journal]) }
}
