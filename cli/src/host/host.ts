/** Access to the machine, which tests replace. */
import type { LogOutput } from './logOutput.ts'
import type { ProgramOptions } from './runProgram.ts'
import type { ThrowAwayFolder } from './throwAwayFolder.ts'

export interface WriteOptions {
  /** Creates a file that only the owner may read; never overwrites. */
  readonly isSecret?: boolean
  /** Only the owner may read a new file; an existing file keeps its mode. */
  readonly isPrivate?: boolean
}

export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** Width of the terminal; undefined if the output isn't a terminal. */
  readonly columns?: number | undefined
  readonly nodeVersion: string
  readonly workingDirectory: string
  out(text: string): void
  err(text: string): void
  /** Standard output for a server's log, which may lose lines. Default: `out` */
  openLog?(): LogOutput
  /** Whether the command runs in a terminal that can show prompts. */
  readonly canAsk: boolean
  /** Returns the line that the user enters; empty at the end of input. */
  ask(question: string): Promise<string>
  /** Reads all of standard input. */
  readInput(): Promise<Uint8Array>
  /** @throws the platform's error, with its `code` */
  readFile(path: string): Promise<Uint8Array>
  /** Removes a new secret file that can't be written as a whole. */
  writeFile(path: string, content: string, options?: WriteOptions): Promise<void>
  /** Returns the error code, such as `EEXIST`, if no new file can be created at the path. */
  whyNotWritable(path: string): Promise<string | undefined>
  /** Creates a folder that only the owner may enter. @throws the platform's error, with its `code` */
  makeFolder(path: string): Promise<void>
  /** Removes a folder with its contents. */
  removeFolder(path: string): Promise<void>
  makeThrowAwayFolder(): Promise<ThrowAwayFolder>
  /** Runs another program to its end. @returns its exit code @throws Failure if it cannot be started */
  runProgram(program: string, words: readonly string[], options: ProgramOptions): Promise<number>
  /** Also takes `unix:PATH:/ROUTE`. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly random: (length: number) => Uint8Array
  /** Resolves early when the command is interrupted. */
  sleep(milliseconds: number): Promise<void>
  /** Aborts when the user interrupts the command. */
  readonly interrupted: AbortSignal
  /** Calls back on SIGHUP, which asks a server to reload its files. */
  onReload(reload: () => void): void
}
