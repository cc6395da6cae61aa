/** The error of a command: what failed, with which value, and what to do. */
import { ExitCode } from './exitCode.ts'

export interface FailureDetails {
  /** What to do; several hints are separated by line breaks. */
  readonly hint?: string | undefined
  /** Lines below the message, such as one per invalid field. */
  readonly lines?: readonly string[] | undefined
  /** Fields added to the JSON output. */
  readonly json?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode
  readonly details: FailureDetails

  constructor(exitCode: ExitCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.exitCode = exitCode
    this.details = details
  }
}

/** Failure for an invalid command line, file or body. */
export const usageFailure = (message: string, hint?: string, lines?: readonly string[]): Failure =>
  new Failure(ExitCode.usage, message, { hint, lines })
