/**
 * The first script in the isolated worker. Provides a console, a `fetch` that reaches the sandbox, and the modules of
 * the fixed map. The frame's origin and policy isolate the code, not this file: it removes functions only to give
 * better error messages.
 */
import { SANDBOX_URL } from '../../protocol.ts'
import type { FromReader, ToReader } from '../messages.ts'
import { FORMAT } from '../modules.ts'
import { createConsole, type Formats } from './nodeConsole.ts'
import { createProcess, Exit, type NodeProcess } from './nodeProcess.ts'
import { createPending, type Pending } from './pending.ts'
import { trackPorts } from './ports.ts'
import { installSubtle, SUBTLE_METHODS } from './subtle.ts'
import { createTimers } from './timers.ts'

type Module = (require: (name: string) => unknown, module: { exports: object }, exports: object) => void
type Main = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
) => Promise<unknown>

interface Scope {
  onmessage: ((event: MessageEvent) => void) | null
  importScripts(...addresses: string[]): void
  /** Called by each module script. */
  __define(name: string, module: Module): void
  /** Called by the script with the reader's code. */
  __main(main: Main): void
  fetch: typeof fetch
  console: Console
  setTimeout(run: () => void, ms?: number): number
  clearTimeout(id: number): void
}

const scope = self as unknown as Scope
const modules = new Map<string, Module>()
const loaded = new Map<string, { exports: object }>()
let main: Main | undefined
scope.__define = (name, module) => void modules.set(name, module)
scope.__main = (given) => {
  main = given
}

function resolve(from: string, name: string): string {
  if (!name.startsWith('.')) return name
  // Treat names as URLs below one folder, so that the platform resolves them.
  return new URL(name, `https://modules.example/${from}`).pathname.slice(1)
}

function requireModule(key: string): unknown {
  const known = loaded.get(key)
  if (known) return known.exports
  const run = modules.get(key)
  if (!run) throw new Error(`\`${key}\` cannot be imported here`)
  const module = { exports: {} }
  loaded.set(key, module)
  try {
    run((name) => requireModule(resolve(key, name)), module, module.exports)
  } catch (error) {
    loaded.delete(key)
    throw error
  }
  return module.exports
}

scope.onmessage = ({ ports }) => {
  scope.onmessage = null
  const [port, cryptography] = ports as [MessagePort, MessagePort]
  let isOver = false
  const post: Post = (message, transfer = []) => {
    // After its end, a program prints and sends nothing.
    if (isOver && message.kind !== 'pong') return
    isOver ||= message.kind === 'done' || message.kind === 'threw'
    port.postMessage(message, transfer)
  }
  installSubtle(cryptography)
  const waiting = hear(port, post, (begin) => conduct(begin, program))
  const program = installProgram(post)
  installFetch(post, waiting, program.pending)
}

type Post = (message: FromReader, transfer?: Transferable[]) => void
type Begin = ToReader & { kind: 'begin' }
type Answer = ToReader & { kind: 'answer' | 'broken' }

/** Ignores a failure, because the module fails again when the reader's code requires it. */
function evaluateAhead(name: string): void {
  try {
    requireModule(name)
  } catch {
    // Fails again on `require`.
  }
}

function hear(port: MessagePort, post: Post, begin: (message: Begin) => void) {
  const waiting = new Map<number, (answer: Answer) => void>()
  port.onmessage = ({ data }: MessageEvent<ToReader>) => {
    switch (data.kind) {
      case 'ping':
        return post({ kind: 'pong' })
      case 'load':
        // One script, to save loads.
        evaluate(data.scripts.join('\n'))
        return data.ahead.forEach(evaluateAhead)
      case 'begin':
        return begin(data)
      default:
        waiting.get(data.id)?.(data)
        waiting.delete(data.id)
    }
  }
  return waiting
}

function evaluate(script: string): void {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  scope.importScripts(address)
  URL.revokeObjectURL(address)
}

