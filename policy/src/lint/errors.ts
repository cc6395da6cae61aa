/** Expressions that are an error for every request. */
import { type Expression, walk } from '../ast.ts'
import { checkExpression } from '../check.ts'
import { compile, evaluateStep } from '../compile.ts'
import type { Side } from '../error.ts'
import type { LintFinding } from '../lint.ts'
import { VOCABULARY } from '../vocabulary.ts'
import { alwaysEvaluated, declaredPath } from './parts.ts'

const WHY = {
  signer: 'a request uses either a wallet or a private key',
  payload: 'a request signs one kind of payload',
}

/** Finds names that exclude each other, and closed parts that err by themselves. */
export function lintErrors(expression: Expression, side: Side): LintFinding[] {
  return [...exclusiveNames(expression, side), ...closedErrors(expression, side)]
}

/** Both sides of `&&` and `||` are evaluated, so one absent object spoils the whole. */
function exclusiveNames(expression: Expression, side: Side): LintFinding[] {
  const findings: LintFinding[] = []
  const seen = new Map<string, string>()
  for (const part of alwaysEvaluated(expression)) {
    const path = declaredPath(part)
    const group = VOCABULARY.names.find((entry) => entry.path === path)?.excludes
    if (path === undefined || !group) continue
    const other = seen.get(group)
    if (other === undefined) seen.set(group, path)
    else if (other !== path && !findings.some((finding) => finding.message.includes(`\`${path}\``))) {
      findings.push({
        code: 'ALWAYS_ERRORS',
        severity: 'mistake',
        message: `\`${other}\` and \`${path}\` are never there together: ${WHY[group]}`,
        hint: 'write one policy for each',
        side,
        span: part.span,
      })
    }
  }
  return findings
}

/** Parts without any name, such as `'abc'[5]`, can be evaluated here and now. */
function closedErrors(expression: Expression, side: Side): LintFinding[] {
  const findings: LintFinding[] = []
  const visit = (part: Expression): void => {
    if (!isClosed(part)) {
      for (const child of alwaysEvaluatedChildren(part)) visit(child)
      return
    }
    const { problems, types } = checkExpression(part, side)
    if (problems.length > 0) return
    const result = evaluateStep(compile(part, types), {}, side)
    if (result.ok) return
    const { message, span } = result.error
    findings.push({
      code: 'ALWAYS_ERRORS',
      severity: 'mistake',
      message: `always an error: ${message}`,
      side,
      span,
    })
  }
  visit(expression)
  return findings
}

function alwaysEvaluatedChildren(part: Expression): Expression[] {
  const [, ...below] = alwaysEvaluated(part)
  const nested = new Set(below.flatMap((child) => [...walk(child)].slice(1)))
  return below.filter((child) => !nested.has(child))
}

function isClosed(expression: Expression): boolean {
  const bound = new Set<string>()
  for (const part of walk(expression)) {
    if (part.kind === 'quantifier') bound.add(part.variable)
    else if (part.kind === 'name' && !bound.has(part.name)) return false
  }
  return true
}
