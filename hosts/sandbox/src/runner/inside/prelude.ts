/**
 * The first script in the isolated worker. Provides a console, a `fetch` that reaches the sandbox, and the modules of
 * the fixed map. The frame's origin and policy isolate the code, not this file: it removes functions only to give
 * better error messages.
 */
import { SANDBOX_URL } from '../../protocol.ts'
import type { ConsoleLevel, FromReader, ToReader } from '../messages.ts'
import { format } from './format.ts'
import { installSubtle } from './subtle.ts'

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
}

const scope = self as unknown as Scope
const modules = new Map<string, Module>()
const loaded = new Map<string, { exports: object }>()
let main: Main | undefined
scope.__define = (name, module) => void modules.set(name, module)
scope.__main = (given) => {
  main = given
}

/** Resolves `name` as the module `from` requires it: a package, or a path relative to `from`. */
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
  const post = port.postMessage.bind(port) as Post
  const { process } = Object.assign(scope, {
    process: { env: {}, argv: [], platform: 'sandbox', versions: {} },
  })
  installConsole(post)
  installSubtle(cryptography)
  const waiting = hear(port, post, ({ scripts, env }) => {
    Object.assign(process.env, env)
    run(scripts, post).then(
      () => post({ kind: 'done' }),
      (error: unknown) => post({ kind: 'threw', text: format([error]) }),
    )
  })
  installFetch(post, waiting)
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

/** @returns pending requests by number */
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

async function run(scripts: readonly string[], post: Post): Promise<void> {
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    post({ kind: 'threw', text: format([event.reason]) })
  })
  scripts.forEach(evaluate)
  explainWhatIsNotThere()
  const module = { exports: {} }
  await main!(requireModule, module, module.exports)
}

const LEVELS: readonly ConsoleLevel[] = ['debug', 'error', 'info', 'log', 'warn']

function installConsole(post: Post): void {
  const say =
    (level: ConsoleLevel) =>
    (...values: unknown[]) =>
      post({ kind: 'console', level, text: format(values), ...callerLine() })
  const methods = Object.fromEntries(LEVELS.map((level) => [level, say(level)]))
  const silent = () => undefined
  Object.assign(scope.console, methods, {
    table: say('log'),
    dir: say('log'),
    trace: say('debug'),
    assert: (holds: unknown, ...values: unknown[]) => {
      if (!holds) say('error')('Assertion failed', ...values)
    },
    group: say('log'),
    groupCollapsed: say('log'),
    groupEnd: silent,
    time: silent,
    timeEnd: silent,
    timeLog: silent,
    count: silent,
    clear: silent,
  })
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

function installFetch(post: Post, waiting: Map<number, (answer: Answer) => void>): void {
  let count = 0
  scope.fetch = async (input, init) => {
    const line = callerLine()
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
