/** `keywright policy fmt` */
import { format, type PolicyText, parseExpression, parsePolicy } from '@keywright/policy'
import { parse, stringify } from 'lossless-json'
import type { Context, Outcome } from '../command.ts'
import { nameOfInput, writeText } from '../files/files.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'
import { type PolicyFile, readPolicyFile } from '../policy/readPolicies.ts'
import { nameOf } from '../policy/showProblem.ts'

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const paths = input.rest()
  if (input.isOn('write') && input.isOn('check')) {
    throw usageFailure('--write and --check cannot be combined', 'pass one of them')
  }
  if (input.isOn('write') && paths.includes('-')) {
    throw usageFailure('--write cannot update standard input', 'omit --write to print the result')
  }
  const files = []
  for (const path of paths) {
    const file = await readPolicyFile(host, path, 'condition')
    const formatted = formatFile(file)
    files.push({ path, formatted, isChanged: formatted !== file.text })
  }
  const changed = files.filter(({ isChanged }) => isChanged).map(({ path }) => path)
  if (input.isOn('check')) {
    const text =
      changed.length === 0 ? style.green('all files are formatted') : changed.map(nameOfInput).join('\n')
    return { text, json: { changed }, exitCode: changed.length > 0 ? ExitCode.refused : ExitCode.ok }
  }
  if (input.isOn('write')) {
    for (const { path, formatted, isChanged } of files) if (isChanged) await writeText(host, path, formatted)
    const lines = changed.map((path) => `formatted ${path}`)
    return { text: lines.join('\n') || style.green('all files are formatted'), json: { changed } }
  }
  return {
    text: files.map(({ formatted }) => formatted.trimEnd()).join('\n'),
    json: { files: files.map(({ path, formatted }) => ({ path, formatted })) },
  }
}

function formatFile(file: PolicyFile): string {
  for (const policy of file.policies) assertParses(file, policy)
  if (file.json === undefined) return `${format(parseExpression(file.text.trim()))}\n`
  // Keep numbers as written: files may contain more digits than a JavaScript number can hold.
  return `${stringify(formatMembers(parse(file.text)), undefined, 2)}\n`
}

/** Formats the expressions of policies and leaves all other fields unchanged. */
function formatMembers(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(formatMembers)
  const members = { ...(json as Record<string, unknown>) }
  if (Array.isArray(members['policies']))
    return { ...members, policies: members['policies'].map(formatMembers) }
  for (const side of ['condition', 'consensus', 'time']) {
    const text = members[side]
    if (typeof text === 'string' && (side !== 'time' || text !== ''))
      members[side] = format(parseExpression(text))
  }
  return members
}

function assertParses({ path, json }: PolicyFile, policy: PolicyText): void {
  try {
    parsePolicy(policy)
  } catch (error) {
    throw new Failure(
      ExitCode.refused,
      // A bare expression has no policy name.
      `${nameOfInput(path)}${json === undefined ? '' : `: ${nameOf(policy)}`} does not parse: ${(error as Error).message}`,
      {
        hint: `keywright policy check ${path} shows where`,
      },
    )
  }
}
