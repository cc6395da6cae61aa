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
  readonly outcome: 'DELIVERED' | 'REFUSED' | 'RETRY'
}

const TIMEOUT_MS = 10_000

/** 2xx is delivered, 3xx and 4xx are final refusals, 5xx and no answer are tried again. Redirects are not followed. */
export async function postWebhook(
  delivery: WebhookDelivery,
  { signer, fetch, now }: { signer: WebhookSigner; fetch: Fetch; now: () => number },
): Promise<WebhookTry> {
  const at = now()
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      body: delivery.body,
      headers: signer.headers(delivery, at),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    await response.body?.cancel()
    return { at, status, outcome: status < 300 ? 'DELIVERED' : status < 500 ? 'REFUSED' : 'RETRY' }
  } catch (error) {
    return { at, error: reasonOf(error), outcome: 'RETRY' }
  }
}

/** The innermost reason is the useful one: `ECONNREFUSED`, not `fetch failed`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return cause?.code ?? (error instanceof Error ? error.message : String(error))
}
