/** Forwards requests of the reader's code to the sandbox, and reports the calls among them. */
import type { RequestInFull } from '@keywright/devhost'
import type { SandboxHandles } from '../page/handles.ts'
import type { RunEvent } from './events.ts'
import type { InOrder } from './inOrder.ts'
import type { FromReader } from './messages.ts'

/**
 * Routes that examples can use. Under `/dev`, only those that examples demonstrate and public facts about the host,
 * but not the whole state or other organizations.
 */
const ALLOWED = /^\/(public\/v1\/|dev$|dev\/(inbox|clock|faults|webhooks|issuer|requests)(\/|\?|$))/

export interface Forwarding {
  readonly sandbox: SandboxHandles
  readonly happened: InOrder<RunEvent>
  /** Sends the response to the code, unless the run is over. */
  readonly answer: (message: object, transfer?: Transferable[]) => void
}

/** Never rejects. */
export async function forwardRequest(
  { id, method, url, headers, body, line }: FromReader & { kind: 'fetch' },
  forwarding: Forwarding,
): Promise<void> {
  const { sandbox, answer } = forwarding
  try {
    const { origin, pathname, search } = new URL(url)
    if (origin !== sandbox.url)
      throw new TypeError(
        `Examples can reach only the sandbox, not ${origin}. To reach other hosts, run the code with the local server.`,
      )
    if (!ALLOWED.test(pathname))
      throw new TypeError(
        `Examples can't use ${pathname}. Call the API, or see /dev/openapi.json of the local server.`,
      )
    const response = await sandbox.fetch(`${sandbox.url}${pathname}${search}`, {
      method,
      headers: headers as [string, string][],
      ...(body && { body }),
    })
    // Let the code continue while the page looks up the request.
    const requestId = pathname.startsWith('/public/') && response.headers.get('x-request-id')
    const reporting = requestId && report(requestId, line, forwarding)
    const bytes = await response.arrayBuffer()
    const { status } = response
    answer({ id, kind: 'answer', status, headers: [...response.headers], body: bytes }, [bytes])
    await reporting
  } catch (error) {
    answer({ id, kind: 'broken', message: error instanceof Error ? error.message : String(error) })
  }
}

async function report(
  requestId: string,
  line: number | undefined,
  { sandbox, happened }: Forwarding,
): Promise<void> {
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
