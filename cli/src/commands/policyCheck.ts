/** `keywright policy check` */
import {
  type CompiledPolicy,
  checkPolicy,
  compilePolicy,
  type LintFinding,
  lint,
  lintExpression,
  type PolicyText,
  type Side,
} from '@keywright/policy'
import { type Context, ExitCode, type Outcome } from '../command.ts'
import { type PolicyFile, readPolicyFile } from '../policy/readPolicies.ts'
import { type Finding, nameOf, showFinding } from '../policy/showProblem.ts'

interface Placed extends Finding {
  readonly file: string
  readonly policy: string
  readonly code: string
}

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const side = (input.flag('side') ?? 'condition') as Side
  const findings: Placed[] = []
  const shown: string[] = []
  let count = 0
  for (const path of input.rest()) {
    const file = await readPolicyFile(host, path, side)
    count += file.policies.length
    for (const { policy, finding } of checkFile(file)) {
      const name = file.json === undefined ? '' : nameOf(policy)
      findings.push({ ...finding, file: path, policy: nameOf(policy) })
      const where = name === '' ? path : `${path} ${name}`
      shown.push(showFinding(where, policy[finding.side] ?? '', finding, style))
    }
  }
  const bad = findings.filter(
    ({ severity }) => severity === 'error' || (severity === 'mistake' && input.isOn('strict')),
  ).length
  const summary = `${count} ${count === 1 ? 'policy' : 'policies'}: ${bad === 0 ? style.green('ok') : style.red(`${bad} refused`)}`
  const notes = findings.length - bad
  return {
    text: [...shown, notes > 0 ? `${summary}, ${notes} to look at` : summary].join('\n'),
    json: { policies: count, refused: bad, findings },
    exitCode: bad > 0 ? ExitCode.refused : ExitCode.ok,
  }
}

function checkFile(file: PolicyFile) {
  const found: { policy: PolicyText; finding: Finding & { code: string } }[] = []
  const compiled: CompiledPolicy[] = []
  for (const policy of file.policies) {
    const problems = checkPolicy(policy)
    for (const { code, message, hint, side, span } of problems) {
      found.push({
        policy,
        finding: { code, severity: 'error', message, hint, side: side ?? 'condition', span },
      })
    }
    if (problems.length === 0) compiled.push(compilePolicy(policy))
  }
  for (const finding of lintFile(file, compiled)) {
    const policy = file.policies.find(({ policyId }) => policyId === finding.policyId) ?? file.policies[0]!
    found.push({ policy, finding })
  }
  return found
}

/** One expression is looked at by itself; that it has no consensus says nothing. */
function lintFile(file: PolicyFile, compiled: readonly CompiledPolicy[]): LintFinding[] {
  if (file.json !== undefined) return lint(compiled)
  const side: Side = file.policies[0]?.consensus === undefined ? 'condition' : 'consensus'
  return compiled.flatMap((policy) => lintExpression(policy[side].expression, side))
}
