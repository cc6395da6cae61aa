/** Events as a stream of server-sent events (HTML Living Standard §9.2). */
import type { EventBus } from './events.ts'
import type { Timers } from './ports.ts'

export interface EventStreams {
  open(): Response
  close(): void
}

/** A periodic comment, so that proxies keep the connection open. */
const HEARTBEAT_MS = 15_000
/** Upper bound of unread events. Slower readers are disconnected and reconnect automatically. */
const MAX_WAITING = 1_000
const MAX_STREAMS = 100

export function createEventStreams(events: EventBus, timers: Timers): EventStreams {
  const open = new Set<() => void>()
  return {
    open() {
      // Close the oldest stream.
      if (open.size >= MAX_STREAMS) open.values().next().value?.()
      let end: () => void = () => undefined
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const send = (text: string) => {
              if ((controller.desiredSize ?? 0) < -MAX_WAITING) end()
              else controller.enqueue(new TextEncoder().encode(text))
            }
            const stopListening = events.listen(({ name, data }) =>
              send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
            )
            const stopBeating = timers.every(HEARTBEAT_MS, () => send(':\n\n'))
            end = () => {
              if (!open.delete(end)) return
              stopListening()
              stopBeating()
              try {
                controller.close()
              } catch {
                // The reader canceled it.
              }
            }
            open.add(end)
            send('retry: 1000\n\n')
          },
          cancel: () => end(),
        },
        { highWaterMark: 1 },
      )
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      })
    },
    close() {
      for (const end of [...open]) end()
    },
  }
}
