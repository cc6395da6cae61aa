/** `keywright journal prune` */
import { pruneJournals } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { archiveTo } from '../files/archiveFile.ts'
import { assertFound, exitCodeOf, readJournalFlags, toVerdictRow } from '../operate/journals.ts'
import { resolveSecret } from '../operate/secretSource.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const before = context.input.flag('before')
  if (before === undefined)
    throw usageFailure('--before is missing', 'for example: --before 2026-01-01T00:00:00Z')
  const options = await readJournalFlags(context, resolveSecret)
  const [file, recipients] = [context.input.flag('archive'), context.input.flags('archive-to')]
  if ((file === undefined) !== (recipients.length === 0))
    throw usageFailure('--archive and --archive-to must be used together', 'pass a new file and a public key')
  const journals = await pruneJournals({
    ...options,
    before: readTime(before),
    ...(file !== undefined && { archive: archiveTo(file, recipients) }),
  })
  assertFound(journals, options)
  const rows = journals.map((journal) =>
    toVerdictRow(context, journal, ({ pruned }) =>
      pruned && pruned.sequence > 0
        ? `removed ${counted(pruned.removed, 'entry', 'entries')}, verifiable after entry ${pruned.sequence}`
        : 'nothing to remove',
    ),
  )
  return { text: toColumns(rows), json: { journals }, exitCode: exitCodeOf(journals) }
}

/** Accepts ISO 8601 or milliseconds since 1970. @throws Failure (usage) */
function readTime(text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isSafeInteger(time)) return time
  throw usageFailure(`\`${text}\` is not a time`, 'pass a time such as 2027-01-01T00:00:00Z')
}
