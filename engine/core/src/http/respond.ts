/** Responses in JSON, readable from any origin. */
import { ApiError, headers as names } from '@keywright/contract'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': ['Content-Type', ...Object.values(names)].join(', ').toLowerCase(),
  'access-control-max-age': '86400',
} as const
const JSON_HEADERS = { 'content-type': 'application/json', ...CORS } as const

/** 200. */
export function respond(answer: unknown): Response {
  return json(200, answer)
}

/** The error's own status and body. */
export function respondError(error: ApiError): Response {
  return json(error.status, error.toBody(), isPassing(error) ? { 'retry-after': '1' } : undefined)
}

/** Whether a retry a second later may succeed (RFC 9110 §10.2.3). */
const isPassing = ({ code }: ApiError) => code === 'STORE_UNAVAILABLE' || code === 'RATE_LIMITED'

/** 405: the path exists, the method does not. */
export function respondWrongMethod(method: string): Response {
  const error = new ApiError('METHOD_NOT_ALLOWED', { method })
  return json(error.status, error.toBody(), { allow: 'POST, OPTIONS' })
}

/** Answers a browser's preflight. */
export function respondPreflight(): Response {
  return new Response(null, { status: 204, headers: CORS })
}

function json(status: number, body: unknown, headers?: Record<string, string>): Response {
  const text = JSON.stringify(body)
  const response = new Response(text, {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
  })
  contents.set(response, { text, body })
  return response
}

export interface Content {
  readonly text: string
  readonly body: unknown
}

const contents = new WeakMap<Response, Content>()

/** The content of one of the engine's own responses, for observing hosts: reading it from the stream takes longer. */
export const contentOf = (response: Response): Content | undefined => contents.get(response)
