/** Posts one stamped request to the local server. */
import type { Header } from '../try/signers.ts'

export interface LocalAnswer {
  readonly status: number
  /** Such as `application/json`; empty if the server sent none. */
  readonly contentType: string
  readonly requestId: string | null
  readonly text: string
}

/** Posts `body` to `url` and returns the answer. */
export type Send = (url: string, header: Header, body: string) => Promise<LocalAnswer>

export const TIMEOUT_MS = 15_000

/**
 * Sends without cookies, referrer or cache, and doesn't follow redirects.
 * @throws Error with a message for the reader
 */
export const sendLocal: Send = async (url, header, body) => {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { [header.name]: header.value, 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Error(error.name === 'TimeoutError' ? timedOut(origin) : unreachable(origin))
  })
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new Error(`${origin} redirects the request. Enter the address that it redirects to.`)
  return {
    status: response.status,
    contentType: (response.headers.get('content-type') ?? '').split(';')[0]!.trim(),
    requestId: response.headers.get('x-request-id'),
    text: await response.text(),
  }
}

const timedOut = (origin: string) =>
  `${origin} didn’t respond within 15 seconds. The request may have been carried out. Sending the same bytes again has no further effect.`

const unreachable = (origin: string) =>
  `No readable response from ${origin}. Check that the server runs (npx keywright dev starts one), and allow the page to reach your device if the browser asks. Safari blocks requests from https pages to http servers: use another browser, or the code under “Copy as code”.`
