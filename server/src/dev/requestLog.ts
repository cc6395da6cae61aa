/** The last requests: who stamped, what the policies said and why, what came of it. No bodies, no secrets. */
import { isKeysError, parseStampHeader } from '@keywright/keys'
import { type Explanation, explain } from '@keywright/policy'
import type { Exchange } from '../http/api.ts'
import type { RequestFile } from './requestFile.ts'

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

export interface StampCheck {
  readonly header: 'X-Stamp' | 'X-Stamp-WebAuthn' | 'X-Session' | null
  readonly scheme?: string
  readonly publicKey?: string
  /** `valid`, `not checked` when the request was refused before, or the refusal. */
  readonly check: string
}

export interface RequestLog {
  /** Newest first. */
  list(limit?: number): LoggedRequest[]
  get(id: string): LoggedRequest | undefined
  clear(): void
  /** Lets a request happen and writes down what came of it. */
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
}

export const MAX_REQUESTS = 1_000

/** @param file where it is kept over a restart */
export function createRequestLog(clock: () => number, file: RequestFile): RequestLog {
  const requests = new Map(file.read().map((request) => [request.id, request]))
  return {
    list: (limit = 100) => [...requests.values()].reverse().slice(0, limit),
    get: (id) => requests.get(id),
    clear() {
      requests.clear()
      file.clear()
    },
    async around(exchange, next) {
      const start = performance.now()
      const response = await next()
      const text = await response.text()
      if (exchange.method !== 'OPTIONS') {
        const milliseconds = Math.round((performance.now() - start) * 10) / 10
        const request = { ...describe(exchange, response.status, text), at: clock(), milliseconds }
        requests.set(request.id, request)
        file.append(request)
        if (requests.size > MAX_REQUESTS) requests.delete(requests.keys().next().value!)
      }
      const hasBody = response.status !== 204
      return new Response(hasBody ? text : null, { status: response.status, headers: response.headers })
    },
  }
}

function describe(
  exchange: Exchange,
  status: number,
  text: string,
): Omit<LoggedRequest, 'at' | 'milliseconds'> {
  const posted = parseObject(new TextDecoder().decode(exchange.bytes))
  const answer = parseObject(text) as {
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
    error: status < 400 ? null : { code: answer.code ?? 13, message: answer.message ?? '', errorCode },
  }
}

/** 401 names what is wrong with a stamp; every other answer to a known call comes after it was found valid. */
function checkOf(headers: Headers, status: number, errorCode: string | null, message = ''): StampCheck {
  const check =
    status === 401 ? message : errorCode !== null && BEFORE_STAMP.has(errorCode) ? 'not checked' : 'valid'
  const stamp = headers.get('x-stamp')
  if (stamp !== null) return { header: 'X-Stamp', ...membersOf(stamp), check }
  if (headers.has('x-stamp-webauthn')) return { header: 'X-Stamp-WebAuthn', check }
  if (headers.has('x-session')) return { header: 'X-Session', check }
  return { header: null, check: status === 401 ? check : 'not checked' }
}

/** Refusals that come before anybody looks at the stamp. */
const BEFORE_STAMP = new Set([
  'BODY_MALFORMED',
  'BODY_NOT_OBJECT',
  'BODY_TOO_LARGE',
  'BODY_TOO_DEEP',
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

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : null)
