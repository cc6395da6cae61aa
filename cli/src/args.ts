/** From words on the command line to a command and its input. */
import { parseArgs } from 'node:util'
import type { Argument, Command, Flag, Input } from './command.ts'
import { usageFailure } from './failure.ts'
import { nearest } from './nearest.ts'

export interface Invocation {
  readonly command: Command
  readonly input: Input
}

/** The row whose words come first, with the words that follow; undefined when none does. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | undefined {
  const byLength = [...commands].sort((a, b) => b.name.split(' ').length - a.name.split(' ').length)
  for (const command of byLength) {
    const name = command.name.split(' ')
    if (name.every((word, i) => words[i] === word)) return { command, rest: words.slice(name.length) }
  }
  return undefined
}

/**
 * Reads what follows the command's name.
 * @throws Failure (usage) that names the word and, where one is near, the flag that was meant
 */
export function parseInput(command: Command, words: readonly string[], shared: readonly Flag[]): Input {
  const flags = [...(command.flags ?? []), ...shared]
  const byName = new Map(flags.map((flag) => [flag.name, flag]))
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      flags.map((flag) => [flag.name, { type: flag.value === undefined ? 'boolean' : 'string' }] as const),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const switches = new Set<string>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const flag = byName.get(token.name)
    if (!flag) throw unknownFlag(command, token.rawName, [...byName.keys()])
    if (flag.refused !== undefined) throw usageFailure(`${token.rawName} is not taken`, flag.refused)
    readFlag(flag, token.value, { values, switches })
  }
  return toInput(command, values, switches, nameArguments(command, positionals))
}

function readFlag(
  flag: Flag,
  value: string | undefined,
  into: { values: Map<string, string[]>; switches: Set<string> },
): void {
  if (flag.value === undefined) {
    if (value !== undefined) throw usageFailure(`--${flag.name} takes no value, it got \`${value}\``)
    into.switches.add(flag.name)
    return
  }
  if (value === undefined) {
    throw usageFailure(`--${flag.name} needs a value`, `write --${flag.name} ${flag.value}`)
  }
  if (flag.choices && !flag.choices.includes(value)) {
    throw usageFailure(`--${flag.name} cannot be \`${value}\``, `one of: ${flag.choices.join(', ')}`)
  }
  const before = into.values.get(flag.name) ?? []
  into.values.set(flag.name, flag.isList ? [...before, value] : [value])
}

function nameArguments(command: Command, positionals: readonly string[]): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>()
  const expected = command.arguments ?? []
  let at = 0
  for (const argument of expected) {
    const taken = argument.isList ? positionals.slice(at) : positionals.slice(at, at + 1)
    at += taken.length
    if (taken.length === 0 && !argument.isOptional) {
      throw usageFailure(`${argument.name} is missing`, `usage: ${usageOf(command)}`)
    }
    for (const value of taken) assertChoice(argument, value)
    named.set(argument.name, taken)
  }
  const extra = positionals[at]
  if (extra !== undefined)
    throw usageFailure(`unexpected argument \`${extra}\``, `usage: ${usageOf(command)}`)
  return named
}

function assertChoice(argument: Argument, value: string): void {
  if (!argument.choices || argument.choices.includes(value)) return
  throw usageFailure(`${argument.name} cannot be \`${value}\``, `one of: ${argument.choices.join(', ')}`)
}

function toInput(
  command: Command,
  values: ReadonlyMap<string, readonly string[]>,
  switches: ReadonlySet<string>,
  named: ReadonlyMap<string, readonly string[]>,
): Input {
  const argument = (name: string) => named.get(name)?.[0]
  return {
    argument,
    required(name) {
      const value = argument(name)
      if (value === undefined) throw new Error(`${command.name} has no required argument ${name}`)
      return value
    },
    rest() {
      const list = command.arguments?.find((one) => one.isList)
      return (list && named.get(list.name)) ?? []
    },
    flag: (name) => values.get(name)?.at(-1),
    flags: (name) => values.get(name) ?? [],
    isOn: (name) => switches.has(name),
  }
}

/** `keywright wallets create NAME [--accounts LIST] …` without the flags. */
export function usageOf(command: Command): string {
  const words = (command.arguments ?? []).map((argument) => {
    const word = argument.isList ? `${argument.name}…` : argument.name
    return argument.isOptional ? `[${word}]` : word
  })
  return ['keywright', command.name, ...words].join(' ')
}

function unknownFlag(command: Command, rawName: string, known: readonly string[]) {
  const near = nearest(rawName.replace(/^-+/, ''), known)
  const help = `keywright ${command.name} --help lists its flags`
  return usageFailure(`unknown flag ${rawName}`, near === undefined ? help : `did you mean --${near}?`)
}