interface Program {
  readonly pending: Pending
  readonly process: NodeProcess
  /** Ends it with an error. */
  readonly fail: (error: unknown) => void
  /** Ends it with an exit code. */
  readonly exit: (code: number) => void
}

/** Larger than the rest of this script, so it loads together with the modules. */
const FORMATS: Formats = {
  format: (...given) => (requireModule(FORMAT) as Formats).format(...given),
  formatTable: (...given) => (requireModule(FORMAT) as Formats).formatTable(...given),
  inspect: (...given) => (requireModule(FORMAT) as Formats).inspect(...given),
}

function installProgram(post: Post): Program {
  const inTask = createTasks()
  const { setTimeout, clearTimeout } = scope
  const platform = { setTimeout: setTimeout.bind(scope), clearTimeout: clearTimeout.bind(scope) }
  const pending = createPending((run) => platform.setTimeout(run))
  const timers = createTimers(platform, pending, inTask)
  const output = createConsole(FORMATS, (level, text) =>
    post({ kind: 'console', level, text, ...callerLine() }),
  )
  const exit = (code: number) => {
    output.flush()
    post(code === 0 ? { kind: 'done' } : { kind: 'threw', text: `The program exited with code ${code}.` })
  }
  const process = createProcess({ write: output.write, nextTick: timers.nextTick, exit })
  const fail = (error: unknown) => {
    if (error instanceof Exit) return
    output.flush()
    post({ kind: 'threw', text: FORMATS.format([error]) })
  }
  Object.assign(scope.console, output.methods)
  Object.assign(scope, { process, ...timers.globals })
  trackPorts(pending)
  trackOperations(pending)
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    timers.globals.setTimeout(() => controller.abort(reason), ms).unref()
    return controller.signal
  }
  return { pending, process, fail, exit }
}

/** Runs functions in tasks of their own, before timers. */
function createTasks(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const queue: (() => void)[] = []
  port1.onmessage = () => queue.shift()!()
  return (run) => {
    queue.push(run)
    port2.postMessage(null)
  }
}

/** Keeps a program running while the platform reads a body or computes, even if the program doesn't await it. */
function trackOperations(pending: Pending): void {
  const body = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']
  track(Response.prototype, body)
  track(Request.prototype, body)
  track(Blob.prototype, body)
  track(WebAssembly, ['compile', 'instantiate'])
  track(crypto.subtle, SUBTLE_METHODS)

  function track(owner: object, names: readonly string[]): void {
    for (const name of names) {
      const run: unknown = Reflect.get(owner, name)
      if (typeof run !== 'function') continue
      const value = function (this: unknown, ...given: unknown[]) {
        return pending.track(run.apply(this, given))
      }
      Object.defineProperty(owner, name, { configurable: true, writable: true, value })
    }
  }
}

/** Runs a program until it fails, exits, or nothing is pending, as Node does. */
async function conduct({ scripts, env }: Begin, { pending, process, fail, exit }: Program): Promise<void> {
  Object.assign(process.env, env)
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    if (!process.emit('unhandledRejection', event.reason, event.promise)) crash(event.reason)
  })
  const isDispatching = watchDispatches()
  addEventListener('error', (event) => {
    event.preventDefault()
    const error = event.error ?? event.message
    // As in Node, the program runs on to the end of its task.
    if (isDispatching()) process.nextTick(crash, error)
    else crash(error)
  })
  let isSettled = false
  run(scripts).then(() => {
    isSettled = true
  }, crash)
  for (let seen = -1; seen !== pending.operations(); ) {
    await pending.idle()
    seen = pending.operations()
    if (isSettled) process.emit('beforeExit', process.exitCode ?? 0)
  }
  if (!isSettled) return fail(new Error(UNSETTLED))
  process.emit('exit', process.exitCode ?? 0)
  exit(process.exitCode ?? 0)

  function crash(error: unknown): void {
    if (!process.emit('uncaughtException', error)) fail(error)
  }
}

