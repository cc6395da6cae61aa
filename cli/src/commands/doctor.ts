/** `keywright doctor` */

import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { examineSetup } from '../operate/doctor.ts'
import { ExitCode } from '../output/exitCode.ts'
import { oneLine } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { style } = context
  const checks = await examineSetup(context)
  const marks = { ok: style.green('ok   '), note: style.yellow('note '), wrong: style.red('wrong') }
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, state, found, advice }) => [
    `${marks[state]} ${name.padEnd(width)}  ${oneLine(found)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(8 + width)}${style.bold('→')} ${advice}`]),
  ])
  const wrong = checks.filter(({ state }) => state === 'wrong').length
  lines.push(wrong === 0 ? style.green('no problems found') : style.red(`${counted(wrong, 'problem')} found`))
  return {
    text: lines.join('\n'),
    json: { checks, wrong },
    exitCode: wrong > 0 ? ExitCode.refused : ExitCode.ok,
  }
}
