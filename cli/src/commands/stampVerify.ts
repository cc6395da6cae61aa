/** `keywright stamp verify` */
import { examineStamp } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { readValue, readValueBytes } from '../files/files.ts'
import { ExitCode } from '../output/exitCode.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const [stamp, body] = [input.required('STAMP'), input.required('BODY')]
  if (stamp === '-' && body === '-')
    throw usageFailure(
      'standard input cannot contain both the stamp and the body',
      'put one of them into a file and pass it as @FILE',
    )
  const report = await examineStamp(await readValue(host, stamp), await readValueBytes(host, body))
  const rows = report.steps.map(({ name, isOk, note }) => [
    isOk ? style.green('ok   ') : style.red('wrong'),
    name,
    note,
  ])
  const lines = [toColumns(rows)]
  if (report.hint !== undefined) lines.push(`${style.bold('hint:')} ${report.hint}`)
  if (report.isValid) lines.push(style.green('the stamp is valid'))
  return { text: lines.join('\n'), json: report, exitCode: report.isValid ? ExitCode.ok : ExitCode.refused }
}
