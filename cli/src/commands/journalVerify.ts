/** `keywright journal verify` */
import { type VerifiedJournal, verifyJournals } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { assertFound, exitCodeOf, readJournalFlags, toVerdictRow } from '../journals.ts'
import { toColumns } from '../table.ts'

export async function run(context: Context): Promise<Outcome> {
  const options = await readJournalFlags(context)
  const journals = await verifyJournals(options)
  assertFound(journals, options)
  const say = ({ verdict }: VerifiedJournal) =>
    verdict.ok ? `${verdict.entries} entries, head ${verdict.head}` : ''
  const rows = journals.map((journal) => toVerdictRow(context, journal, say))
  return { text: toColumns(rows), json: { journals }, exitCode: exitCodeOf(journals) }
}
