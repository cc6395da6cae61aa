/** Runs an example in its own isolated context that can reach only the sandbox. */
import type { RequestInFull } from '@keywright/devhost'
import type { RunHandles, RunStart, SandboxHandles } from '../page/handles.ts'
import type { SandboxWorker } from '../page/openSandbox.ts'
import { RUN_LIMITS, type RunEvent, type RunLimits, type RunOutcome } from './events.ts'
import { inOrder } from './inOrder.ts'
import type { Isolated } from './isolated.ts'
import { type FromReader, readMessage } from './messages.ts'
import { openAssets, type RunnerAssets } from './modules.ts'
import { type Realm, readyRun, takeRealm } from './standby.ts'

export interface RunOptions {
  /** Edited TypeScript. Pass this or `compiled`. */
  readonly source?: string
  /** The build's output for an unedited example. */
  readonly compiled?: string
  readonly sandbox: Pick<SandboxWorker, 'openRun' | 'readyRun'>
  /** Called in order. */
  readonly onEvent: (event: RunEvent) => void
  /** Stops the run. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<RunLimits>
  /** Default: the runner at `/runner/` of the site. */
  readonly assets?: RunnerAssets
  /** Prepares a context for the next run when this one ends, so it starts faster. Default: false. */
  readonly readiesNext?: boolean
}

/**
 * Routes that examples can use. Under `/dev`, only those that examples demonstrate and public facts about the host,
 * but not the whole state or other organizations.
 */
const ALLOWED = /^\/(public\/v1\/|dev$|dev\/(inbox|clock|faults|webhooks|issuer|requests)(\/|\?|$))/

/** Resolves when the run has ended for any reason. Never rejects. */
export async function runExample(options: RunOptions): Promise<RunOutcome> {
  const { onEvent, signal, assets = openAssets('/runner/') } = options
  const limits = { ...RUN_LIMITS, ...options.limits }
  if (signal?.aborted) return STOPPED
  let compiled: string | undefined
  let opening: Promise<Realm> | undefined
  let sandbox: RunHandles | undefined
  try {
    compiled = options.compiled ?? (await compileSource(options.source ?? ''))
    opening = takeRealm(compiled, assets)
    // Handled where it is awaited.
    opening.catch(() => undefined)
    sandbox = options.sandbox.openRun()
    const begun = await sandbox.begin()
    if (signal?.aborted) return STOPPED
    onEvent({ kind: 'organization', organization: begun.organization })
    const { isolated, missing } = await opening
    if (signal?.aborted) return STOPPED
    const running = watch(isolated, { sandbox, onEvent, limits, signal })
    isolated.send({
      kind: 'begin',
      scripts: [...missing, asMain(compiled)],
      env: environmentOf(sandbox.url, begun),
    })
    return await running
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
  } finally {
    sandbox?.close()
    opening?.then(
      ({ isolated }) => isolated.end(),
      () => undefined,
    )
    // Show the outcome of this run first.
    if (options.readiesNext && compiled !== undefined)
      setTimeout(readyRun, 0, compiled, assets, options.sandbox)
  }
}

const STOPPED: RunOutcome = { outcome: 'stopped', message: 'Stopped.' }

async function compileSource(source: string): Promise<string> {
  const { compile } = await import('./compile.ts')
  return compile(source)
}

/** Adds no line before the code, so line numbers in errors match the example. */
const asMain = (compiled: string) =>
  `__main(async function (require, module, exports) { ${compiled}\n})\n//# sourceURL=example.ts`

/** The variables that `keywright dev` prints for a shell. */
const environmentOf = (
  url: string,
  { organization: { organizationId, apiKey, rootUserId }, signerPublicKey }: RunStart,
): Record<string, string> => ({
  KEYWRIGHT_BASE_URL: url,
  KEYWRIGHT_ORGANIZATION_ID: organizationId,
  KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
  KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
  KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
  KEYWRIGHT_ROOT_USER_ID: rootUserId,
})

interface Watch {
  readonly sandbox: SandboxHandles
  readonly onEvent: (event: RunEvent) => void
  readonly limits: RunLimits
  readonly signal: AbortSignal | undefined
}

