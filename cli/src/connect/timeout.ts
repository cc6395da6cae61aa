/** Limits the duration of requests, so that an unresponsive server cannot block a command. */

import { readSeconds } from '../arguments/numbers.ts'
import type { Input } from '../command.ts'
import type { Host } from '../host/host.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'

const DEFAULT_SECONDS = '30'

/** Returns milliseconds. @throws Failure (usage) */
export const readRequestTimeout = (input: Input): number =>
  readSeconds('--request-timeout', input.flag('request-timeout') ?? DEFAULT_SECONDS)

/** Aborts requests, including reading the response, after the timeout or when the user interrupts. */
export function withTimeout(host: Host, milliseconds: number): Host {
  return {
    ...host,
    async fetch(url, init = {}) {
      const timeout = AbortSignal.timeout(milliseconds)
      const signals = [timeout, host.interrupted, ...(init.signal ? [init.signal] : [])]
      const signal = AbortSignal.any(signals)
      const silent = () =>
        new Failure(
          ExitCode.unreachable,
          `${new URL(url).origin} did not respond within ${milliseconds / 1000} s`,
          { hint: 'check that this is a Keywright server, or wait longer with --request-timeout SECONDS' },
        )
      const aborted = new Promise<never>((_, fail) => {
        signal.addEventListener('abort', () => fail(timeout.aborted ? silent() : signal.reason), {
          once: true,
        })
      })
      aborted.catch(() => undefined)
      const response = await Promise.race([host.fetch(url, { ...init, signal }), aborted])
      // The timeout also applies to reading the body.
      const whole = response.text.bind(response)
      const text = () => Promise.race([whole(), aborted])
      Object.defineProperties(response, {
        text: { value: text },
        json: { value: async () => JSON.parse(await text()) },
      })
      return response
    },
  }
}
