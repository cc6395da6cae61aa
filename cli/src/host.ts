/** What commands take from the machine they run on, so that tests can stand in for it. */
import type { ProgramOptions } from './runProgram.ts'
import type { ThrowAwayFolder } from './throwAwayFolder.ts'

export interface WriteOptions {
  /** A new file that only the owner may read; never over another. */
  readonly isSecret?: boolean
  /** Where it is new, only the owner may read it; one that is there keeps its mode. */
  readonly isPrivate?: boolean
}

export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** `name/version` pairs such as `node`, and where the command was started. */
  readonly nodeVersion: string
  readonly workingDirectory: string
  out(text: string): void
  err(text: string): void
  /** Whether somebody sits at a terminal who can be asked. */
  readonly canAsk: boolean
  /** The line that the user answers; empty at the end of input. */
  ask(question: string): Promise<string>
  /** All of standard input, as bytes. */
  readInput(): Promise<Uint8Array>
  /** @throws the platform's error, with its `code` */
  readFile(path: string): Promise<Uint8Array>
  writeFile(path: string, text: string, options?: WriteOptions): Promise<void>
  /** The platform's code, such as `EEXIST` or `ENOENT`, of why no new file can be made there; undefined when one can. */
  whyNotWritable(path: string): Promise<string | undefined>
  /** One that is not there yet, and that only the owner may enter. @throws the platform's error, with its `code` */
  makeFolder(path: string): Promise<void>
  /** With all that is in it. */
  removeFolder(path: string): Promise<void>
  makeThrowAwayFolder(): Promise<ThrowAwayFolder>
  /** Runs another program to its end. @returns its exit code @throws Failure when it cannot be started */
  runProgram(program: string, words: readonly string[], options: ProgramOptions): Promise<number>
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly random: (length: number) => Uint8Array
  /** Resolves early when the command is interrupted. */
  sleep(milliseconds: number): Promise<void>
  /** Aborts when the user interrupts the command. */
  readonly interrupted: AbortSignal
  /** Calls back whenever the user asks a server to read its files again (SIGHUP). */
  onReload(reload: () => void): void
}
