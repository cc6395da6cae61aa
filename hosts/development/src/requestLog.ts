/**
 * The latest requests with stamp, policy decision and result. Lists and events omit bodies, which can contain tokens and
 * codes. Only reading a single request shows its bodies, also after a restart, because they are stored encrypted.
 */
import { headers as names } from '@keywright/contract'
import { type Content, contentOf } from '@keywright/engine'
import { type Exchange, isBroken, jsonOf } from '@keywright/host'
import { isKeysError, parseStampHeader, toUtf8 } from '@keywright/keys'
import { explain } from '@keywright/policy'
import type { ShownCall } from './contractCalls.ts'
import type { EventBus } from './events.ts'
import type { LoggedRequest, RequestInFull, StampCheck, Travelled } from './loggedRequest.ts'
import type { RequestHome } from './ports.ts'

/** Encrypts stored bodies, bound to the ID of their request. */
export interface RequestSeal {
  /** @param bytes UTF-8 text */
  seal(id: string, bytes: Uint8Array): string
  /** Returns undefined for data from another host. */
  open(id: string, sealed: string): string | undefined
}

const NOTHING_KEPT: Travelled = { body: null, answer: null }

export interface RequestLog {
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  get(id: string): RequestInFull | undefined
  clear(): void
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
}

export const MAX_REQUESTS = 1_000

/** Upper bound of a stored body or response. */
const MAX_KEPT_CHARACTERS = 16_384

/** @param home persistent storage */
export async function createRequestLog(
  clock: () => number,
  home: RequestHome,
  events: EventBus,
  seal: RequestSeal,
): Promise<RequestLog> {
  const requests = new Map<string, LoggedRequest>()
  /** Stored as bytes, which burden the garbage collector less than strings. */
  const travelled = new Map<string, Uint8Array>()
  /** Requests from before the start, decrypted on demand. */
  const sealedBefore = new Map<string, string>()
  for (const { sealed, ...request } of await home.read()) {
    requests.set(request.id, request)
    sealedBefore.set(request.id, sealed)
  }

  function travelledOf(id: string): Travelled {
    const known = travelled.get(id)
    const sealed = sealedBefore.get(id)
    const text = known ? decode(known) : sealed && seal.open(id, sealed)
    return text ? (JSON.parse(text) as Travelled) : NOTHING_KEPT
  }

  function forget(id: string): void {
    for (const map of [requests, travelled, sealedBefore]) map.delete(id)
  }

  return {
    list: (limit = 100) => [...requests.values()].reverse().slice(0, limit),
    get(id) {
      const request = requests.get(id)
      return request && { ...request, ...travelledOf(id) }
    },
    clear() {
      for (const map of [requests, travelled, sealedBefore]) map.clear()
      home.clear()
    },
    async around(exchange, next) {
      const start = performance.now()
      const response = await next()
      const { text, body: answer } = await readAnswer(response)
      if (exchange.method !== 'OPTIONS') {
        const milliseconds = Math.round((performance.now() - start) * 10) / 10
        const body = decode(exchange.bytes)
        const contractCalls = await callsOf(exchange)
        const described = describe(exchange, body, response.status, answer)
        const request = { ...described, contractCalls, at: clock(), milliseconds }
        requests.set(request.id, request)
        const bodies: Travelled = { body: kept(body), answer: kept(text) }
        const bytes = toUtf8(JSON.stringify(bodies))
        travelled.set(request.id, bytes)
        home.append({ ...request, sealed: seal.seal(request.id, bytes) })
        if (requests.size > MAX_REQUESTS) forget(requests.keys().next().value!)
        events.tell('request', request)
        const { activity, organizationId, type } = request
        if (activity) events.tell('activity', { ...activity, organizationId, type })
      }
      return response
    },
  }
}

/** Loads its code with the first transaction. */
async function callsOf({ decisions }: Exchange): Promise<readonly ShownCall[]> {
  const facts = decisions.at(-1)?.input.facts
  if (!facts?.eth?.tx && !facts?.solana?.tx) return []
  const { contractCallsOf } = await import('./contractCalls.ts')
  return contractCallsOf(facts)
}

async function readAnswer(response: Response): Promise<Content> {
  if (isBroken(response)) return { text: '', body: {} }
  const known = contentOf(response)
  if (known) return known
  const text = await response.clone().text()
  return { text, body: parseObject(text) }
}

function describe(
  exchange: Exchange,
  body: string | null,
  status: number,
  content: unknown,
): Omit<LoggedRequest, 'at' | 'milliseconds' | 'contractCalls'> {
  const posted = parseObject(body ?? '')
  const answer = content as {
    activity?: { id: string; status: string; fingerprint: string }
    code?: number
    message?: string
    details?: { errorCode?: string }[]
  }
  const errorCode = answer.details?.find((detail) => detail.errorCode !== undefined)?.errorCode ?? null
  const decision = exchange.decisions.at(-1)
  return {
    id: exchange.id,
    method: exchange.method,
    path: exchange.path,
    call: exchange.call ?? null,
    organizationId: textOf(posted['organizationId']),
    type: textOf(posted['type']),
    stamp: checkOf(exchange.headers, status, errorCode, answer.message),
    explanation: decision ? explain(decision.input) : null,
    status,
    activity: answer.activity
      ? { id: answer.activity.id, status: answer.activity.status, fingerprint: answer.activity.fingerprint }
      : null,
    error: errorOf(status, answer, errorCode),
  }
}

function errorOf(
  status: number,
  { code = 13, message = '' }: { code?: number; message?: string },
  errorCode: string | null,
): LoggedRequest['error'] {
  if (status === 0) return { code: 14, message: 'the connection was broken on purpose', errorCode }
  return status < 400 ? null : { code, message, errorCode }
}

const kept = (text: string | null) => (text !== null && text.length <= MAX_KEPT_CHARACTERS ? text : null)

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** A 401 names the problem of a stamp; all other responses to a known call mean that it was valid. */
function checkOf(headers: Headers, status: number, errorCode: string | null, message = ''): StampCheck {
  const check =
    status === 401
      ? message
      : status === 0 || (errorCode !== null && BEFORE_STAMP.has(errorCode))
        ? 'not checked'
        : 'valid'
  const stamp = headers.get(names.stamp)
  if (stamp !== null) return { header: names.stamp, ...membersOf(stamp), value: stamp, check }
  const passkey = headers.get(names.webauthnStamp)
  if (passkey !== null) return { header: names.webauthnStamp, value: passkey, check }
  if (headers.has(names.session)) return { header: names.session, check }
  return { header: null, check: status === 401 ? check : 'not checked' }
}

/** Errors that are detected before the stamp is checked. */
const BEFORE_STAMP = new Set([
  'BODY_MALFORMED',
  'BODY_NOT_OBJECT',
  'BODY_TOO_LARGE',
  'BODY_TOO_DEEP',
  'MEMBER_DUPLICATE',
  'PATH_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORGANIZATION_ID_MALFORMED',
  'ORGANIZATION_NOT_FOUND',
  'INTERNAL',
  'STORE_UNAVAILABLE',
])

function membersOf(header: string): { scheme?: string; publicKey?: string } {
  try {
    const { scheme, publicKey } = parseStampHeader(header)
    return { scheme, publicKey }
  } catch (error) {
    if (isKeysError(error)) return {}
    throw error
  }
}

const parseObject = (text: string) => Object(jsonOf(text)) as Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : null)
