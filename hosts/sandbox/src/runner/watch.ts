/** Watches the reader's code in its isolated context. */
import type { SandboxHandles } from '../page/handles.ts'
import type { RunEvent, RunLimits, RunOutcome } from './events.ts'
import { forwardRequest } from './forward.ts'
import { type InOrder, inOrder } from './inOrder.ts'
import type { Isolated } from './isolated.ts'
import { type FromReader, readMessage } from './messages.ts'
import { POSITIONS } from './positions.ts'

export const STOPPED: RunOutcome = { outcome: 'stopped', message: 'Stopped.' }

interface Watch {
  readonly sandbox: SandboxHandles
  readonly onEvent: (event: RunEvent) => void
  readonly limits: RunLimits
  readonly signal: AbortSignal | undefined
  /** Replaces positions in the compiled code by those in the source. */
  readonly locate: (text: string) => Promise<string>
}

/** Forwards allowed messages until the run ends or exceeds a limit. */
export function watch(
  isolated: Isolated,
  { sandbox, onEvent, limits, signal, locate }: Watch,
): Promise<RunOutcome> {
  return new Promise((settle) => {
    const { port } = isolated
    const underWay = new Set<Promise<unknown>>()
    const happened = inOrder(onEvent)
    const excessOf = createMeter(limits)
    let outcome: RunOutcome = { outcome: 'finished' }
    let isOver = false
    const cutOff = (message: string) => end({ outcome: 'cut off', message })
    const stop = () => end(STOPPED)
    const watchdog = startWatchdog(limits, () => port.postMessage({ kind: 'ping' }), cutOff)
    signal?.addEventListener('abort', stop)
    isolated.onCrash = (message) => end({ outcome: 'failed', message })
    let messages = 0
    port.onmessage = (event) => {
      // Count before reading `data`, because reading copies it.
      if (++messages > limits.messages) return cutOff(SAYINGS.messages(limits.messages))
      watchdog.hear()
      if (isOver) return
      for (const given of event.ports) given.close()
      const message = readMessage(event.data)
      const excess = message && excessOf(message)
      if (excess) cutOff(excess)
      else if (message) hear(message)
    }

    function end(reached: RunOutcome): void {
      if (isOver) return
      isOver = true
      watchdog.stop()
      signal?.removeEventListener('abort', stop)
      // Ignore messages that are still queued in the port.
      port.onmessage = null
      port.close()
      isolated.end()
      happened.end()
      settle(reached)
    }

    function hear(message: FromReader): void {
      if (message.kind === 'console') waitFor(print(message, happened, locate))
      else if (message.kind === 'fetch') {
        const answer = (response: object, transfer: Transferable[] = []) =>
          isOver || port.postMessage(response, transfer)
        waitFor(forwardRequest(message, { sandbox, happened, answer }))
      } else if (message.kind !== 'pong') {
        if (message.kind === 'threw') waitFor(failWith(message.text))
        // Reports pending requests before the end.
        void Promise.allSettled(underWay).then(() => end(outcome))
      }
    }

    function waitFor(task: Promise<void>): void {
      underWay.add(task)
      void task.finally(() => underWay.delete(task))
    }

    async function failWith(text: string): Promise<void> {
      outcome = { outcome: 'failed', message: text }
      outcome = { outcome: 'failed', message: await located(text, locate) }
    }
  })
}

async function print(
  message: FromReader & { kind: 'console' },
  happened: InOrder<RunEvent>,
  locate: Watch['locate'],
): Promise<void> {
  if (message.text.search(POSITIONS) < 0) return happened.say(message)
  const place = happened.hold()
  place.say({ ...message, text: await located(message.text, locate) })
  place.close()
}

/** Keeps the compiled positions if the source's can't be found. */
const located = (text: string, locate: Watch['locate']): Promise<string> =>
  text.search(POSITIONS) < 0 ? Promise.resolve(text) : locate(text).catch(() => text)

/** Cuts off code that blocks its thread or runs too long. */
function startWatchdog(limits: RunLimits, ping: () => void, cutOff: (message: string) => void) {
  const startedAt = performance.now()
  let heardAt = startedAt
  const endLong = () => cutOff(SAYINGS.long(limits.totalMs))
  const total = setTimeout(endLong, limits.totalMs)
  const beat = setInterval(
    () => {
      if (performance.now() - heardAt > limits.silenceMs) cutOff(SAYINGS.silent(limits.silenceMs))
      else ping()
    },
    Math.min(500, limits.silenceMs / 4),
  )
  return {
    /** Call it for each message: during a flood, timers don't fire. */
    hear(): void {
      heardAt = performance.now()
      if (heardAt - startedAt > limits.totalMs) endLong()
    },
    stop(): void {
      clearInterval(beat)
      clearTimeout(total)
    },
  }
}

function createMeter(limits: RunLimits): (message: FromReader) => string | undefined {
  let entries = 0
  let characters = 0
  let requests = 0
  return (message) => {
    if (message.kind === 'console') {
      characters += message.text.length
      if (++entries > limits.entries || characters > limits.characters) return SAYINGS.flood
    }
    if (message.kind === 'fetch' && ++requests > limits.requests) return SAYINGS.requests(limits.requests)
    return undefined
  }
}

const SAYINGS = {
  silent: (milliseconds: number) =>
    `Cut off: the code ran for ${milliseconds / 1000} seconds without a pause, like an endless loop. End the loop, or pause it with a timer.`,
  long: (milliseconds: number) =>
    `Cut off: the code was still running after ${milliseconds / 1000} seconds. Shorten it.`,
  flood: 'Cut off: the code printed too much. Print less, or print a summary.',
  messages: (count: number) =>
    `Cut off: the code sent the page more than ${count.toLocaleString('en')} messages. Send fewer requests, or print less.`,
  requests: (count: number) =>
    `Cut off: the code sent more than ${count.toLocaleString('en')} requests. Send fewer requests.`,
} as const
