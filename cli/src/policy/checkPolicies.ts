/** Checks policies: what the server would reject, and what is probably a mistake. */
import { ApiError, calls, parseBody } from '@keywright/contract'
import {
  type CompiledPolicy,
  checkPolicy,
  compilePolicy,
  type LintFinding,
  type LintOptions,
  lint,
  lintExpression,
  type PolicyText,
  type Side,
} from '@keywright/policy'
import type { PolicyFile } from './readPolicies.ts'
import type { Finding } from './showProblem.ts'

/** What else `create_policies` would reject: invalid fields and duplicate names. */
export function refusalsOf({ json, path, policies }: PolicyFile): string[] {
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

/** Errors, mistakes and cautions of every policy. */
export function checkFile(file: PolicyFile, options: LintOptions = {}) {
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
  for (const finding of lintFile(file, compiled, options)) {
    const policy = file.policies.find(({ policyId }) => policyId === finding.policyId) ?? file.policies[0]!
    found.push({ policy, finding })
  }
  return found
}

const SIDES: readonly Side[] = ['condition', 'consensus', 'time']

/** Lints a bare expression alone, without findings about a missing consensus. */
function lintFile(
  file: PolicyFile,
  compiled: readonly CompiledPolicy[],
  options: LintOptions,
): LintFinding[] {
  if (file.json !== undefined) return lint(compiled, options)
  const side = SIDES.find((each) => file.policies[0]?.[each] !== undefined) ?? 'condition'
  return compiled.flatMap((policy) =>
    lintExpression((policy[side] ?? policy.condition).expression, side, options),
  )
}
