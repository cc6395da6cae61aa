/** Completion from the table of commands: what may stand where the line ends. */
import { callList } from '@keywright/contract'
import { findCommand } from 'keywright/src/args.ts'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { withoutProgram } from './words.ts'

/** The words that may complete the last one, in the order of the table. */
export function candidatesFor(line: string): readonly string[] {
  const typed = line.split(/\s+/)
  const last = typed.pop() ?? ''
  const before = withoutProgram(typed.filter((word) => word !== ''))
  return [...new Set(wordsAfter(before))].filter((word) => word.startsWith(last) && word !== last)
}

function wordsAfter(before: readonly string[]): readonly string[] {
  const found = findCommand(commands, before)
  if (!found) {
    const groups = commands.map(({ name }) => name.split(' '))
    return groups
      .filter((name) => before.every((word, n) => name[n] === word))
      .map((name) => name[before.length])
      .filter((word) => word !== undefined)
  }
  const { command, rest } = found
  const flags = [...(command.flags ?? []), ...sharedFlags].filter(({ refused }) => refused === undefined)
  const asked = flags.find(({ name, value }) => value !== undefined && `--${name}` === rest.at(-1))
  if (asked) return asked.choices ?? []
  const words = (command.arguments ?? []).flatMap(({ choices, completes }) =>
    completes === 'calls' ? callList.map(({ name }) => name) : (choices ?? []),
  )
  return [...words, ...flags.map(({ name }) => `--${name}`)]
}

/** The line as far as all candidates agree, with a blank behind the only one. */
export function complete(line: string, candidates: readonly string[]): string {
  const [first, ...others] = candidates
  if (first === undefined) return line
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  const start = /\S*$/.exec(line)!.index
  return line.slice(0, start) + first.slice(0, length) + (others.length === 0 ? ' ' : '')
}
