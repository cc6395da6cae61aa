/** Parses the command line into a command and its input. */
import { parseArgs } from 'node:util'
import type { Command, Flag, Input } from '../command.ts'
import { usageFailure } from '../output/failure.ts'
import { nearest } from './nearest.ts'

/** Finds the command that the words start with, and returns the remaining words. */
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
 * Parses the arguments and flags of a command.
 * @throws Failure (usage) that names the invalid word and suggests a similar flag
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
    if (flag.refused !== undefined) throw usageFailure(`${token.rawName} is not supported`, flag.refused)
    readFlag(flag, token, { values, switches })
  }
  return toInput(command, values, switches, nameArguments(command, positionals))
}

function readFlag(
  flag: Flag,
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
  into: { values: Map<string, string[]>; switches: Set<string> },
): void {
  if (flag.value === undefined) {
    if (value !== undefined) {
      throw usageFailure(`--${flag.name} takes no value, but got \`${value}\``, `usage: --${flag.name}`)
    }
    into.switches.add(flag.name)
    return
  }
  const usage = `pass --${flag.name} ${flag.value}`
  if (value === undefined || value.trim() === '') throw usageFailure(`--${flag.name} needs a value`, usage)
  if (!inlineValue && /^-./.test(value)) {
    throw usageFailure(
      `--${flag.name} needs a value, but \`${value}\` looks like a flag`,
      `${usage}; if the value starts with a dash, write --${flag.name}=${value}`,
    )
  }
  assertNoPassword(flag, value)
  const before = into.values.get(flag.name) ?? []
  const read = flag.choices ? toChoice(`--${flag.name}`, value, flag.choices) : value
  into.values.set(flag.name, flag.isList ? [...before, read] : [read])
}

/** @throws Failure (usage) for a URL with a password; the message does not repeat it */
function assertNoPassword({ name, instead }: Flag, value: string): void {
  const hasUserInfo = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:[^@\s]+@/i.test(value)
  const hasParameter = /^[a-z][a-z0-9+.-]*:\/\/.*[?&](password|token|secret)=/i.test(value)
  if (!hasUserInfo && !hasParameter) return
  throw usageFailure(
    `--${name} contains a password, and arguments are visible in process lists and shell history`,
    instead ?? 'remove the password from the URL',
  )
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
    if (taken.includes('') && !argument.canBeEmpty) {
      throw usageFailure(`${argument.name} is empty`, `usage: ${usageOf(command)}`)
    }
    const { choices } = argument
    named.set(argument.name, choices ? taken.map((one) => toChoice(argument.name, one, choices)) : taken)
  }
  const extra = positionals[at]
  if (extra !== undefined)
    throw usageFailure(`unexpected argument \`${extra}\``, `usage: ${usageOf(command)}`)
  return named
}

/**
 * Matches a choice regardless of case, of dashes or underscores, and of the API's name prefixes, so that the output of
 * one command works as input of another.
 * @throws Failure (usage) that lists all choices
 */
function toChoice(what: string, value: string, choices: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '_')
  const wanted = plain(value)
  const found =
    choices.find((choice) => plain(choice) === wanted) ??
    choices.find((choice) => /^[a-z]+(_[a-z]+)+_/.test(wanted) && wanted.endsWith(`_${plain(choice)}`))
  if (found !== undefined) return found
  throw usageFailure(`${what} cannot be \`${value}\``, `use one of: ${choices.join(', ')}`)
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

/** Usage line without flags, such as `keywright wallets create NAME`. */
export function usageOf(command: Command): string {
  const words = (command.arguments ?? []).map((argument) => {
    const word = argument.isList ? `${argument.name}…` : argument.name
    return argument.isOptional ? `[${word}]` : word
  })
  return ['keywright', command.name, ...words].join(' ')
}

function unknownFlag(command: Command, rawName: string, known: readonly string[]) {
  if (/^-\d/.test(rawName)) {
    return usageFailure(`\`${rawName}\` looks like a flag`, 'put -- before a value that starts with a dash')
  }
  const near = nearest(rawName.replace(/^-+/, ''), known)
  const help = `keywright ${command.name} --help lists its flags`
  return usageFailure(`unknown flag ${rawName}`, near === undefined ? help : `did you mean --${near}?`)
}
