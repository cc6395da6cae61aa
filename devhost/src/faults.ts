/** Faults on purpose: what a client meets when the network or a server fails, one call at a time. */
import { callList } from '@keywright/contract'
import { type Exchange, HostError, newId } from '@keywright/host'
import type { Timers } from './ports.ts'

export const FAULT_KINDS = {
  status: 'answers with `status` instead of running the call',
  latency: 'waits `milliseconds` before running the call',
  fail_after_commit: 'runs the call, then answers 500 as if the answer had been lost',
  pending: 'shows the activity as PENDING, without a result, until the fault is removed',
  connection_reset: 'breaks the connection instead of running the call',
  duplicate_delivery: 'hands each webhook to its receiver twice',
} as const
export type FaultKind = keyof typeof FAULT_KINDS

export interface Fault {
  readonly id: string
  readonly kind: FaultKind
  /** The contract's name of a call, or `*`. */
  readonly call: string
  /** How often it still strikes; null: until removed. */
  readonly times: number | null
  /** Absent: all. */
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
  /** Strikes requests to this organization only. Default: all. */
  readonly organizationId?: string | undefined
  /** Of being struck, above 0, up to 1. Default: 1. */
  readonly probability?: number | undefined
  /** For `status`: 400 to 599. Default: 503. */
  readonly status?: number | undefined
  /** For `latency`: up to a minute. Default: 1,000. */
  readonly milliseconds?: number | undefined
}

export interface Faults {
  list(): Fault[]
  /** @throws HostError `FAULT_MALFORMED` */
  add(request: FaultRequest): Fault
  /** Without an id: all. @returns how many there were */
  remove(id?: string): number
  /** Lets the faults of a call happen around it. A broken connection is `Response.error()`. */
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
  /** Whether the next webhook goes out twice. */
  strikesDelivery(): boolean
}

const MAX_LATENCY_MS = 60_000
/** gRPC status names of HTTP statuses (wire protocol §5); what is missing is INTERNAL. */
const GRPC: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 6,
  429: 8,
  501: 12,
  503: 14,
}

/**
 * @param random a number from 0 to below 1
 * @param onChange told when a fault was added, used or removed
 */
export function createFaults(timers: Timers, random: () => number, onChange: () => void): Faults {
  const faults = new Map<string, Fault>()
  /** Activities that a `pending` fault holds back, by the fault. */
  const heldBack = new Map<string, string>()

  function strike(
    kind: FaultKind,
    exchange: Pick<Exchange, 'call' | 'bytes'> | undefined,
  ): Fault | undefined {
    for (const fault of faults.values()) {
      if (fault.kind !== kind || fault.times === 0 || !isMeant(fault, exchange)) continue
      if (fault.probability !== undefined && random() >= fault.probability) continue
      if (fault.times !== null) use(fault)
      return fault
    }
    return undefined
  }

  function use(fault: Fault): void {
    const times = fault.times! - 1
    // One that holds activities back stays until it is removed.
    if (times === 0 && fault.kind !== 'pending') faults.delete(fault.id)
    else faults.set(fault.id, { ...fault, times })
    onChange()
  }

  return {
    list: () => [...faults.values()],
    add(request) {
      const fault = toFault(request)
      faults.set(fault.id, fault)
      onChange()
      return fault
    },
    remove(id) {
      const ids = id === undefined ? [...faults.keys()] : [id].filter((known) => faults.has(known))
      for (const gone of ids) faults.delete(gone)
      for (const [activityId, faultId] of heldBack) if (!faults.has(faultId)) heldBack.delete(activityId)
      if (ids.length > 0) onChange()
      return ids.length
    },
    async around(exchange, next) {
      if (faults.size === 0 && heldBack.size === 0) return next()
      const latency = strike('latency', exchange)
      if (latency) await timers.wait(latency.milliseconds!)
      if (strike('connection_reset', exchange)) return Response.error()
      const status = strike('status', exchange)
      if (status) return respondFault(status.status!, status)
      const failing = strike('fail_after_commit', exchange)
      const response = await next()
      if (failing) return respondFault(500, failing)
      const holding = isActivity(exchange.call) && response.ok ? strike('pending', exchange) : undefined
      return holding || heldBack.size > 0 ? holdBack(response, holding) : response
    },
    strikesDelivery: () => strike('duplicate_delivery', undefined) !== undefined,
  }

  async function holdBack(response: Response, fault: Fault | undefined): Promise<Response> {
    const answer = (await response.clone().json()) as { activity?: Held; activities?: Held[] }
    if (fault && answer.activity?.status === COMPLETED) heldBack.set(answer.activity.id, fault.id)
    const shown = (activity: Held) =>
      heldBack.has(activity.id) ? { ...activity, status: PENDING, result: {} } : activity
    const changed = {
      ...answer,
      ...(answer.activity && { activity: shown(answer.activity) }),
      ...(answer.activities && { activities: answer.activities.map(shown) }),
    }
    return new Response(JSON.stringify(changed), { status: response.status, headers: response.headers })
  }
}

