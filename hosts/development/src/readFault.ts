/** Kinds of faults and their syntax. */
import { callList } from '@keywright/contract'
import { HostError, newId } from '@keywright/host'

export const FAULT_KINDS = {
  status: 'returns `status` instead of running the call',
  latency: 'waits `milliseconds` before running the call',
  fail_after_commit: 'runs the call, then returns 500 as if the response had been lost',
  pending: 'shows the activity as PENDING, without a result, until the fault is removed',
  connection_reset: 'breaks the connection instead of running the call',
  duplicate_delivery: 'sends each webhook to its receiver twice',
} as const
export type FaultKind = keyof typeof FAULT_KINDS

export interface Fault {
  readonly id: string
  readonly kind: FaultKind
  /** The contract's name of a call, or `*`. */
  readonly call: string
  /** Remaining number of times; null: until removed. */
  readonly times: number | null
  /** Absent: all organizations. */
  readonly organizationId?: string
  /** Above 0, up to 1; absent: always. */
  readonly probability?: number
  readonly status?: number
  readonly milliseconds?: number
}

export interface FaultRequest {
  readonly kind: FaultKind
  /** Default: `*`. */
  readonly call?: string | undefined
  /** Default: until removed. */
  readonly times?: number | undefined
  /** Affects only requests to this organization. Default: all. */
  readonly organizationId?: string | undefined
  /** Probability, above 0 and at most 1. Default: 1. */
  readonly probability?: number | undefined
  /** For `status`: 400 to 599. Default: 503. */
  readonly status?: number | undefined
  /** For `latency`: milliseconds, up to a minute. Default: 1,000. */
  readonly milliseconds?: number | undefined
}

const MAX_LATENCY_MS = 60_000

/**
 * Parses a fault in flag syntax: `create_wallet:status=503:times=2`, `*:latency=500`,
 * `sign_raw_payload:fail_after_commit`, `create_wallet:pending`, `*:duplicate_delivery`.
 * @throws HostError `FAULT_MALFORMED`
 */
export function parseFault(text: string): FaultRequest {
  const [call = '', ...parts] = text.split(':')
  const members = Object.fromEntries(parts.map((part) => part.split('=', 2) as [string, string | undefined]))
  const kinds = Object.keys(members).filter((name): name is FaultKind => name in FAULT_KINDS)
  const unknown = Object.keys(members).filter((name) => !(name in FAULT_KINDS) && name !== 'times')
  if (kinds.length !== 1 || unknown.length > 0) throw malformed(`\`${text}\` is not a fault`)
  const [kind] = kinds as [FaultKind]
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value))
  const request: FaultRequest = {
    kind,
    call,
    times: number(members['times']),
    ...(kind === 'status' && { status: number(members['status']) }),
    ...(kind === 'latency' && { milliseconds: number(members['latency']) }),
  }
  readFault(request)
  return request
}

/** @throws HostError `FAULT_MALFORMED` */
export function readFault({ kind, call = '*', times, status, milliseconds, ...rest }: FaultRequest): Fault {
  const { organizationId, probability } = rest
  if (!Object.hasOwn(FAULT_KINDS, kind)) throw malformed(`unknown fault \`${kind}\``)
  if (call !== '*' && !callList.some(({ name }) => name === call)) throw malformed(`unknown call \`${call}\``)
  assertWithin('times', times, 1, 1_000_000)
  assertWithin('status', status, 400, 599)
  assertWithin('milliseconds', milliseconds, 0, MAX_LATENCY_MS)
  if (probability !== undefined && !(probability > 0 && probability <= 1)) {
    throw malformed('`probability` must be a number above 0 and at most 1')
  }
  return {
    id: newId(),
    kind,
    call,
    times: times ?? null,
    ...(organizationId !== undefined && { organizationId }),
    ...(probability !== undefined && { probability }),
    ...(kind === 'status' && { status: status ?? 503 }),
    ...(kind === 'latency' && { milliseconds: milliseconds ?? 1_000 }),
  }
}

function assertWithin(what: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return
  throw malformed(`\`${what}\` must be a whole number from ${least} to ${most}`)
}

function malformed(message: string): HostError {
  const kinds = Object.keys(FAULT_KINDS).join(', ')
  return new HostError(
    'FAULT_MALFORMED',
    message,
    `Use one of the kinds ${kinds}, with the name of a call as in its path, or \`*\`.`,
  )
}
