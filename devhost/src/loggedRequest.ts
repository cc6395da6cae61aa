/** A request as the request log lists it, shows it in full and keeps it. */
import type { stampHeaders } from '@keywright/contract'
import type { Explanation } from '@keywright/policy'

export interface LoggedRequest {
  readonly id: string
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** The contract's name of the call; null for an unknown path. */
  readonly call: string | null
  readonly organizationId: string | null
  readonly type: string | null
  readonly stamp: StampCheck
  /** Why the policies decided as they did; null when none was asked. */
  readonly explanation: Explanation | null
  readonly status: number
  readonly milliseconds: number
  readonly activity: { readonly id: string; readonly status: string; readonly fingerprint: string } | null
  readonly error: {
    readonly code: number
    readonly message: string
    readonly errorCode: string | null
  } | null
}

/** A request with what travelled. */
export interface RequestInFull extends LoggedRequest, Travelled {}

export interface Travelled {
  /** The body as posted; null when it is not UTF-8, or too long to be kept. */
  readonly body: string | null
  /** The answer's body; null when it is too long to be kept. */
  readonly answer: string | null
}

/** A request as it is kept. */
export interface KeptRequest extends LoggedRequest {
  /** What travelled, encrypted; of older files absent. */
  readonly sealed?: string
}

export interface StampCheck {
  readonly header: (typeof stampHeaders)[number] | null
  readonly scheme?: string
  readonly publicKey?: string
  /** The header as sent. A session is a bearer token, so the log says only that the request had one. */
  readonly value?: string
  /** `valid`, `not checked` when the request was refused before, or the refusal. */
  readonly check: string
}
