/** The page's connection to the worker. Matches responses to requests and restarts a worker that died. */
import {
  type Answer,
  type Ask,
  type FromWorker,
  fromWireResponse,
  type SandboxSettings,
  type ToWorker,
  toWireRequest,
  transferOf,
} from '../protocol.ts'

/** A dedicated worker, or a test double. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

export interface Connection {
  /** @param run sends the request to the host of this run. Default: the sandbox itself. */
  fetch(request: Request, run?: number): Promise<Response>
  /** @throws TypeError if the browser can't start a worker */
  beginRun(run: number): void
  endRun(run: number): void
  reset(options: { snapshots: boolean }): Promise<void>
  close(): void
}

type News = Exclude<FromWorker, Answer | { kind: 'started' | 'pong' }>

export interface ConnectionOptions {
  readonly settings: SandboxSettings
  readonly createWorker: () => WorkerLike
  readonly onNews: (news: News) => void
  /** The worker died and a new one was started. */
  readonly onRestart: () => void
  /** How long a worker may stay silent while a request waits, before it is restarted. Default: 30 s. */
  readonly silenceMs?: number
}

interface Waiting {
  /** Builds the message, again for each new worker, with an intact body. */
  readonly ask: () => Ask
  readonly settle: (answer: Answer) => void
  readonly fail: (error: Error) => void
}

const SILENCE_MS = 30_000
const MAX_RESTARTS_IN_A_ROW = 3

const NO_START = 'The sandbox can’t start in this browser. Reload the page or try another browser.'
const NO_WORKER =
  'This browser blocks the worker that the sandbox runs in. Allow workers for this site or use another browser.'

export function connect(options: ConnectionOptions): Connection {
  const { settings, createWorker, onNews, onRestart, silenceMs = SILENCE_MS } = options
  const waiting = new Map<number, Waiting>()
  let count = 0
  let restarts = 0
  let isClosed = false
  let heardAt = Date.now()
  /** Messages queued until the worker listens. */
  let unsaid: ToWorker[] | undefined
  /** Undefined after giving up on a worker. The next request starts a new one. */
  let worker: WorkerLike | undefined
  start()
  const watch = setInterval(watchWorker, Math.max(silenceMs / 4, 10))

  /** @throws TypeError if the browser can't start a worker */
  function start(): void {
    const started = makeWorker(createWorker)
    worker = started
    unsaid = [{ kind: 'open', settings }]
    started.onmessage = ({ data }) => started === worker && hear(data)
    started.onerror = (event) => {
      event.preventDefault?.()
      if (started === worker) restart()
    }
    heardAt = Date.now()
  }

  function hear(message: FromWorker): void {
    heardAt = Date.now()
    if (message.kind === 'started') sayUnsaid()
    if (message.kind === 'started' || message.kind === 'pong') return
    if (message.kind === 'event' || message.kind === 'status') {
      onNews(message)
      return
    }
    restarts = 0
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    one?.settle(message)
  }

  /** A worker can end silently, for example when the browser reclaims memory. */
  function watchWorker(): void {
    if (waiting.size === 0) {
      heardAt = Date.now()
      return
    }
    if (Date.now() - heardAt > silenceMs) restart()
    else send({ kind: 'ping' })
  }

  function restart(): void {
    worker?.terminate()
    worker = undefined
    if (isClosed) return
    try {
      if (++restarts > MAX_RESTARTS_IN_A_ROW) throw new TypeError(NO_START)
      start()
    } catch (error) {
      restarts = 0
      failAll(error as Error)
      return
    }
    onRestart()
    for (const { ask } of waiting.values()) send(ask())
  }

  /** @throws TypeError if the browser can't start a worker */
  function revive(): void {
    if (worker) return
    start()
    onRestart()
  }

  function failAll(error: Error): void {
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
  }

  function send(message: ToWorker): void {
    if (unsaid) unsaid.push(message)
    else worker?.postMessage(message, transferOf(message))
  }

  function sayUnsaid(): void {
    const messages = unsaid ?? []
    unsaid = undefined
    for (const message of messages) send(message)
  }

  function askWorker(compose: (id: number) => Ask, signal?: AbortSignal): Promise<Answer> {
    const id = ++count
    return new Promise((settle, fail) => {
      if (isClosed) return fail(new TypeError('The sandbox is closed.'))
      // Throwing here rejects the promise.
      revive()
      const ask = () => compose(id)
      waiting.set(id, { ask, settle, fail })
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return
        send({ kind: 'abort', id })
        fail(signal.reason)
      })
      send(ask())
    })
  }

  return {
    async fetch(request, run) {
      request.signal.throwIfAborted()
      const wire = await toWireRequest(request)
      // Send a copy, because the worker may die and the request be sent again.
      const compose = (id: number): Ask => ({
        kind: 'request',
        id,
        request: { ...wire, body: wire.body?.slice(0) ?? null },
        ...(run !== undefined && { run }),
      })
      const answer = await askWorker(compose, request.signal)
      if (answer.kind === 'response') return fromWireResponse(answer.response)
      throw new TypeError(answer.kind === 'failed' ? answer.message : 'The sandbox did not respond.')
    },
    beginRun(run) {
      revive()
      send({ kind: 'begin run', run })
    },
    endRun: (run) => send({ kind: 'end run', run }),
    async reset({ snapshots }) {
      const answer = await askWorker((id) => ({ kind: 'reset', id, snapshots }))
      if (answer.kind === 'failed') throw new TypeError(answer.message)
    },
    close() {
      isClosed = true
      clearInterval(watch)
      failAll(new TypeError('The sandbox is closed.'))
      send({ kind: 'close' })
    },
  }
}

function makeWorker(createWorker: () => WorkerLike): WorkerLike {
  try {
    return createWorker()
  } catch (cause) {
    throw new TypeError(NO_WORKER, { cause })
  }
}
