/**
 * The engine's bad requests over a real socket: a sample in which each version of each call meets each kind, or all of
 * them with `KEYWRIGHT_BAD_INPUT=all`.
 */
import { type LeftOut, testBadInput } from '@keywright/engine/badInput/suite'
import { startBadInputHost } from './badInputHost.ts'

const sample = process.env['KEYWRIGHT_BAD_INPUT'] === 'all' ? undefined : 1

/** What no HTTP client sends, or what never gets as far as a call: `badConnections.test.ts` has those. */
function leavesOut({ title, init }: LeftOut): boolean {
  const headers = new Headers(init?.headers)
  const headerBytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return (
    // The answer has no body to be read.
    init?.method === 'HEAD' ||
    headers.has('content-length') ||
    headerBytes > 30_000 ||
    // In development, webhooks go to plain addresses and to one's own machine.
    / url = "(http:\/\/example\.com|https:\/\/127\.0\.0\.1|https:\/\/\[::1\]\/)"$/.test(title)
  )
}

testBadInput('a development server on a socket', startBadInputHost, { sample, leavesOut })
