/** `keywright journal export` */
import { type ExportedJournal, exportJournals } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { ExitCode } from '../exitCode.ts'
import { readJournalFlags } from '../journals.ts'
import { counted } from '../numbers.ts'
import { resolveSecret } from '../secretSource.ts'
import { toColumns } from '../table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const options = await readJournalFlags(context, resolveSecret)
  const stream = input.flag('stream')
  let printed = ''
  const journals = await exportJournals({ ...options, ...(stream !== undefined && { stream }) }, (lines) => {
    printed += lines
  })
  const problems = journals.flatMap(({ organizationId, outcome }: ExportedJournal) =>
    'problem' in outcome
      ? [[style.red('wrong'), organizationId, `entry ${outcome.version}: ${outcome.problem}`]]
      : [],
  )
  const written = journals.length - problems.length
  const said = stream === undefined ? printed.trimEnd() : `${stream}: ${counted(written, 'new head')}`
  return {
    text: problems.length > 0 ? `${said}\n${toColumns(problems)}` : said,
    json: { journals },
    exitCode: problems.length > 0 ? ExitCode.refused : ExitCode.ok,
  }
}
