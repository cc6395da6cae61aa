/** `keywright conformance` */
import {
  checks as allChecks,
  type Check,
  type CheckResult,
  ConformanceError,
  groups,
  type Report,
  runConformance,
  startAdapter,
} from '@keywright/conformance'
import type { Context, Outcome } from '../command.ts'
import { unlessInterrupted } from '../host/untilInterrupted.ts'
import { ExitCode } from '../output/exitCode.ts'
import { usageFailure } from '../output/failure.ts'
import type { Style } from '../output/style.ts'
import { toColumns } from '../output/table.ts'

export async function run({ input, host, style, isJson, emit }: Context): Promise<Outcome> {
  const checks = chooseChecks(input.flags('only'))
  if (input.isOn('list')) return { text: listOf(checks), json: checks.map(({ run: _, ...about }) => about) }
  const [program, ...words] = input.rest()
  if (program === undefined) {
    throw usageFailure('PROGRAM is missing', 'pass the command that runs your adapter after --')
  }
  const adapter = startAdapter(program, words)
  try {
    const onResult = (result: CheckResult) => emit({ text: lineOf(result, style), json: result })
    const running = runConformance(adapter, {
      checks,
      signal: host.interrupted,
      ...(!isJson && { onResult }),
    })
    const report = await unlessInterrupted(host, running)
    const exitCode = report.failed > 0 ? ExitCode.refused : ExitCode.ok
    return { text: summaryOf(report, style), json: report, exitCode }
  } catch (error) {
    if (error instanceof ConformanceError) throw usageFailure(error.message, error.help)
    throw error
  } finally {
    await adapter.close()
  }
}

/** @param wanted IDs and groups; empty means all */
function chooseChecks(wanted: readonly string[]): readonly Check[] {
  const unknown = wanted.find((name) => !allChecks.some(({ id, group }) => name === id || name === group))
  if (unknown !== undefined) {
    throw usageFailure(
      `unknown check \`${unknown}\``,
      'for example: keywright conformance --list shows all checks',
    )
  }
  if (wanted.length === 0) return allChecks
  return allChecks.filter(({ id, group }) => wanted.includes(id) || wanted.includes(group))
}

const listOf = (checks: readonly Check[]) =>
  toColumns(checks.map(({ group, id, requires, source }) => [group, id, `${requires} (${source})`]))

function lineOf({ id, outcome, requires, found, source }: CheckResult, style: Style): string {
  const mark = { pass: style.green('pass'), fail: style.red('FAIL'), 'not offered': style.dim('none') }[
    outcome
  ]
  const line = `${mark}  ${id.padEnd(28)}${requires}`
  return found === undefined ? line : `${line}\n${' '.repeat(6)}${style.bold('→')} ${found} (${source})`
}

function summaryOf({ client, passed, failed, notOffered, checks }: Report, style: Style): string {
  const rows = groups.flatMap((group) => {
    const of = checks.filter((check) => check.group === group)
    if (of.length === 0) return []
    const count = (outcome: CheckResult['outcome']) =>
      String(of.filter((check) => check.outcome === outcome).length)
    return [[group, count('pass'), count('fail'), count('not offered')]]
  })
  const total = ['all', String(passed), String(failed), String(notOffered)]
  const score = `${passed} of ${passed + failed}`
  const name = client.version === undefined ? client.name : `${client.name} ${client.version}`
  return [
    '',
    toColumns([['', 'pass', 'fail', 'not offered'], ...rows, total]),
    '',
    `${name}: ${failed === 0 ? style.green(score) : style.red(score)}`,
  ].join('\n')
}
