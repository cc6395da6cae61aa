/** What a command is: one row of the table from which parsing, help and completions follow. */
import type { Host } from './host.ts'
import type { Style } from './style.ts'

export interface Flag {
  /** Without dashes. */
  readonly name: string
  /** What the value is, for help, such as `FILE`; absent for switches. */
  readonly value?: string
  readonly summary: string
  readonly choices?: readonly string[]
  /** May be given several times. */
  readonly isList?: boolean
  /** What to do instead of giving an address that holds a password. */
  readonly instead?: string
  /** Why it is not taken: for what people try and should not. */
  readonly refused?: string
}

export interface Argument {
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
  /** Whether an empty word is a value too. */
  readonly canBeEmpty?: boolean
  /** Takes all that follow. */
  readonly isList?: boolean
  readonly choices?: readonly string[]
  /** Completed from what only the loaded program knows. */
  readonly completes?: 'calls' | 'commands' | 'files'
}

export interface Command {
  /** The words that name it, such as `wallets list`. */
  readonly name: string
  readonly summary: string
  /** Paragraphs under the summary. */
  readonly details?: readonly string[]
  readonly arguments?: readonly Argument[]
  readonly flags?: readonly Flag[]
  readonly examples?: readonly string[]
  /**
   * What an interruption (Ctrl-C) means: the command is left at once, unless it ends by itself (`handles`), or must
   * come to its end because what it makes would be lost (`finishes`).
   */
  readonly onInterrupt?: 'handles' | 'finishes'
  readonly load: () => Promise<{ readonly run: Run }>
}

/** Flags and arguments as they were typed, checked against the command's row. */
export interface Input {
  /** The argument of that name, or undefined where it is optional and absent. */
  argument(name: string): string | undefined
  /** @throws Error when the row does not require it */
  required(name: string): string
  rest(): readonly string[]
  /** The last value of a flag. */
  flag(name: string): string | undefined
  /** All values of a flag that may repeat. */
  flags(name: string): readonly string[]
  isOn(name: string): boolean
}

/** What a command has to say: for people, and for machines. */
export interface Outcome {
  readonly text: string
  readonly json: unknown
  /** Default: `ok`. That of another program, where the command runs one. */
  readonly exitCode?: number
}

export interface Context {
  readonly input: Input
  readonly host: Host
  /** The row that runs. */
  readonly command: Command
  readonly style: Style
  readonly isJson: boolean
  /** Says something now, before the outcome: a line of text, or a line of JSON. */
  emit(outcome: Omit<Outcome, 'exitCode'>): void
}

export type Run = (context: Context) => Promise<Outcome | undefined>
