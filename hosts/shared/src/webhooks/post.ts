/** One attempt to deliver a webhook. */
import type { WebhookDelivery } from '@keywright/engine'
import type { WebhookSigner } from './signer.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface WebhookTry {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Status of the response; absent without a response. */
  readonly status?: number
  readonly error?: string
  /** Headers of the request, including the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** Start of the response, if there is one. */
  readonly answer?: string
  readonly outcome: 'DELIVERED' | 'REFUSED' | 'RETRY'
}

const TIMEOUT_MS = 10_000

/** 2xx means delivered, 3xx and 4xx are permanent failures, 5xx and no response are retried. Redirects are not followed. */
export async function postWebhook(
  delivery: WebhookDelivery,
  { signer, fetch, now }: { signer: WebhookSigner; fetch: Fetch; now: () => number },
): Promise<WebhookTry> {
  const at = now()
  const headers = signer.headers(delivery, at)
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      body: delivery.body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    const answer = await beginningOf(response)
    const outcome = status < 300 ? 'DELIVERED' : status < 500 ? 'REFUSED' : 'RETRY'
    return { at, status, headers, ...(answer !== '' && { answer }), outcome }
  } catch (error) {
    return { at, error: reasonOf(error), headers, outcome: 'RETRY' }
  }
}

const MAX_ANSWER_BYTES = 2_000

/** Upper bound of the recorded response, which helps to debug rejected deliveries. */
async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let length = 0; length < MAX_ANSWER_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, MAX_ANSWER_BYTES - length), { stream: true })
      length += value.length
    }
  } catch {
    // The status is known, so a broken response body does not matter.
  }
  await reader.cancel().catch(() => undefined)
  return text
}

/** Why a request failed: the innermost cause, such as `ECONNREFUSED` instead of `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  const { code } = cause as { readonly code?: unknown }
  // The code of a DOMException, such as a timeout, is a number.
  return typeof code === 'string' ? code : cause.message
}
