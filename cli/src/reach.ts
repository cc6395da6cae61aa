/** Reaching a server. */
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/** `fetch` whose network errors become a failure with a hint. */
export async function reach(
  host: Host,
  url: string,
  init?: RequestInit,
  hint = 'is that the right base URL? keywright dev starts a local server',
): Promise<Response> {
  try {
    return await host.fetch(url, init)
  } catch (error) {
    if (error instanceof Failure || host.interrupted.aborted) throw error
    const { origin } = new URL(url)
    throw new Failure(ExitCode.unreachable, `cannot reach ${origin}: ${causeOf(error)}`, {
      hint,
      json: { url },
      cause: error,
    })
  }
}

/** The platform's `fetch` says "fetch failed" and keeps the reason beneath. */
function causeOf(error: unknown): string {
  const causes: string[] = []
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code
    causes.unshift(
      code === 'ECONNREFUSED' ? 'nobody listens there (ECONNREFUSED)' : at.message || (code ?? ''),
    )
  }
  return causes.find((cause) => cause !== '') ?? 'no answer'
}
