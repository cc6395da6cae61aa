/** What only a development server answers: its routes under `/dev`, without a stamp. */

import type { Context } from './command.ts'
import { resolveBaseUrl } from './connection.ts'
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import { reach } from './reach.ts'

/** The text of the answer. @throws Failure: unreachable, not a development server, or what the server says */
export async function askDev(context: Context, path: string, init: RequestInit = {}): Promise<string> {
  const baseUrl = await resolveBaseUrl(context)
  const response = await reach(context.host, `${baseUrl}/dev${path}`, init)
  const text = await response.text()
  if (response.ok) return text
  if (!response.headers.get('content-type')?.includes('json')) throw notDevelopment(baseUrl, response.status)
  const { message } = JSON.parse(text) as { message?: string }
  if (message === undefined || /no call at/.test(message)) throw notDevelopment(baseUrl, response.status)
  throw new Failure(ExitCode.refused, message, { json: { status: response.status } })
}

/** The decoded answer; undefined where there is none. @throws Failure as `askDev` */
export async function devJson<T>(
  context: Context,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const text = await askDev(context, path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Says of a 404 what there is not, and where those that there are stand; for `catch`. */
export const notFound =
  (message: string, hint: string) =>
  (error: unknown): never => {
    const isMissing =
      error instanceof Failure && error.details.json?.['status'] === 404 && !error.details.hint
    throw isMissing ? new Failure(ExitCode.refused, message, { hint, json: { status: 404 } }) : error
  }

function notDevelopment(baseUrl: string, status: number): Failure {
  return new Failure(ExitCode.refused, `${baseUrl} is no development server (HTTP ${status})`, {
    hint: 'inbox, clock, faults, token, requests and snapshots exist only where keywright dev runs',
    json: { status },
  })
}
