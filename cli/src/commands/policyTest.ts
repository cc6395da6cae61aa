/** `keywright policy test` */
import { type CompiledPolicy, compilePolicy, explain, nearestWord, type Verdict } from '@keywright/policy'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { readText } from '../files/files.ts'
import { readJson } from '../files/json.ts'
import type { Host } from '../host/host.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'
import { readPolicyFile, toPolicies } from '../policy/readPolicies.ts'
import { toDecideInput } from '../policy/readRequest.ts'
import { showExplanation } from '../policy/showExplanation.ts'

interface CaseResult {
  readonly file: string
  readonly name: string
  readonly expected: Verdict
  readonly actual: Verdict
  readonly isPassed: boolean
}

const VERDICTS: readonly Verdict[] = ['ALLOWED', 'CONSENSUS_NEEDED', 'DENIED', 'REJECTED']

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const results: CaseResult[] = []
  const lines: string[] = []
  for (const path of input.rest()) {
    const { policies, cases, shared } = await readTestFile(host, path)
    cases.forEach((value, i) => {
      const name = String(value['name'] ?? `case ${i + 1}`)
      const where = `${path}: ${name}`
      const expected = readVerdict(value['expect'], where)
      const explanation = explain(toDecideInput({ ...shared, ...value }, policies, where))
      const actual = explanation.decision.verdict
      const isPassed = actual === expected
      results.push({ file: path, name, expected, actual, isPassed })
      lines.push(
        isPassed ? `${style.green('pass')}  ${name}` : `${style.red('FAIL')}  ${name}: expected ${expected}`,
      )
      if (!isPassed)
        lines.push(
          ...showExplanation(explanation, style)
            .split('\n')
            .map((line) => `      ${line}`),
        )
    })
  }
  const wrong = results.filter(({ isPassed }) => !isPassed).length
  lines.push(`${counted(results.length, 'case')}, ${wrong} failed`)
  return {
    text: lines.join('\n'),
    json: { cases: results, wrong },
    exitCode: wrong > 0 ? ExitCode.refused : ExitCode.ok,
  }
}

const SHAPE =
  'expected {"policies": […], "cases": [{"name": "…", "request": {"activity": {"type": "…"}}, "expect": "ALLOWED"}]}'

interface TestFile {
  readonly policies: readonly CompiledPolicy[]
  readonly cases: readonly Readonly<Record<string, unknown>>[]
  /** Defaults for all cases. */
  readonly shared: Readonly<Record<string, unknown>>
}

async function readTestFile(host: Host, path: string): Promise<TestFile> {
  const json = readJson(await readText(host, path), path)
  const { policies, cases, ...shared } = Object(json) as Record<string, unknown>
  if (!Array.isArray(cases) || cases.length === 0)
    throw usageFailure(`${path}: \`cases\` is missing, empty or not a list`, SHAPE)
  const texts =
    typeof policies === 'string'
      ? (await readPolicyFile(host, siblingOf(path, policies), 'condition').catch(namedBy(path))).policies
      : toPolicies(policies, `${path}: policies`)
  return { policies: texts.map(compilePolicy), cases: cases.map(Object), shared }
}

/** For `catch`: adds the path of the test file that refers to an unreadable policy file. */
const namedBy =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof Failure)) throw error
    throw usageFailure(
      `${path}: policies: ${error.message}`,
      'the path is relative to the folder of the test file',
    )
  }

/** Resolves a path relative to the folder of another file. */
function siblingOf(path: string, name: string): string {
  if (/^([/\\]|[A-Za-z]:)/.test(name)) return name
  const folder = path.replace(/[^/\\]*$/, '')
  return `${folder}${name}`
}

function readVerdict(value: unknown, where: string): Verdict {
  const found = VERDICTS.find((verdict) => verdict === value)
  if (found) return found
  const near = nearestWord(String(value), VERDICTS)
  throw usageFailure(
    `${where}: \`expect\` is ${value === undefined ? 'missing' : JSON.stringify(value)}`,
    near ? `did you mean ${near}?` : `use one of: ${VERDICTS.join(', ')}`,
  )
}
