import type { Host } from '../host/host.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import { socketIn } from './fetchOnSocket.ts'

/** `fetch` that converts network errors to failures with a hint. */
export async function reach(
  host: Host,
  url: string,
  init?: RequestInit,
  hint = 'check the base URL, or start a local server with keywright dev',
): Promise<Response> {
  try {
    return await host.fetch(url, init)
  } catch (error) {
    if (error instanceof Failure || host.interrupted.aborted) throw error
    const at = socketIn(url)?.socket ?? new URL(url).origin
    throw new Failure(ExitCode.unreachable, `cannot reach ${at}: ${causeOf(error)}`, {
      hint,
      json: { url },
      cause: error,
    })
  }
}

/** What OpenSSL calls it depends on its version. */
const NO_TLS = 'the server speaks HTTP without TLS; try http:// instead of https://'

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused (ECONNREFUSED)',
  EACCES: 'the socket belongs to another user (EACCES)',
  ENOENT: 'no server listens there (ENOENT)',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  // The whole message of `fetch`, which has no code: https://fetch.spec.whatwg.org/#bad-port
  'bad port': 'browsers and Node refuse this port; start the server on another one',
}

/** `fetch` reports "fetch failed" and hides the reason in its causes. */
function causeOf(error: unknown): string {
  const causes: string[] = []
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code
    causes.unshift(CAUSES[code ?? at.message] ?? (at.message || (code ?? '')))
  }
  return causes.find((cause) => cause !== '') ?? 'no response'
}
