/** What the console's page and its relay, the frame that reaches another host, say to each other. */

/** To the frame: which origin it asks the reader about. A port comes with it, for all that follows. */
export interface AskMessage {
  readonly kind: 'ask'
  readonly origin: string
}

export interface RelayRequest {
  /** Whole. */
  readonly url: string
  /** The stamp; of the private key the frame never hears. */
  readonly header: { readonly name: string; readonly value: string }
  readonly body: string
}

export interface RelayAnswer {
  readonly status: number
  /** Such as `application/json`; empty where there is none. */
  readonly contentType: string
  readonly requestId: string | null
  readonly text: string
}

/** Why there is no answer. */
export const RELAY_FAILURES = [
  'NOT_ALLOWED',
  'OFFLINE',
  'UNREACHABLE',
  'UNREADABLE',
  'REDIRECTED',
  'TIMEOUT',
  'TOO_LARGE',
] as const
export type RelayFailure = (typeof RELAY_FAILURES)[number]

export type ToRelay = { readonly kind: 'send'; readonly id: number; readonly request: RelayRequest }

export type FromRelay =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: RelayAnswer }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: RelayFailure }

export const RELAY_ADDRESS = '/relay/frame'
export const TIMEOUT_MS = 15_000
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024
