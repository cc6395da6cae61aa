/** Messages between page and worker, and between the workers of several tabs. */
import type { DevEvent } from '@keywright/devhost'

/** Base URL of the API inside the sandbox. `.example` is reserved, so no real server has this name (RFC 2606 §3). */
export const SANDBOX_URL = 'https://sandbox.keywright.example'

export interface SandboxSettings {
  /** Database name. Sandboxes with different names are independent. */
  readonly name: string
  /** Makes keys, ids and times deterministic, unless null. */
  readonly seed: number | null
  /** `memory` stores nothing and isn't shared with other tabs. */
  readonly storage: 'browser' | 'memory'
}

/** Where the state is stored, and a notice for the reader. */
export interface SandboxStatus {
  /** `browser` survives navigation, reload and restart. `memory` is lost with the page. */
  readonly storage: 'browser' | 'memory'
  /** `attached`: another tab's worker serves this tab. Both see the same organizations. */
  readonly role: 'owner' | 'attached'
  /** A message for the reader, if something is unusual. */
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

export type Ask =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: WireRequest
      /** The run whose host gets the request. Default: the sandbox itself. */
      readonly run?: number
    }
  /** Delete everything, and snapshots only if `snapshots` is set. */
  | { readonly kind: 'reset'; readonly id: number; readonly snapshots: boolean }

export type ToWorker =
  | { readonly kind: 'open'; readonly settings: SandboxSettings }
  | Ask
  /** The caller no longer waits for the response. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'ping' }
  /** Open or close the host of one run. */
  | { readonly kind: 'begin run' | 'end run'; readonly run: number }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'response'; readonly id: number; readonly response: WireResponse }
  | { readonly kind: 'done'; readonly id: number }
  /** The connection was reset, or the worker failed. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

export type FromWorker =
  /** The worker listens now. Some browsers lose earlier messages. */
  | { readonly kind: 'started' }
  | Answer
  | { readonly kind: 'event'; readonly event: DevEvent; readonly run?: number }
  | { readonly kind: 'status'; readonly status: SandboxStatus }
  | { readonly kind: 'pong' }

/** Between the workers of several tabs, over a BroadcastChannel. */
export type BetweenTabs =
  | { readonly kind: 'ask'; readonly from: string; readonly ask: Ask }
  /** The owner has accepted the request. */
  | { readonly kind: 'taken'; readonly to: string; readonly id: number }
  | { readonly kind: 'answer'; readonly to: string; readonly answer: Answer }
  | { readonly kind: 'event'; readonly event: DevEvent }

/** Buffers of a message to transfer instead of copying. */
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
