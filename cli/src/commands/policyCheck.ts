/** `keywright policy check` */

import { ApiError, calls, parseBody } from '@keywright/contract'
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
import type { Context, Outcome } from '../command.ts'
import { ExitCode } from '../exitCode.ts'
import { usageFailure } from '../failure.ts'
import { nameOfInput } from '../files.ts'
import { counted } from '../numbers.ts'
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
    for (const { policy, finding } of checkFile(file)) {
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

/** What else `create_policies` would reject: invalid fields and duplicate names. */
function refusalsOf({ json, path, policies }: PolicyFile): string[] {
  if (json === undefined) return []
  const list = toMembers(json).map((members) =>
    // Output of list_policies has fields that create_policies does not accept.
    Object.fromEntries(Object.entries(members).filter(([name]) => !ADDED_BY_SERVER.includes(name))),
  )
  const refusals: string[] = []
  const frame = { type: calls.create_policies.postedType, organizationId: NOWHERE, timestampMs: '0' }
  try {
    parseBody(calls.create_policies, { ...frame, parameters: { policies: list } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const lines = error.details.flatMap((detail) =>
      'fieldViolations' in detail ? detail.fieldViolations : [],
    )
    refusals.push(...lines.map(({ field, description }) => `${path} ${field}: ${description}`))
    if (refusals.length === 0) refusals.push(`${path}: ${error.message}`)
  }
  const names = policies.map(({ policyName }) => policyName)
  const twice = new Set(names.filter((name, i) => name !== undefined && names.indexOf(name) < i))
  for (const name of twice) refusals.push(`${path}: policy name \`${name}\` is used more than once`)
  return refusals
}

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const ADDED_BY_SERVER = ['policyId', 'createdAt', 'updatedAt']

function toMembers(json: unknown): Record<string, unknown>[] {
  if (Array.isArray(json)) return json
  const { policies } = json as { policies?: unknown }
  return Array.isArray(policies) ? policies : [json as Record<string, unknown>]
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

/** Lints a bare expression alone, without findings about a missing consensus. */
function lintFile(file: PolicyFile, compiled: readonly CompiledPolicy[]): LintFinding[] {
  if (file.json !== undefined) return lint(compiled)
  const side: Side = file.policies[0]?.consensus === undefined ? 'condition' : 'consensus'
  return compiled.flatMap((policy) => lintExpression(policy[side].expression, side))
}
