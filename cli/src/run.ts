/** Runs the command line: parses arguments, prints the outcome and returns the exit code. */
import { findCommand, parseInput } from './arguments/args.ts'
import { describeCommand, describeGroup, describeProgram } from './arguments/help.ts'
import { nearest } from './arguments/nearest.ts'
import { assertUnquoted } from './arguments/settings.ts'
import type { Context, Outcome } from './command.ts'
import { commands, sharedFlags } from './commands.ts'
import { readRequestTimeout, withTimeout } from './connect/timeout.ts'
import type { Host } from './host/host.ts'
import { openOutput } from './host/output.ts'
import { interruptedFailure, unlessInterrupted } from './host/untilInterrupted.ts'
import { ExitCode } from './output/exitCode.ts'
import { Failure, usageFailure } from './output/failure.ts'
import { hintBeside } from './output/hints.ts'
import type { Style } from './output/style.ts'
import { fitTo, oneLine } from './output/table.ts'
import { version } from './version.ts'

/** Never throws: prints errors and returns the exit code. */
export async function run(words: readonly string[], machine: Host): Promise<number> {
  const isJson = ownWords(words).includes('--json')
  const isColored = machine.isTerminal && !machine.env['NO_COLOR'] && !isJson
  const { host, style } = openOutput(machine, isColored)
  try {
    return await runCommand(words, host, style, isJson)
  } catch (error) {
    const failure = withoutItself(toFailure(error, host), findCommand(commands, words)?.command.name)
    if (isJson) host.out(`${JSON.stringify({ error: toJson(failure) }, undefined, 2)}\n`)
    else host.err(`${toText(failure, style)}\n`)
    return failure.exitCode
  }
}

async function runCommand(
  words: readonly string[],
  host: Host,
  style: Style,
  isJson: boolean,
): Promise<number> {
  if (words[0] === '--version') return say(host, isJson, version, { version })
  const found = findCommand(commands, words)
  if (!found) return helpWithout(words, host, style, isJson)
  const { command, rest } = found
  if (isAsking(rest)) return sayHelp(host, isJson, describeCommand(command, sharedFlags, style, host.columns))

  const input = parseInput(command, rest, sharedFlags)
  assertUnquoted(command, host)
  const context: Context = {
    input,
    host: withTimeout(host, readRequestTimeout(input)),
    command,
    program: { commands, sharedFlags },
    style,
    isJson,
    emit: ({ text, json }) => host.out(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`),
  }
  const { run: runIt } = await command.load()
  const running = runIt(context)
  const outcome = await (command.onInterrupt === undefined ? unlessInterrupted(host, running) : running)
  if (outcome) printOutcome(outcome, host, isJson)
  return outcome?.exitCode ?? ExitCode.ok
}

/** Handles no command, a group of commands, or an unknown command. */
function helpWithout(words: readonly string[], host: Host, style: Style, isJson: boolean): ExitCode {
  const [first] = words.filter((word) => !word.startsWith('-'))
  if (first === undefined || first === 'help') {
    return sayHelp(host, isJson, describeProgram(commands, sharedFlags, style, version))
  }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  const second = words.slice(words.indexOf(first) + 1).find((word) => !word.startsWith('-'))
  if (group.length > 0 && (isAsking(words) || second === undefined)) {
    const text = describeGroup(first, group, style)
    if (isAsking(words)) return sayHelp(host, isJson, text)
    throw usageFailure(`${first} needs a command`, `use one of: ${group.map(({ name }) => name).join(', ')}`)
  }
  const name = group.length > 0 ? `${first} ${second}` : first
  const known = group.length > 0 ? group.map((one) => one.name) : commands.map((one) => one.name)
  const both = second === undefined ? undefined : nearest(`${first} ${second}`, known)
  const near = both ?? nearest(name, [...known, ...known.map((one) => one.split(' ')[0]!)])
  const list = group.length > 0 ? `use one of: ${known.join(', ')}` : 'keywright --help lists all commands'
  throw usageFailure(
    `unknown command \`${name}\``,
    near === undefined ? list : `did you mean keywright ${near}?`,
  )
}

const isAsking = (words: readonly string[]) => ownWords(words).some((word) => /^(--help|-h)$/.test(word))

/** The words before `--`: the rest may be for another program. */
const ownWords = (words: readonly string[]) =>
  words.slice(0, words.includes('--') ? words.indexOf('--') : undefined)

function say(host: Host, isJson: boolean, text: string, json: unknown): ExitCode {
  printOutcome({ text, json }, host, isJson)
  return ExitCode.ok
}

const sayHelp = (host: Host, isJson: boolean, help: string) =>
  say(host, isJson, host.columns === undefined ? help : fitTo(host.columns, help), { help })

function printOutcome({ text, json }: Outcome, host: Host, isJson: boolean): void {
  if (isJson) host.out(`${JSON.stringify(json, undefined, 2)}\n`)
  else if (text !== '') host.out(`${text}\n`)
}

function toFailure(error: unknown, host: Host): Failure {
  if (error instanceof Failure) return error
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // Checked by name, because the packages that define these errors are loaded on demand.
  if (INPUT_ERRORS.includes(name)) return usageFailure(message)
  if (name === 'TimeoutError') return new Failure(ExitCode.unreachable, message, { cause: error })
  if (host.interrupted.aborted) return interruptedFailure()
  if (name === 'ServerError' || name === 'HostError') return serverFailure(error as ServerFault)
  return new Failure(ExitCode.refused, message, {
    hint: 'this is a bug in the command line; run it with KEYWRIGHT_DEBUG=1 to see the stack trace',
    cause: error,
    lines: host.env['KEYWRIGHT_DEBUG'] ? stack?.split('\n') : undefined,
  })
}

function withoutItself(failure: Failure, command: string | undefined): Failure {
  const hint = hintBeside(failure.details.hint, command)
  if (hint === failure.details.hint) return failure
  return new Failure(failure.exitCode, failure.message, { ...failure.details, hint })
}

interface ServerFault extends Error {
  readonly code: string
  readonly hint: string
}

/** Exit codes of faults that aren't those of the command line. */
const EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  DATABASE_UNREACHABLE: ExitCode.unreachable,
  JOURNALS_IN_USE: ExitCode.waiting,
  JOURNAL_KEPT_CHANGING: ExitCode.waiting,
}

/** Converts an error of a server that did not start. */
function serverFailure({ message, code, hint }: ServerFault): Failure {
  return new Failure(EXIT_CODES[code] ?? ExitCode.usage, message, { hint, json: { code } })
}

/** Errors that the keys, contract and policy packages throw only for invalid input. */
const INPUT_ERRORS = ['KeysError', 'ApiError', 'PolicyError', 'BundleError']

function toText({ message, details }: Failure, style: Style): string {
  const lines = [
    `${style.red('error:')} ${oneLine(message)}`,
    ...(details.lines ?? []).map((line) => `  ${oneLine(line)}`),
  ]
  if (details.hint !== undefined) {
    lines.push(
      ...details.hint.split('\n').map((line, i) => `  ${i === 0 ? style.bold('hint:') : '     '} ${line}`),
    )
  }
  return lines.join('\n')
}

const toJson = ({ message, details, exitCode }: Failure) => ({
  message,
  exitCode,
  ...(details.lines?.length ? { lines: details.lines } : {}),
  ...(details.hint === undefined ? {} : { hint: details.hint }),
  ...details.json,
})