/** Returns a function that tells whether the program is calling the listeners of an event target. */
function watchDispatches(): () => boolean {
  let depth = 0
  watch(EventTarget.prototype, 'dispatchEvent')
  watch(AbortController.prototype, 'abort')
  return () => depth > 0

  function watch<Name extends string>(owner: Record<Name, (...given: never[]) => unknown>, name: Name): void {
    const run = owner[name]
    const value = function (this: unknown, ...given: never[]) {
      depth++
      try {
        return run.apply(this, given)
      } finally {
        depth--
      }
    }
    Object.defineProperty(owner, name, { configurable: true, writable: true, value })
  }
}

/** Node's warning and exit code 13. */
const UNSETTLED =
  'The program awaits a promise that nothing settles anymore, so it ended before its last line.'

async function run(scripts: readonly string[]): Promise<void> {
  scripts.forEach(evaluate)
  explainWhatIsNotThere()
  const module = { exports: {} }
  await main!(requireModule, module, module.exports)
}

/** The stack of a request has about fifteen frames of the SDK above the reader's code. V8 keeps ten by default. */
const FRAMES = 50

/** The innermost line of the reader's code in the stack. A request may have none outside Chromium. */
function callerLine(): { line?: number } {
  const errors = Error as { stackTraceLimit?: number | undefined }
  const limit = errors.stackTraceLimit
  errors.stackTraceLimit = FRAMES
  const line = /\bexample\.ts:(\d+)/.exec(new Error().stack ?? '')?.[1]
  errors.stackTraceLimit = limit
  return line === undefined ? {} : { line: Number(line) }
}

function installFetch(post: Post, waiting: Map<number, (answer: Answer) => void>, { track }: Pending): void {
  let count = 0
  scope.fetch = (input, init) => track(send(input, init, callerLine()))

  async function send(
    input: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
    line: { line?: number },
  ) {
    const request = new Request(typeof input === 'string' ? new URL(input, SANDBOX_URL) : input, init)
    request.signal.throwIfAborted()
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const body = hasBody ? await request.arrayBuffer() : null
    const id = ++count
    const answer = await new Promise<Answer>((settle, fail) => {
      waiting.set(id, settle)
      request.signal.addEventListener('abort', () => fail(request.signal.reason))
      const { method } = request
      const headers = [...request.headers] as [string, string][]
      post({ kind: 'fetch', id, method, url: request.url, headers, body, ...line }, body ? [body] : [])
    })
    if (answer.kind === 'broken') throw new TypeError(answer.message)
    const { status, headers, body: bytes } = answer
    return new Response(NULL_BODY_STATUSES.has(status) ? null : bytes, {
      status,
      headers: headers as [string, string][],
    })
  }
}

/** https://fetch.spec.whatwg.org/#null-body-status */
const NULL_BODY_STATUSES = new Set([101, 204, 205, 304])

/** APIs that the frame's policy blocks, replaced to fail with a helpful message. */
const CLOSED = {
  network: ['XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'importScripts'],
  storage: ['indexedDB', 'caches', 'BroadcastChannel'],
  worker: ['Worker', 'SharedWorker'],
} as const
const WORDS = {
  network: 'Examples can reach only the sandbox, with `fetch`.',
  storage: 'Examples can’t store data: each run starts empty.',
  worker: 'Examples run in one worker.',
} as const

function explainWhatIsNotThere(): void {
  for (const [kind, names] of Object.entries(CLOSED)) {
    for (const name of names) {
      if (!(name in scope)) continue
      const refuse = (): never => {
        throw new ReferenceError(`\`${name}\` isn’t available. ${WORDS[kind as keyof typeof WORDS]}`)
      }
      // Fail on use and not on access, because libraries may reference these when they load.
      const isFunction = typeof valueAt(name) === 'function'
      const value = isFunction
        ? new Proxy(class {}, { apply: refuse, construct: refuse })
        : new Proxy({}, { get: refuse })
      Object.defineProperty(scope, name, { configurable: true, value })
    }
  }
}

/** Firefox throws when an opaque origin merely accesses its storage. */
function valueAt(name: string): unknown {
  try {
    return Reflect.get(scope, name)
  } catch {
    return undefined
  }
}
