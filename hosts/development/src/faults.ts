/** Injects faults into calls, such as network or server errors. */
import { callList } from '@keywright/contract'
import { type Exchange, jsonOf } from '@keywright/host'
import type { Timers } from './ports.ts'
import type { Fault, FaultKind } from './readFault.ts'

export interface Faults {
  list(): Fault[]
  /** @param fault parsed by `readFault` */
  add(fault: Fault): Fault
  /** Removes one fault, or all without an ID. @returns the number of removed faults */
  remove(id?: string): number
  /** Runs a call with its faults. Returns `Response.error()` for a broken connection. */
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
  /** Whether to send the next webhook twice. */
  strikesDelivery(): boolean
}

/** gRPC codes of HTTP statuses (wire protocol §5); INTERNAL for all others. */
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
 * @param random returns a number from 0 to 1, exclusive
 * @param onChange called when a fault was added, used or removed
 */
export function createFaults(timers: Timers, random: () => number, onChange: () => void): Faults {
  const faults = new Map<string, Fault>()
  /** Activities that are kept pending, by fault. */
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
    // A fault that keeps activities pending stays until it is removed.
    if (times === 0 && fault.kind !== 'pending') faults.delete(fault.id)
    else faults.set(fault.id, { ...fault, times })
    onChange()
  }

  return {
    list: () => [...faults.values()],
    add(fault) {
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
      return holding || heldBack.size > 0 ? holdBack(response, heldBack, holding) : response
    },
    strikesDelivery: () => strike('duplicate_delivery', undefined) !== undefined,
  }
}

/**
 * Shows completed activities as pending.
 * @param heldBack activities to show as pending; gets the one of the response if there is a fault
 */
async function holdBack(
  response: Response,
  heldBack: Map<string, string>,
  fault: Fault | undefined,
): Promise<Response> {
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

/** Whether a fault applies to a call. A webhook delivery has neither call nor organization. */
function isMeant({ call, organizationId }: Fault, exchange: Pick<Exchange, 'call' | 'bytes'> | undefined) {
  if (!exchange) return true
  if (call !== '*' && call !== exchange.call) return false
  return organizationId === undefined || organizationOf(exchange.bytes) === organizationId
}

const organizationOf = (bytes: Uint8Array): unknown =>
  Object(jsonOf(new TextDecoder().decode(bytes)))['organizationId']

interface Held {
  readonly id: string
  readonly status: string
  readonly result: object
}

const COMPLETED = 'ACTIVITY_STATUS_COMPLETED'
const PENDING = 'ACTIVITY_STATUS_PENDING'

const submits = new Set(callList.filter((call) => call.kind === 'submit').map((call): string => call.name))
const isActivity = (call: string | undefined) => call !== undefined && submits.has(call)

function respondFault(status: number, { kind }: Fault): Response {
  const body = { code: GRPC[status] ?? 13, message: `injected fault: ${kind}`, details: [] }
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } })
}
