/** Requests to the `/dev` routes of a development server, which need no stamp. */

import type { Context } from '../command.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import { resolveBaseUrl } from './connection.ts'
import { reach } from './reach.ts'

/** Returns the response text. @throws Failure as `openDev` */
export async function askDev(context: Context, path: string, init?: RequestInit): Promise<string> {
  return (await openDev(context, path, init)).text()
}

/** Returns a successful response. @throws Failure if unreachable, not a development server, or rejected by the server */
export async function openDev(context: Context, path: string, init: RequestInit = {}): Promise<Response> {
  const baseUrl = await resolveBaseUrl(context)
  const response = await reach(context.host, `${baseUrl}/dev${path}`, init)
  if (response.ok) return response
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) throw notDevelopment(baseUrl, response.status)
  const { message } = JSON.parse(text) as { message?: string }
  if (message === undefined || /no call at/.test(message)) throw notDevelopment(baseUrl, response.status)
  throw new Failure(ExitCode.refused, message, { json: { status: response.status } })
}

/** Returns the decoded response, or undefined if it is empty. @throws Failure as `askDev` */
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

/** For `catch`: replaces a 404 with the given message and hint. */
export const notFound =
  (message: string, hint: string) =>
  (error: unknown): never => {
    const isMissing =
      error instanceof Failure && error.details.json?.['status'] === 404 && !error.details.hint
    throw isMissing ? new Failure(ExitCode.refused, message, { hint, json: { status: 404 } }) : error
  }

function notDevelopment(baseUrl: string, status: number): Failure {
  return new Failure(ExitCode.refused, `${baseUrl} is not a development server (HTTP ${status})`, {
    hint: 'inbox, clock, faults, token, requests and snapshot work only with a server started by keywright dev',
    json: { status },
  })
}
