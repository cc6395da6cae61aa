/** What only a development server answers: its routes under `/dev`, without a stamp. */
import { reach } from './client.ts'
import { ExitCode } from './command.ts'
import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/** The text of the answer. @throws Failure: unreachable, not a development server, or what the server says */
export async function askDev(
  host: Host,
  baseUrl: string,
  path: string,
  init: RequestInit = {},
): Promise<string> {
  const response = await reach(host, `${baseUrl}/dev${path}`, init)
  const text = await response.text()
  if (response.ok) return text
  if (!response.headers.get('content-type')?.includes('json')) throw notDevelopment(baseUrl, response.status)
  const { message } = JSON.parse(text) as { message?: string }
  if (message === undefined || /no call at/.test(message)) throw notDevelopment(baseUrl, response.status)
  throw new Failure(ExitCode.refused, message, { json: { status: response.status } })
}

function notDevelopment(baseUrl: string, status: number): Failure {
  return new Failure(ExitCode.refused, `${baseUrl} is no development server (HTTP ${status})`, {
    hint: 'snapshots exist only where keywright dev runs',
    json: { status },
  })
}
