/** The page's side of the relay: what it asks of the frame, and what it hears of it. */
import {
  type AskMessage,
  type FromRelay,
  RELAY_FAILURES,
  type RelayAnswer,
  type RelayFailure,
  type RelayRequest,
  type ToRelay,
} from './messages.ts'
import type { RelayTarget } from './target.ts'

export interface Relay {
  /** @throws Error in words for the reader, when there is no answer */
  send(request: RelayRequest): Promise<RelayAnswer>
}

export interface RelayEvents {
  readonly onHeight: (pixels: number) => void
  /** The reader has pressed the button in the frame. */
  readonly onAllowed: (relay: Relay) => void
}

/** Asks as soon as the frame has loaded. @returns what ends it */
export function askRelay(frame: HTMLIFrameElement, target: RelayTarget, events: RelayEvents): () => void {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, { resolve(answer: RelayAnswer): void; reject(error: Error): void }>()
  let count = 0
  const relay: Relay = {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject })
        port1.postMessage({ kind: 'send', id: count, request } satisfies ToRelay)
      }),
  }
  port1.onmessage = ({ data }: MessageEvent<FromRelay>) => {
    if (data.kind === 'height') return events.onHeight(Math.ceil(data.height))
    if (data.kind === 'allowed') return events.onAllowed(relay)
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.kind === 'answer') asked?.resolve(data.answer)
    else asked?.reject(new Error(words(data.failure, target)))
  }
  const hear = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data?.kind !== 'relay ready') return
    removeEventListener('message', hear)
    const question: AskMessage = { kind: 'ask', origin: target.origin }
    // An opaque origin has no name to address it by; nothing secret is in it.
    frame.contentWindow!.postMessage(question, '*', [port2])
  }
  addEventListener('message', hear)
  return () => {
    removeEventListener('message', hear)
    port1.close()
    for (const { reject } of waiting.values())
      reject(new Error('The console was closed before the answer came.'))
  }
}

/** What happened, and what to do. */
export function words(failure: RelayFailure, { origin, isHere, isMixed }: RelayTarget): string {
  const start = isHere ? 'Start it with npx keywright dev' : 'Check the address, and that the server runs'
  // Chromium and Firefox take this device for safe (https://w3c.github.io/webappsec-mixed-content/), WebKit does not.
  const orMixed = isMixed
    ? ' Safari does so always: it lets a page that came by https send nothing to http. Open this page in Chrome, Edge or Firefox, or run the request in your terminal, from Copy as code below.'
    : ''
  const WORDS: Record<RelayFailure, string> = {
    NOT_ALLOWED: `Only calls of the API go out, and only to ${origin}. Nothing was sent.`,
    OFFLINE: `This device is offline, and ${origin} did not answer. Nothing was sent.`,
    UNREACHABLE: `Nothing answers at ${origin}. ${start}. Where it does run, the browser kept the request back: some ask before a page may reach this device or its network (allow it).${orMixed}`,
    UNREADABLE: `Something answers at ${origin}, but lets this page not read it (CORS). Keywright’s API lets pages of any origin read its answers: another program answers there, or a proxy in between takes those headers away. What was sent may have been carried out.`,
    REDIRECTED: `${origin} sends elsewhere, which a stamped request does not follow. Write the address that it leads to.`,
    TIMEOUT: `${origin} did not answer within 15 seconds. What was sent may have been carried out: send the same bytes again, and they count once.`,
    TOO_LARGE: `The answer of ${origin} is larger than 4 MB, and was not read to its end. Ask for less at once.`,
  }
  return WORDS[RELAY_FAILURES.find((one) => one === failure) ?? 'UNREACHABLE']
}
