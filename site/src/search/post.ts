/** Requests to hosted services. Nothing of a response is shown unless all that its reader needs is understood. */
import { fill, messages } from '../config/messages.ts'

/** Browsers would wait for minutes. */
const PATIENCE_MS = 60_000

/**
 * @param read reads the response's JSON value, or throws
 * @throws an error for readers, or without a response that of the browser
 */
export async function post<T>(
  address: string,
  body: unknown,
  read: (value: unknown) => T,
  signals: readonly AbortSignal[],
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...signals]),
  })
  if (!response.ok) throw new Error(fill(messages.hostedStatus, { status: response.status }))
  const bytes = await response.arrayBuffer()
  try {
    return read(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch (cause) {
    throw new Error(messages.hostedShape, { cause })
  }
}

/** A text to show, cut after a few lines. Undefined if it is none, or empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 1_000) : undefined

/** The URL of a page. Undefined if it is none. */
export function urlOf(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, location.origin)) return undefined
  const url = new URL(value, location.origin)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
