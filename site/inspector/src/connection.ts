/** Connection to a running development host, in a worker or over HTTP. */
import type { DevEvent } from '@keywright/devhost'

export type EventName = DevEvent['name']

export interface Connection {
  /** Whether the host runs in this page, where no command of a terminal can reach it. */
  readonly isSandbox?: boolean
  /** Base URL of the API, like `http://127.0.0.1:8787`. */
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Reports the host's events by name. `onState` reports the connection state. Events may be lost while disconnected.
   * @returns a function that stops listening
   */
  readonly listen: (onEvent: (name: EventName) => void, onState: (isConnected: boolean) => void) => () => void
}

/** Connects to a host that streams its events over the same `fetch`. */
export function connectTo(url: string, fetch: Connection['fetch']): Connection {
  return { url, fetch, listen: (onEvent, onState) => readEvents(url, fetch, onEvent, onState) }
}

const RETRY_MS = 1_000

function readEvents(
  url: string,
  fetch: Connection['fetch'],
  onEvent: (name: EventName) => void,
  onState: (isConnected: boolean) => void,
): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  async function read(): Promise<void> {
    const { ok, body } = await fetch(new Request(`${url}/dev/events`, { signal: stopping.signal }))
    if (!ok || !body) throw new Error('the server does not stream events')
    onState(true)
    const reader = body.getReader()
    stopping.signal.addEventListener('abort', () => void reader.cancel().catch(ignore))
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const lines = text.split('\n')
      text = lines.pop()!
      // Only the name matters: views that show the data reload it.
      for (const line of lines) if (line.startsWith('event: ')) onEvent(line.slice(7) as EventName)
    }
  }
  function begin(): void {
    read()
      .catch(ignore)
      .finally(() => {
        if (stopping.signal.aborted) return
        onState(false)
        timer = setTimeout(begin, RETRY_MS)
      })
  }
  begin()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}

function ignore(): void {}
