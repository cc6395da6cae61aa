/** An error from the catalog, and its form on the wire. */
import { type ErrorCode, type ErrorEntry, errors, grpcStatus } from './errors.ts'

type Slots<M extends string> = M extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never

/** Values that fill a message; lists are joined with commas. */
export type ErrorParams<C extends ErrorCode> = {
  readonly [S in Slots<(typeof errors)[C]['message']>]: string | number | bigint | readonly string[]
}

/** An invalid member of the request: dotted path with list indexes, such as `privateKeys.0.privateKeyName`. */
export interface FieldViolation {
  field: string
  description: string
}

/** The outcome of one policy. */
export interface PolicyOutcome {
  policyId: string
  outcome: string
}

export type ErrorDetail =
  | { '@type': 'type.googleapis.com/errors.v1.ErrorCode'; errorCode: ErrorCode }
  | { '@type': 'type.googleapis.com/google.rpc.BadRequest'; fieldViolations: FieldViolation[] }
  | {
      '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError'
      message: string
      policyEvaluations: PolicyOutcome[]
    }

/** The error on the wire: HTTP body of a rejected request, or `failure` of a failed activity. */
export interface ErrorBody {
  code: number
  message: string
  details: ErrorDetail[]
}

/** Optional parts of an error, in addition to its parameters. */
export interface ErrorExtras {
  /** Dotted path of the invalid member, if there is one. */
  field?: string
  /** All invalid members, if there are several. */
  violations?: readonly FieldViolation[]
  /** Outcome of each policy, if the policy engine rejected the request. */
  policyEvaluations?: readonly PolicyOutcome[]
  /** The underlying error. Never sent. */
  cause?: unknown
}

type ConstructorRest<C extends ErrorCode> = [Slots<(typeof errors)[C]['message']>] extends [never]
  ? [params?: Record<string, never>, extras?: ErrorExtras]
  : [params: ErrorParams<C>, extras?: ErrorExtras]

/**
 * An error from the catalog.
 *
 * @example
 * throw new ApiError('THRESHOLD_TOO_HIGH', { threshold: 3, users: 2 })
 * // HTTP 400, {"code":3,"message":"root quorum threshold 3 is higher than the number of root users (2)",…}
 */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError'
  readonly code: C
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number
  /** gRPC status number. */
  readonly grpc: number
  readonly details: ErrorDetail[]

  constructor(code: C, ...rest: ConstructorRest<C>) {
    const [params = {}, extras = {}] = rest
    const entry: ErrorEntry = errors[code]
    const message = fillMessage(entry.message, params)
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.params = params
    this.grpc = grpcStatus[entry.grpc].code
    this.status = entry.http ?? grpcStatus[entry.grpc].http
    this.details = toDetails(code, message, extras)
  }

  toBody(): ErrorBody {
    return { code: this.grpc, message: this.message, details: this.details }
  }
}

/** Fills the `{name}` slots of a message; lists are joined with commas. */
export function fillMessage(message: string, params: Readonly<Record<string, unknown>>): string {
  return message.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const value = params[slot]
    return Array.isArray(value) ? value.join(', ') : String(value)
  })
}

function toDetails(code: ErrorCode, message: string, extras: ErrorExtras): ErrorDetail[] {
  const details: ErrorDetail[] = [{ '@type': 'type.googleapis.com/errors.v1.ErrorCode', errorCode: code }]
  const violations =
    extras.violations ?? (extras.field === undefined ? [] : [{ field: extras.field, description: message }])
  if (violations.length > 0) {
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [...violations] })
  }
  if (extras.policyEvaluations) {
    details.push({
      '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError',
      message,
      policyEvaluations: [...extras.policyEvaluations],
    })
  }
  return details
}
