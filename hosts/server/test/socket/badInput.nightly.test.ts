/**
 * The engine's bad requests over a socket: a sample that covers each version of each call with each kind of bad input,
 * or all of them with `KEYWRIGHT_BAD_INPUT=all`.
 */
import { type LeftOut, testBadInput } from '@keywright/engine/badInput/suite'
import { startBadInputHost } from './badInputHost.ts'

const sample = process.env['KEYWRIGHT_BAD_INPUT'] === 'all' ? undefined : 1

/** Requests that HTTP clients cannot send, or that do not reach a call; `badConnections.test.ts` covers them. */
function leavesOut({ title, init }: LeftOut): boolean {
  const headers = new Headers(init?.headers)
  const headerBytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return (
    // The response has no body.
    init?.method === 'HEAD' ||
    headers.has('content-length') ||
    headerBytes > 30_000 ||
    // Development servers allow plain HTTP and local addresses for webhooks.
    / url = "(http:\/\/example\.com|https:\/\/127\.0\.0\.1|https:\/\/\[::1\]\/)"$/.test(title)
  )
}

testBadInput('a development server on a socket', startBadInputHost, { sample, leavesOut })
