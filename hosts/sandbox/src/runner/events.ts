/** Events and outcomes of a run. */
import type { DevOrganization, RequestInFull } from '@keywright/devhost'
import type { ConsoleLevel } from './messages.ts'
import type { RunResult } from './verify.ts'

export type RunEvent =
  /** The run's own new organization. */
  | { readonly kind: 'organization'; readonly organization: DevOrganization }
  | { readonly kind: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly line?: number }
  /** A call with its stamp check, policy decision and response. */
  | { readonly kind: 'request'; readonly request: RequestInFull; readonly line?: number }
  /** An address or a signature, with the result of an independent verification. */
  | { readonly kind: 'result'; readonly requestId: string; readonly result: RunResult }

export interface RunOutcome {
  /**
   * `finished`: the code ran to its end. `failed`: it threw or couldn't start. `stopped`: by the reader.
   * `cut off`: by the runner, because the code exceeded a limit.
   */
  readonly outcome: 'finished' | 'failed' | 'stopped' | 'cut off'
  /** The reason, for all outcomes but `finished`. */
  readonly message?: string
}

export interface RunLimits {
  /** Longest time that the code may block its thread. */
  readonly silenceMs: number
  /** Longest duration of a run. */
  readonly totalMs: number
  /** Most console entries. */
  readonly entries: number
  /** Most characters in all console entries. */
  readonly characters: number
  readonly requests: number
  /** Most messages of any kind, including ignored ones. */
  readonly messages: number
}

export const RUN_LIMITS: RunLimits = {
  silenceMs: 5_000,
  totalMs: 120_000,
  entries: 1_000,
  characters: 500_000,
  requests: 1_000,
  messages: 5_000,
}
