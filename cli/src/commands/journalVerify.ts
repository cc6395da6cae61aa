/** `keywright journal verify` */
import { type VerifiedJournal, verifyJournals } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { readArchive } from '../files/archiveFile.ts'
import { readText } from '../files/files.ts'
import { assertFound, exitCodeOf, readJournalFlags, toVerdictRow } from '../operate/journals.ts'
import { readNamedSecret } from '../operate/secretSource.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const options = await readJournalFlags(context, readNamedSecret)
  const stream = context.input.flag('stream')
  const keys = await Promise.all(
    context.input.flags('archive-key').map((path) => readText(context.host, path)),
  )
  const archives = context.input.flags('archive').map((path) => readArchive(path, keys.join('\n')))
  const journals = await verifyJournals({ ...options, archives, ...(stream !== undefined && { stream }) })
  assertFound(journals, options)
  const say = ({ verdict }: VerifiedJournal) =>
    verdict.ok ? `${counted(verdict.entries, 'entry', 'entries')}, head ${verdict.head}` : ''
  const rows = journals.flatMap((journal) => [
    toVerdictRow(context, journal, say),
    ...problemsOf(journal).map(({ kind, organization, table, id }) => [
      '',
      organization,
      `${kind}: row ${id} of ${table}`,
    ]),
  ])
  const areMacsChecked = 'stateDir' in options.from || options.from.secret !== undefined
  const lines = areMacsChecked ? [] : [context.style.yellow(UNCHECKED)]
  return {
    text: [toColumns(rows), ...lines].join('\n'),
    json: { journals, areMacsChecked },
    exitCode: exitCodeOf(journals),
  }
}

const problemsOf = ({ verdict }: VerifiedJournal) => (verdict.ok ? [] : (verdict.problems ?? []))

const UNCHECKED =
  '# MACs were not checked. Pass shares, --key-file or a token to detect rewritten journals too.'
