/** `keywright journal export` */
import { type ExportedJournal, exportJournals } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { readJournalFlags } from '../operate/journals.ts'
import { resolveSecret } from '../operate/secretSource.ts'
import { ExitCode } from '../output/exitCode.ts'
import { toColumns } from '../output/table.ts'

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
