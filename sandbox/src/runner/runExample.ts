/** Runs an example in a context of its own that can reach the sandbox and nothing else. */
import type { DevOrganization, RequestInFull } from '@keywright/devhost'
import type { SandboxHandles } from '../page/handles.ts'
import type { Sandbox } from '../page/openSandbox.ts'
import { RUN_LIMITS, type RunEvent, type RunLimits, type RunOutcome } from './events.ts'
import { inOrder } from './inOrder.ts'
import type { Isolated } from './isolated.ts'
import { type FromReader, readMessage } from './messages.ts'
import { openAssets, type RunnerAssets } from './modules.ts'
import { type Realm, readyRun, takeRealm } from './standby.ts'

export interface RunOptions {
  /** TypeScript that the reader has edited; or `compiled`. */
  readonly source?: string
  /** What the build has made of an example that nobody has edited. */
  readonly compiled?: string
  readonly sandbox: Sandbox
  /** Called in order. */
  readonly onEvent: (event: RunEvent) => void
  /** Stops the run. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<RunLimits>
  /** Default: those that the site's build has put at `/runner/`. */
  readonly assets?: RunnerAssets
  /** Makes the next run's context when this one has ended: it then starts at once. Default: no. */
  readonly readiesNext?: boolean
}

/**
 * Under `/dev`, what belongs to stories that examples tell, and what the host says about itself (public keys, its
 * issuer); not the state as a whole, nor other organizations.
 */
const ALLOWED = /^\/(public\/v1\/|dev$|dev\/(inbox|clock|faults|webhooks|issuer|requests)(\/|\?|$))/

/** Settles when the run has ended, however it did. Never rejects. */
export async function runExample(options: RunOptions): Promise<RunOutcome> {
  const { onEvent, signal, assets = openAssets('/runner/') } = options
  const limits = { ...RUN_LIMITS, ...options.limits }
  if (signal?.aborted) return STOPPED
  let compiled: string | undefined
  let opening: Promise<Realm> | undefined
  let sandbox: SandboxHandles | undefined
  try {
    compiled = options.compiled ?? (await compileSource(options.source ?? ''))
    opening = takeRealm(compiled, assets)
    // Heard when it is waited for.
    opening.catch(() => undefined)
    sandbox = options.sandbox.openRun()
    const [organization, { signerPublicKey }] = await Promise.all([
      sandbox.createOrganization(),
      sandbox.dev<{ signerPublicKey: string }>('GET', '/dev'),
    ])
    if (signal?.aborted) return STOPPED
    onEvent({ kind: 'organization', organization })
    const { isolated, missing } = await opening
    if (signal?.aborted) return STOPPED
    const running = watch(isolated, { sandbox, onEvent, limits, signal })
    isolated.begin({
      scripts: [...missing, asMain(compiled)],
      env: environmentOf(sandbox.url, organization, signerPublicKey),
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
    // The reader sees how this one ended first.
    if (options.readiesNext && compiled !== undefined) setTimeout(readyRun, 0, compiled, assets)
  }
}

const STOPPED: RunOutcome = { outcome: 'stopped', message: 'Stopped.' }

async function compileSource(source: string): Promise<string> {
  const { compile } = await import('./compile.ts')
  return compile(source)
}

/** On one line with its first: lines of errors are lines of the example. */
const asMain = (compiled: string) =>
  `__main(async function (require, module, exports) { ${compiled}\n})\n//# sourceURL=example.ts`

/** What `keywright dev` prints to be pasted into a shell. */
const environmentOf = (
  url: string,
  { organizationId, apiKey, rootUserId }: DevOrganization,
  signerPublicKey: string,
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

/** Passes on what may pass, until the run ends or has to be ended. */
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
      // At once: what is still in the queue of the port is not looked at.
      port.onmessage = null
      port.close()
      isolated.end()
      happened.end()
      settle(outcome)
    }

    isolated.onCrash = (message) => end({ outcome: 'failed', message })
    port.onmessage = (event) => {
      heardAt = performance.now()
      // Before `data` is read, which is when browsers copy it. Timers don't fire between messages that come in a flood.
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

    /** What was asked before the end is told before the end. */
    function finish(): void {
      void Promise.allSettled(underWay).then(() =>
        end(threw === undefined ? { outcome: 'finished' } : { outcome: 'failed', message: threw }),
      )
    }

    async function pass({ id, method, url, headers, body }: FromReader & { kind: 'fetch' }): Promise<void> {
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
        // The code goes on while the page looks up what it will show.
        const telling = pathname.startsWith('/public/') && tell(response.headers.get('x-request-id'))
        const bytes = await response.arrayBuffer()
        answer({ kind: 'answer', status: response.status, headers: [...response.headers], body: bytes }, [
          bytes,
        ])
        await telling
      } catch (error) {
        answer({ kind: 'broken', message: error instanceof Error ? error.message : String(error) })
      }
    }

    async function tell(requestId: string | null): Promise<void> {
      if (requestId === null || isOver) return
      const place = happened.hold()
      try {
        const request = await sandbox.dev<RequestInFull>('GET', `/dev/requests/${requestId}`)
        place.say({ kind: 'request', request })
        if (!request.activity) return
        const { resultsOf } = await import('./verify.ts')
        for (const result of await resultsOf(request)) place.say({ kind: 'result', requestId, result })
      } catch {
        // The log has cut it off, or the sandbox was reset meanwhile: there is nothing to show.
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
