/** Why a command ended without what was asked for: what failed, with which value, and what to do. */
import { ExitCode } from './exitCode.ts'

export interface FailureDetails {
  /** What to do about it; one sentence, or several on lines of their own. */
  readonly hint?: string | undefined
  /** More lines below the message, such as one for each wrong member. */
  readonly lines?: readonly string[] | undefined
  /** Members added to the JSON form. */
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

/** The command line, a file or a body is wrong. */
export const usageFailure = (message: string, hint?: string, lines?: readonly string[]): Failure =>
  new Failure(ExitCode.usage, message, { hint, lines })
