/**
 * Everything the SDK throws. All errors share a base class; `code` is a literal to switch on. Messages and `toJSON` never
 * contain keys, stamps, sessions or bodies.
 */
import type { Activity, ErrorCode, Status } from './generated/types.ts'
import type { SignedRequest } from './signedRequest.ts'

/** Errors of the client itself. Other packages add their own. */
export type ClientErrorCode =
  /** The configuration is invalid: no base URL, a malformed organization id. */
  | 'CONFIG_INVALID'
  /** Neither the input nor the configuration names an organization. */
  | 'ORGANIZATION_MISSING'
  /** An id in the input is undefined. */
  | 'INPUT_INVALID'
  /** The caller's signal was aborted. */
  | 'ABORTED'
  /** No response in time. The request may have been executed: resend the same bytes. */
  | 'TIMEOUT'
  /** This machine has no network. */
  | 'OFFLINE'
  /** No response from the server: wrong address, stopped server, or blocked by the browser. */
  | 'UNREACHABLE'
  /** Something other than the API responded: a proxy, a login page, another site. */
  | 'RESPONSE_NOT_JSON'
  /** The first response contained a secret (a session, a token) and was lost. Call again for a new secret. */
  | 'RESULT_WITHHELD'

export interface KeywrightErrorOptions {
  /** What to do about the error. */
  readonly help?: string
  /** Path in the documentation. Default: the errors of the client. */
  readonly docsPath?: string
  readonly cause?: unknown
}

/** The base class of all SDK errors. */
export class KeywrightError<C extends string = string> extends Error {
  override readonly name: string = 'KeywrightError'
  /** What happened. Switch on it. */
  readonly code: C
  /** What to do about the error, if there is advice. */
  readonly help: string | undefined
  /** Path and anchor of the documentation. */
  readonly docsPath: string
  /** The request without a response. Resend it with `send`. `toJSON` omits it, because it's as good as a signature. */
  declare readonly request?: SignedRequest
  /** The activity that the call waited for, if any. */
  declare readonly activityId?: string

  constructor(
    code: C,
    message: string,
    { help, docsPath = CLIENT_ERRORS, cause }: KeywrightErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.help = help
    this.docsPath = docsPath
  }

  /** The error's members without its cause, for logs. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message }
  }
}

const CLIENT_ERRORS = '/sdks/advanced/keywright-client#errors-client'
const API_ERRORS = '/api-overview/errors#catalogue'

/** An invalid member of the request: dotted path with list indexes, such as `privateKeys.0.privateKeyName`. */
export interface FieldViolation {
  readonly field: string
  readonly description: string
}

/** The outcome of one policy. */
export interface PolicyOutcome {
  readonly policyId: string
  readonly outcome: string
}

/** The body of an error response, and the failure of an activity. */
export interface ErrorBody {
  readonly code: number
  readonly message: string
  readonly details?: readonly { readonly [member: string]: unknown }[]
}

/** The server rejected the request and executed nothing. `code` is the name in the catalog. */
export class ApiError extends KeywrightError<ErrorCode | 'UNKNOWN'> {
  override readonly name: 'ApiError' | 'ClockSkewError' = 'ApiError'
  /** HTTP status. */
  readonly status: number
  /** gRPC status code, such as 3 for an invalid argument. */
  readonly grpcCode: number
  readonly details: NonNullable<ErrorBody['details']>
  /** Invalid members of the request. */
  readonly fieldViolations: readonly FieldViolation[]
  /** The outcome of each policy, if policies denied the request. */
  readonly policyEvaluations: readonly PolicyOutcome[]

  /** @param help from `helpOf` */
  constructor(status: number, body: ErrorBody, help?: string) {
    const { code, message, details = [] } = body
    const member = (name: string): unknown => details.find((detail) => name in detail)?.[name]
    super(codeOf(body), message, { ...optional('help', help), docsPath: API_ERRORS })
    this.status = status
    this.grpcCode = code
    this.details = details
    this.fieldViolations = (member('fieldViolations') ?? []) as FieldViolation[]
    this.policyEvaluations = (member('policyEvaluations') ?? []) as PolicyOutcome[]
  }
}

/**
 * Loads what the catalog says to do about an error response or the failure of an activity. A separate chunk, so that pages load it with their first error.
 * @returns undefined if the code is unknown to this package, or if the chunk can't be loaded
 */
export async function helpOf(body: Detailed): Promise<string | undefined> {
  try {
    return (await import('./generated/help.ts')).HELP[codeOf(body)]
  } catch {
    return undefined
  }
}

/** An error response, or the failure of an activity. */
type Detailed = { readonly details?: readonly { readonly [member: string]: unknown }[] } | null | undefined

const codeOf = (body: Detailed) =>
  (body?.details?.find((detail) => 'errorCode' in detail)?.errorCode ?? 'UNKNOWN') as ErrorCode

/** The server rejected the timestamp because one of the two clocks is wrong. */
export class ClockSkewError extends ApiError {
  override readonly name = 'ClockSkewError'
  /** Milliseconds by which this machine is ahead of the server; negative when it is behind. */
  readonly skewMs: number