/** Of a delivery, which has no exchange, neither call nor organization is asked. */
function isMeant({ call, organizationId }: Fault, exchange: Pick<Exchange, 'call' | 'bytes'> | undefined) {
  if (!exchange) return true
  if (call !== '*' && call !== exchange.call) return false
  return organizationId === undefined || organizationOf(exchange.bytes) === organizationId
}

function organizationOf(bytes: Uint8Array): unknown {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)))['organizationId']
  } catch {
    return undefined
  }
}

interface Held {
  readonly id: string
  readonly status: string
  readonly result: object
}

const COMPLETED = 'ACTIVITY_STATUS_COMPLETED'
const PENDING = 'ACTIVITY_STATUS_PENDING'

const submits = new Set(callList.filter((call) => call.kind === 'submit').map((call): string => call.name))
const isActivity = (call: string | undefined) => call !== undefined && submits.has(call)

/**
 * Reads a fault as a flag spells it: `create_wallet:status=503:times=2`, `*:latency=500`,
 * `sign_raw_payload:fail_after_commit`, `create_wallet:pending`, `*:duplicate_delivery`.
 * @throws HostError `FAULT_MALFORMED`
 */
export function parseFault(text: string): FaultRequest {
  const [call = '', ...parts] = text.split(':')
  const members = Object.fromEntries(parts.map((part) => part.split('=', 2) as [string, string | undefined]))
  const kinds = Object.keys(members).filter((name): name is FaultKind => name in FAULT_KINDS)
  const unknown = Object.keys(members).filter((name) => !(name in FAULT_KINDS) && name !== 'times')
  if (kinds.length !== 1 || unknown.length > 0) throw malformed(`\`${text}\` names no fault`)
  const [kind] = kinds as [FaultKind]
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value))
  const request: FaultRequest = {
    kind,
    call,
    times: number(members['times']),
    ...(kind === 'status' && { status: number(members['status']) }),
    ...(kind === 'latency' && { milliseconds: number(members['latency']) }),
  }
  toFault(request)
  return request
}

function toFault({ kind, call = '*', times, status, milliseconds, ...rest }: FaultRequest): Fault {
  const { organizationId, probability } = rest
  if (!Object.hasOwn(FAULT_KINDS, kind)) throw malformed(`unknown fault \`${kind}\``)
  if (call !== '*' && !callList.some(({ name }) => name === call)) throw malformed(`unknown call \`${call}\``)
  assertWithin('times', times, 1, 1_000_000)
  assertWithin('status', status, 400, 599)
  assertWithin('milliseconds', milliseconds, 0, MAX_LATENCY_MS)
  if (probability !== undefined && !(probability > 0 && probability <= 1)) {
    throw malformed('`probability` is not a number above 0, up to 1')
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
  throw malformed(`\`${what}\` is not a whole number from ${least} to ${most}`)
}

function malformed(message: string): HostError {
  const kinds = Object.keys(FAULT_KINDS).join(', ')
  return new HostError(
    'FAULT_MALFORMED',
    message,
    `Kinds are ${kinds}; a call is named as in its path, or \`*\`.`,
  )
}

function respondFault(status: number, { kind }: Fault): Response {
  const body = { code: GRPC[status] ?? 13, message: `fault on purpose: ${kind}`, details: [] }
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } })
}
