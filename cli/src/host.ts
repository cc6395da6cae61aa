/** What commands take from the machine they run on, so that tests can stand in for it. */
import type { ProgramOptions } from './runProgram.ts'
import type { ThrowAwayFolder } from './throwAwayFolder.ts'

export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** `name/version` pairs such as `node`, and where the command was started. */
  readonly nodeVersion: string
  readonly workingDirectory: string
  out(text: string): void
  err(text: string): void
  /** All of standard input, as bytes. */
  readInput(): Promise<Uint8Array>
  /** @throws the platform's error, with its `code` */
  readFile(path: string): Promise<Uint8Array>
  /** @param options.isSecret readable by the owner only */
  writeFile(path: string, text: string, options?: { isSecret?: boolean }): Promise<void>
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
}
