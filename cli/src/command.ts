/** Types of commands: rows of the table from which parsing and help are derived. */
import type { Host } from './host/host.ts'
import type { Style } from './output/style.ts'

export interface Flag {
  /** Without dashes. */
  readonly name: string
  /** Placeholder of the value in help, such as `FILE`; absent for switches. */
  readonly value?: string
  readonly summary: string
  readonly choices?: readonly string[]
  /** The flag can be repeated. */
  readonly isList?: boolean
  /** Hint for a URL that contains a password. */
  readonly instead?: string
  /** Why the flag is rejected: for flags that users might expect but that would be unsafe. */
  readonly refused?: string
}

export interface Argument {
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
  /** Whether an empty string is a valid value. */
  readonly canBeEmpty?: boolean
  /** Takes all remaining arguments. */
  readonly isList?: boolean
  readonly choices?: readonly string[]
}

export interface Command {
  /** Such as `wallets list`. */
  readonly name: string
  readonly summary: string
  /** Paragraphs below the summary. */
  readonly details?: readonly string[]
  readonly arguments?: readonly Argument[]
  readonly flags?: readonly Flag[]
  readonly examples?: readonly string[]
  /**
   * What happens on Ctrl-C. By default the command is abandoned immediately. `handles`: the command shuts down itself.
   * `finishes`: the command runs to its end, because its output would otherwise be lost.
   */
  readonly onInterrupt?: 'handles' | 'finishes'
  readonly load: () => Promise<{ readonly run: Run }>
}

/** Parsed flags and arguments, validated against the command. */
export interface Input {
  /** Returns undefined for an optional argument that is absent. */
  argument(name: string): string | undefined
  /** @throws Error if the command does not require the argument */
  required(name: string): string
  rest(): readonly string[]
  /** The last value of the flag. */
  flag(name: string): string | undefined
  /** All values of a repeatable flag. */
  flags(name: string): readonly string[]
  isOn(name: string): boolean
}

/** The output of a command, for people and for machines. */
export interface Outcome {
  readonly text: string
  readonly json: unknown
  /** Default: `ok`. `exec` passes on the exit code of its program. */
  readonly exitCode?: number
}

/** What the program offers. */
export interface Program {
  readonly commands: readonly Command[]
  /** Flags that every command accepts. */
  readonly sharedFlags: readonly Flag[]
}

export interface Context {
  readonly input: Input
  readonly host: Host
  readonly command: Command
  readonly program: Program
  readonly style: Style
  readonly isJson: boolean
  /** Prints a line of text or JSON before the command ends. */
  emit(outcome: Omit<Outcome, 'exitCode'>): void
}

export type Run = (context: Context) => Promise<Outcome | undefined>
