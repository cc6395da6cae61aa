/** Checks shell fences: each `keywright` command and its flags must exist. */
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import type { Fence } from '../markdown/fence.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

/** Checks one fence. Reports problems at their line. */
export function checkShellFence(fence: Fence, report: Reporter): void {
  for (const [at, line] of joinLines(fence.code).entries()) {
    for (const [, words = ''] of withoutTexts(line).matchAll(/\bkeywright(?= )((?: [^|;&<>()]+)*)/g)) {
      const problem = problemOf(words.trim().split(/\s+/))
      if (problem !== undefined) report.error(problem, fence.line + 1 + at)
    }
  }
}

/** Joins continued lines into the first and leaves the others empty. */
const joinLines = (code: string): string[] => code.replace(/\\\n([^\n]*)/g, ' $1').split('\n')

/** Removes quoted texts, comments and arguments after `--`, which belong to another program. */
const withoutTexts = (line: string): string =>
  line
    .replace(/'[^']*'|"[^"$]*"/g, 'TEXT')
    .replace(/(^| )#.*/, '')
    .replace(/ -- .*/, '')

function problemOf(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words
  if (first.startsWith('-')) return undefined
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (command === undefined) {
    const typed = commands.some(({ name }) => name.startsWith(`${first} `)) ? `${first} ${second}` : first
    return `no command \`keywright ${typed}\`${suggestion(
      typed,
      commands.map(({ name }) => name),
    )}`
  }
  const known = [...(command.flags ?? []), ...sharedFlags].map(({ name }) => name)
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/=.*/, ''))
  const unknown = flags.find((flag) => !known.includes(flag))
  return unknown === undefined
    ? undefined
    : `\`keywright ${command.name}\` has no flag \`--${unknown}\`${suggestion(unknown, known)}`
}
