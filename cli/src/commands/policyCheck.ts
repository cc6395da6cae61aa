/** `keywright policy check` */
import type { Side } from '@keywright/policy'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { nameOfInput } from '../files/files.ts'
import { ExitCode } from '../output/exitCode.ts'
import { usageFailure } from '../output/failure.ts'
import { readArgumentNames } from '../policy/argumentNames.ts'
import { checkFile, refusalsOf } from '../policy/checkPolicies.ts'
import { readPolicyFile } from '../policy/readPolicies.ts'
import { type Finding, nameOf, showFinding } from '../policy/showProblem.ts'

interface Placed extends Finding {
  readonly file: string
  readonly policy: string
  readonly code: string
}

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const side = (input.flag('side') ?? 'condition') as Side
  const interfaces = input.flag('interfaces')
  const options = interfaces === undefined ? {} : { argumentNames: await readArgumentNames(host, interfaces) }
  const findings: Placed[] = []
  const refusals: string[] = []
  const shown: string[] = []
  let count = 0
  for (const path of input.rest()) {
    const file = await readPolicyFile(host, path, side)
    if (file.policies.length === 0) {
      throw usageFailure(`${nameOfInput(path)} contains no policy`, 'add a policy to the list')
    }
    count += file.policies.length
    refusals.push(...refusalsOf(file))
    for (const { policy, finding } of checkFile(file, options)) {
      const name = file.json === undefined ? '' : nameOf(policy)
      findings.push({ ...finding, file: path, policy: nameOf(policy) })
      const where = name === '' ? nameOfInput(path) : `${nameOfInput(path)} ${name}`
      shown.push(showFinding(where, policy[finding.side] ?? '', finding, style))
    }
  }
  shown.push(...refusals.map((line) => `${style.red('error')}: ${line}`))
  const bad =
    refusals.length +
    findings.filter(
      ({ severity }) => severity === 'error' || (severity === 'mistake' && input.isOn('strict')),
    ).length
  const summary = `${counted(count, 'policy', 'policies')}: ${bad === 0 ? style.green('ok') : style.red(`${counted(bad, 'problem')}`)}`
  const notes = findings.length + refusals.length - bad
  return {
    text: [...shown, notes > 0 ? `${summary}, ${counted(notes, 'warning')}` : summary].join('\n'),
    json: { policies: count, refused: bad, findings, refusals },
    exitCode: bad > 0 ? ExitCode.refused : ExitCode.ok,
  }
}
