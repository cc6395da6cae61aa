/** One try to deliver a webhook. */
import type { WebhookDelivery } from '@keywright/engine'
import type { WebhookSigner } from './signer.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface WebhookTry {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The receiver's status; absent when there was no answer. */
  readonly status?: number
  readonly error?: string
  /** Of what was posted, the signature among them. */
  readonly headers: Readonly<Record<string, string>>
  /** How the receiver's answer begins, where it has one. */
  readonly answer?: string
  readonly outcome: 'DELIVERED' | 'REFUSED' | 'RETRY'
}

const TIMEOUT_MS = 10_000

/** 2xx is delivered, 3xx and 4xx are final refusals, 5xx and no answer are tried again. Redirects are not followed. */
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

/** For people who look why a delivery was refused; a receiver may answer more than anybody wants to keep. */
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
    // The status has come; an answer that breaks off is as good as none.
  }
  await reader.cancel().catch(() => undefined)
  return text
}

/** The innermost reason is the useful one: `ECONNREFUSED`, not `fetch failed`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return cause?.code ?? (error instanceof Error ? error.message : String(error))
}
