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

/** @throws TypeError if the browser can't start a worker */
export const connect = (options: ConnectionOptions): Connection => new WorkerConnection(options)

class WorkerConnection implements Connection {
  readonly #options: ConnectionOptions
  readonly #silenceMs: number
  readonly #watch: ReturnType<typeof setInterval>
  readonly #waiting = new Map<number, Waiting>()
  #count = 0
  #restarts = 0
  #isClosed = false
  #heardAt = 0
  /** Messages queued until the worker listens. */
  #unsaid: ToWorker[] | undefined
  /** Undefined after giving up on a worker. The next request starts a new one. */
  #worker: WorkerLike | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#silenceMs = options.silenceMs ?? SILENCE_MS
    this.#start()
    this.#watch = setInterval(() => this.#watchWorker(), Math.max(this.#silenceMs / 4, 10))
  }

  async fetch(request: Request, run?: number): Promise<Response> {
    request.signal.throwIfAborted()
    const wire = await toWireRequest(request)
    // Send a copy, because the worker may die and the request be sent again.
    const compose = (id: number): Ask => ({
      kind: 'request',
      id,
      request: { ...wire, body: wire.body?.slice(0) ?? null },
      ...(run !== undefined && { run }),
    })
    const answer = await this.#askWorker(compose, request.signal)
    if (answer.kind === 'response') return fromWireResponse(answer.response)
    throw new TypeError(answer.kind === 'failed' ? answer.message : 'The sandbox did not respond.')
  }

  beginRun(run: number): void {
    this.#revive()
    this.#send({ kind: 'begin run', run })
  }

  endRun(run: number): void {
    this.#send({ kind: 'end run', run })
  }

  async reset({ snapshots }: { snapshots: boolean }): Promise<void> {
    const answer = await this.#askWorker((id) => ({ kind: 'reset', id, snapshots }))
    if (answer.kind === 'failed') throw new TypeError(answer.message)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#watch)
    this.#failAll(new TypeError('The sandbox is closed.'))
    this.#send({ kind: 'close' })
  }

  /** @throws TypeError if the browser can't start a worker */
  #start(): void {
    const started = makeWorker(this.#options.createWorker)
    this.#worker = started
    this.#unsaid = [{ kind: 'open', settings: this.#options.settings }]
    started.onmessage = ({ data }) => started === this.#worker && this.#hear(data)
    started.onerror = (event) => {
      event.preventDefault?.()
      if (started === this.#worker) this.#restart()
    }
    this.#heardAt = Date.now()
  }

  #hear(message: FromWorker): void {
    this.#heardAt = Date.now()
    if (message.kind === 'started') this.#sayUnsaid()
    if (message.kind === 'started' || message.kind === 'pong') return
    if (message.kind === 'event' || message.kind === 'status') {
      this.#options.onNews(message)
      return
    }
    this.#restarts = 0
    const one = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    one?.settle(message)
  }

  /** A worker can end silently, for example when the browser reclaims memory. */
  #watchWorker(): void {
    if (this.#waiting.size === 0) {
      this.#heardAt = Date.now()
      return
    }
    if (Date.now() - this.#heardAt > this.#silenceMs) this.#restart()
    else this.#send({ kind: 'ping' })
  }

  #restart(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    if (this.#isClosed) return
    try {
      if (++this.#restarts > MAX_RESTARTS_IN_A_ROW) throw new TypeError(NO_START)
      this.#start()
    } catch (error) {
      this.#restarts = 0
      this.#failAll(error as Error)
      return
    }
    this.#options.onRestart()
    for (const { ask } of this.#waiting.values()) this.#send(ask())
  }

  /** @throws TypeError if the browser can't start a worker */
  #revive(): void {
    if (this.#worker) return
    this.#start()
    this.#options.onRestart()
  }

  #failAll(error: Error): void {
    for (const { fail } of this.#waiting.values()) fail(error)
    this.#waiting.clear()
  }

  #send(message: ToWorker): void {
    if (this.#unsaid) this.#unsaid.push(message)
    else this.#worker?.postMessage(message, transferOf(message))
  }

  #sayUnsaid(): void {
    const messages = this.#unsaid ?? []
    this.#unsaid = undefined
    for (const message of messages) this.#send(message)
  }

  #askWorker(compose: (id: number) => Ask, signal?: AbortSignal): Promise<Answer> {
    const id = ++this.#count
    return new Promise((settle, fail) => {
      if (this.#isClosed) return fail(new TypeError('The sandbox is closed.'))
      // Throwing here rejects the promise.
      this.#revive()
      const ask = () => compose(id)
      this.#waiting.set(id, { ask, settle, fail })
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return
        this.#send({ kind: 'abort', id })
        fail(signal.reason)
      })
      this.#send(ask())
    })
  }
}

function makeWorker(createWorker: () => WorkerLike): WorkerLike {
  try {
    return createWorker()
  } catch (cause) {
    throw new TypeError(NO_WORKER, { cause })
  }
}