  constructor(status: number, body: ErrorBody, skewMs: number, help?: string) {
    const seconds = Math.abs(Math.round(skewMs / 1000))
    const message = `${body.message}: this clock is ${seconds} seconds ${skewMs > 0 ? 'ahead of' : 'behind'} the server's`
    super(status, { ...body, message }, help)
    this.skewMs = skewMs
  }
}

/** An activity that didn't complete. */
export class ActivityError<C extends string = string> extends KeywrightError<C> {
  readonly activity: Activity
  declare readonly activityId: string
  /** `sha256:` and the digest of the body. Votes name it. */
  readonly fingerprint: string

  constructor(code: C, message: string, activity: Activity, help?: string, cause?: unknown) {
    super(code, message, { ...optional('help', help), cause, docsPath: '/api-overview/submissions' })
    this.activity = activity
    Object.assign(this, { activityId: activity.id })
    this.fingerprint = activity.fingerprint
  }
}

/** How to wait for an activity that isn't final. */
export type Resume = (options?: {
  /** Milliseconds. */
  readonly timeout?: number
  readonly signal?: AbortSignal
}) => Promise<{ readonly activity: Activity } & Record<string, unknown>>

/**
 * The activity needs approvals. Don't submit again: that would create a second activity. Others approve with
 * `approveActivity({ fingerprint })`. To wait, call `resume()`, or `waitForActivity(activityId)` in another process.
 */
export class ConsensusNeededError extends ActivityError<'CONSENSUS_NEEDED'> {
  override readonly name = 'ConsensusNeededError'
  /** Waits for the votes and returns the result, as the call would have. */
  declare readonly resume: Resume

  constructor(activity: Activity, resume: Resume, cause?: unknown) {
    super(
      'CONSENSUS_NEEDED',
      `activity ${activity.id} needs the approval of others`,
      activity,
      'approve it by its fingerprint, then call resume() or waitForActivity(activityId); do not submit again',
      cause,
    )
    hide(this, 'resume', resume)
  }
}

/** The activity isn't finished yet. Don't submit again. */
export class ActivityPendingError extends ActivityError<'ACTIVITY_PENDING'> {
  override readonly name = 'ActivityPendingError'
  declare readonly resume: Resume

  constructor(activity: Activity, resume: Resume, cause?: unknown) {
    const message = `activity ${activity.id} is not finished: its status is ${activity.status}`
    super('ACTIVITY_PENDING', message, activity, 'call resume() or waitForActivity(activityId) later', cause)
    hide(this, 'resume', resume)
  }
}

/** The activity was accepted and then failed. Resending the same bytes returns the same failure. */
export class ActivityFailedError extends ActivityError<'ACTIVITY_FAILED'> {
  override readonly name = 'ActivityFailedError'
  readonly failure: Status | null
  /** Name of the failure in the catalog. */
  readonly errorCode: ErrorCode | 'UNKNOWN'

  /** @param help from `helpOf` */
  constructor(activity: Activity, help?: string) {
    const { failure } = activity
    super('ACTIVITY_FAILED', `activity ${activity.id} failed: ${failure?.message}`, activity, help)
    this.failure = failure ?? null
    this.errorCode = codeOf(failure)
  }
}

/** An approver rejected the activity. */
export class ActivityRejectedError extends ActivityError<'ACTIVITY_REJECTED'> {
  override readonly name = 'ActivityRejectedError'

  constructor(activity: Activity) {
    super('ACTIVITY_REJECTED', `activity ${activity.id} was rejected`, activity)
  }
}

/** Error classes by code. */
export interface ErrorsByCode extends ApiErrorsByCode {
  CONSENSUS_NEEDED: ConsensusNeededError
  ACTIVITY_PENDING: ActivityPendingError
  ACTIVITY_FAILED: ActivityFailedError
  ACTIVITY_REJECTED: ActivityRejectedError
  TIMESTAMP_TOO_OLD: ClockSkewError
  TIMESTAMP_TOO_FAR_AHEAD: ClockSkewError
}
type ApiErrorsByCode = {
  [C in Exclude<ErrorCode, 'TIMESTAMP_TOO_OLD' | 'TIMESTAMP_TOO_FAR_AHEAD'>]: ApiError
}

/** The class of a code. */
export type ErrorOf<C extends string> = C extends keyof ErrorsByCode ? ErrorsByCode[C] : KeywrightError<C>

/**
 * Whether a caught value is an SDK error with one of the codes.
 * @example
 * if (isKeywrightError(error, 'CONSENSUS_NEEDED')) await askForApproval(error.fingerprint)
 */
export function isKeywrightError<C extends KnownCode = KnownCode>(
  error: unknown,
  ...codes: readonly C[]
): error is [KnownCode] extends [C] ? KeywrightError : ErrorOf<C> {
  return error instanceof KeywrightError && (codes.length === 0 || codes.includes(error.code as C))
}

/** Codes of the client and of the catalog. Other packages define their own. */
export type KnownCode = ClientErrorCode | keyof ErrorsByCode | (string & {})

/** Sets a member that logs don't show. @internal */
export function hide(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true })
}

/** `{ [name]: value }`, or nothing when the value is undefined. */
const optional = <K extends string, V>(name: K, value: V | undefined): { [N in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [N in K]?: V }
