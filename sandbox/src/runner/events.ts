/** What a run tells while it goes on, and how it ends. */
import type { DevOrganization, RequestInFull } from '@keywright/devhost'
import type { ConsoleLevel } from './messages.ts'
import type { RunResult } from './verify.ts'

export type RunEvent =
  /** The fresh organization that the run has to itself. */
  | { readonly kind: 'organization'; readonly organization: DevOrganization }
  | { readonly kind: 'console'; readonly level: ConsoleLevel; readonly text: string }
  /** A call with its stamp check, the decision of the policies and the answer. */
  | { readonly kind: 'request'; readonly request: RequestInFull }
  /** An address or a signature, with what an independent verification says. */
  | { readonly kind: 'result'; readonly requestId: string; readonly result: RunResult }

export interface RunOutcome {
  /**
   * `finished`: the code ran to its end. `failed`: it threw, or could not be started. `stopped`: by the reader.
   * `cut off`: by the runner, as endless, flooding or too long.
   */
  readonly outcome: 'finished' | 'failed' | 'stopped' | 'cut off'
  /** Why, for all but `finished`. */
  readonly message?: string
}

export interface RunLimits {
  /** How long the code may keep its thread without a pause. */
  readonly silenceMs: number
  /** How long a run may take in all. */
  readonly totalMs: number
  /** Console entries. */
  readonly entries: number
  /** Characters of console entries. */
  readonly characters: number
  readonly requests: number
  /** Messages of any kind, also those that the page ignores. */
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
