/** Types of requests in the request log: in lists, in full, and as stored. */
import type { stampHeaders } from '@keywright/contract'
import type { Explanation } from '@keywright/policy'
import type { ShownCall } from './contractCalls.ts'

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
  /** Explanation of the policy decision; null if no policy was evaluated. */
  readonly explanation: Explanation | null
  /** Absent in requests of earlier versions. */
  readonly contractCalls?: readonly ShownCall[]
  readonly status: number
  readonly milliseconds: number
  readonly activity: { readonly id: string; readonly status: string; readonly fingerprint: string } | null
  readonly error: {
    readonly code: number
    readonly message: string
    readonly errorCode: string | null
  } | null
}

export interface RequestInFull extends LoggedRequest, Travelled {}

export interface Travelled {
  /** The body as posted; null if it is not UTF-8 or too long. */
  readonly body: string | null
  /** The body of the response; null if it is too long. */
  readonly answer: string | null
}

export interface KeptRequest extends LoggedRequest {
  /** The encrypted bodies. */
  readonly sealed: string
}

export interface StampCheck {
  readonly header: (typeof stampHeaders)[number] | null
  readonly scheme?: string
  readonly publicKey?: string
  /** The header as sent. A session is a bearer token, so the log says only that the request had one. */
  readonly value?: string
  /** `valid`, the error, or `not checked` if the request was rejected earlier. */
  readonly check: string
}
