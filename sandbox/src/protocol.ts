/** What page and worker say to each other, and workers of several tabs among themselves. */
import type { DevEvent } from '@keywright/devhost'

/** The base URL of the API inside the sandbox. Nobody else answers there: `.example` is nobody's (RFC 2606 §3). */
export const SANDBOX_URL = 'https://sandbox.keywright.example'

export interface SandboxSettings {
  /** Of the database; sandboxes of different names know nothing of each other. */
  readonly name: string
  /** Makes keys, ids and times repeat; null: none do. */
  readonly seed: number | null
  /** `memory`: nothing is kept, and no other tab sees it. */
  readonly storage: 'browser' | 'memory'
}

/** Where the state is, and what the reader should know about it. */
export interface SandboxStatus {
  /** `browser`: it survives navigation, reload and restart. `memory`: it is gone with the page. */
  readonly storage: 'browser' | 'memory'
  /** `attached`: another tab's worker does the work; both see the same organizations. */
  readonly role: 'owner' | 'attached'
  /** A sentence for the reader, where something is not as usual. */
  readonly notice?: string
}

export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Transferred, not copied. */
  readonly body: ArrayBuffer | null
}

export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ArrayBuffer | null
}

/** What wants an answer, with the number that the answer bears. */
export type Ask =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: WireRequest
      /** For the host of this run. Default: the sandbox itself. */
      readonly run?: number
    }
  /** Forget everything, snapshots only when told. */
  | { readonly kind: 'reset'; readonly id: number; readonly snapshots: boolean }

export type ToWorker =
  | { readonly kind: 'open'; readonly settings: SandboxSettings }
  | Ask
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'ping' }
  /** Open or close the host of one run. */
  | { readonly kind: 'begin run' | 'end run'; readonly run: number }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'response'; readonly id: number; readonly response: WireResponse }
  | { readonly kind: 'done'; readonly id: number }
  /** The connection broke, or the worker could not do it. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

export type FromWorker =
  /** It hears now. What was sent before that, some browsers lose. */
  | { readonly kind: 'started' }
  | Answer
  | { readonly kind: 'event'; readonly event: DevEvent; readonly run?: number }
  | { readonly kind: 'status'; readonly status: SandboxStatus }
  | { readonly kind: 'pong' }

/** Between the workers of several tabs, over a BroadcastChannel. */
export type BetweenTabs =
  | { readonly kind: 'ask'; readonly from: string; readonly ask: Ask }
  /** The owner has it, and answers or dies. */
  | { readonly kind: 'taken'; readonly to: string; readonly id: number }
  | { readonly kind: 'answer'; readonly to: string; readonly answer: Answer }
  | { readonly kind: 'event'; readonly event: DevEvent }

/** The buffers of a message that are handed over instead of copied. */
export function transferOf(message: ToWorker | FromWorker): ArrayBuffer[] {
  if (message.kind === 'request') return message.request.body ? [message.request.body] : []
  if (message.kind === 'response') return message.response.body ? [message.response.body] : []
  return []
}

export async function toWireRequest(request: Request): Promise<WireRequest> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return {
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : null,
  }
}

export function fromWireRequest({ method, url, headers, body }: WireRequest): Request {
  return new Request(url, { method, headers: headers as [string, string][], body })
}

export async function toWireResponse(response: Response): Promise<WireResponse> {
  const body = await response.arrayBuffer()
  return {
    status: response.status,
    headers: [...response.headers],
    body: body.byteLength === 0 ? null : body,
  }
}

export function fromWireResponse({ status, headers, body }: WireResponse): Response {
  return new Response(body, { status, headers: headers as [string, string][] })
}