/** Forwards allowed messages until the run ends or exceeds a limit. */
function watch(isolated: Isolated, { sandbox, onEvent, limits, signal }: Watch): Promise<RunOutcome> {
  return new Promise((settle) => {
    const { port } = isolated
    const counts = { messages: 0, entries: 0, characters: 0, requests: 0 }
    const underWay = new Set<Promise<unknown>>()
    const happened = inOrder(onEvent)
    let threw: string | undefined
    const startedAt = performance.now()
    let heardAt = startedAt
    let isOver = false

    const beat = setInterval(
      () => {
        if (performance.now() - heardAt > limits.silenceMs) {
          end({ outcome: 'cut off', message: SAYINGS.silent(limits.silenceMs) })
        } else port.postMessage({ kind: 'ping' })
      },
      Math.min(500, limits.silenceMs / 4),
    )
    const endLong = () => end({ outcome: 'cut off', message: SAYINGS.long(limits.totalMs) })
    const total = setTimeout(endLong, limits.totalMs)
    const stop = () => end(STOPPED)
    signal?.addEventListener('abort', stop)

    function end(outcome: RunOutcome): void {
      if (isOver) return
      isOver = true
      clearInterval(beat)
      clearTimeout(total)
      signal?.removeEventListener('abort', stop)
      // Ignore messages that are still queued in the port.
      port.onmessage = null
      port.close()
      isolated.end()
      happened.end()
      settle(outcome)
    }

    isolated.onCrash = (message) => end({ outcome: 'failed', message })
    port.onmessage = (event) => {
      heardAt = performance.now()
      // Count before reading `data`, because reading copies it. During a flood of messages, timers don't fire.
      if (++counts.messages > limits.messages) {
        return end({ outcome: 'cut off', message: SAYINGS.messages(limits.messages) })
      }
      if (heardAt - startedAt > limits.totalMs) return endLong()
      for (const given of event.ports) given.close()
      const message = readMessage(event.data)
      if (message) hear(message)
    }

    function hear(message: FromReader): void {
      switch (message.kind) {
        case 'pong':
          break
        case 'console':
          counts.characters += message.text.length
          if (++counts.entries > limits.entries || counts.characters > limits.characters) {
            end({ outcome: 'cut off', message: SAYINGS.flood })
          } else happened.say(message)
          break
        case 'fetch':
          if (++counts.requests > limits.requests) {
            end({ outcome: 'cut off', message: SAYINGS.requests(limits.requests) })
          } else {
            const passing = pass(message)
            underWay.add(passing)
            void passing.finally(() => underWay.delete(passing))
          }
          break
        case 'threw':
          threw = message.text
          finish()
          break
        case 'done':
          finish()
      }
    }

    /** Reports pending requests before the end. */
    function finish(): void {
      void Promise.allSettled(underWay).then(() =>
        end(threw === undefined ? { outcome: 'finished' } : { outcome: 'failed', message: threw }),
      )
    }

    async function pass({
      id,
      method,
      url,
      headers,
      body,
      line,
    }: FromReader & { kind: 'fetch' }): Promise<void> {
      const answer = (message: object, transfer: Transferable[] = []) =>
        isOver || port.postMessage({ id, ...message }, transfer)
      try {
        const { origin, pathname, search } = new URL(url)
        if (origin !== sandbox.url) throw new TypeError(SAYINGS.elsewhere(origin))
        if (!ALLOWED.test(pathname)) throw new TypeError(SAYINGS.notHere(pathname))
        const response = await sandbox.fetch(`${sandbox.url}${pathname}${search}`, {
          method,
          headers: headers as [string, string][],
          ...(body && { body }),
        })
        // Let the code continue while the page looks up the request.
        const telling = pathname.startsWith('/public/') && tell(response.headers.get('x-request-id'), line)
        const bytes = await response.arrayBuffer()
        answer({ kind: 'answer', status: response.status, headers: [...response.headers], body: bytes }, [
          bytes,
        ])
        await telling
      } catch (error) {
        answer({ kind: 'broken', message: error instanceof Error ? error.message : String(error) })
      }
    }

    async function tell(requestId: string | null, line: number | undefined): Promise<void> {
      if (requestId === null || isOver) return
      const place = happened.hold()
      try {
        const request = await sandbox.dev<RequestInFull>('GET', `/dev/requests/${requestId}`)
        place.say({ kind: 'request', request, ...(line !== undefined && { line }) })
        if (!request.activity) return
        const { resultsOf } = await import('./verify.ts')
        for (const result of await resultsOf(request)) place.say({ kind: 'result', requestId, result })
      } catch {
        // The log was trimmed or the sandbox reset, so there is nothing to show.
      } finally {
        place.close()
      }
    }
  })
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
  elsewhere: (origin: string) =>
    `Examples can reach only the sandbox, not ${origin}. To reach other hosts, run the code with the local server.`,
  notHere: (path: string) =>
    `Examples can't use ${path}. Call the API, or see /dev/openapi.json of the local server.`,
} as const
