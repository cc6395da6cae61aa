/** Requests to the operators' socket or port of a server on this machine. */

import { settingOf } from '../arguments/settings.ts'
import type { Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'
import { readAnswer } from './client.ts'
import { DEFAULT_PORT, resolveBaseUrl } from './connection.ts'
import { reach } from './reach.ts'

/** @returns the parsed response. @throws Failure */
export async function askOperatorApi<Answer>(
  context: Context,
  method: 'GET' | 'POST' | 'DELETE',
  path: '/seal' | '/unseal' | '/diagnostics' | `/losses${string}`,
  body?: unknown,
): Promise<Answer> {
  const response = await reach(
    context.host,
    `${await operatorUrlOf(context)}${path}`,
    {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    },
    'run this command on the machine of the server, as its user; the log of the server shows operatorUrl',
  )
  return (await readAnswer(response)) as Answer
}

/** Without a route. @throws Failure (usage) for anything but an HTTP URL or a socket */
async function operatorUrlOf(context: Context): Promise<string> {
  const socket = context.host.env['KEYWRIGHT_OPERATOR_SOCKET']
  const setting = settingOf(context, 'operator-url')
  const text = setting.text ?? (socket && `unix:${socket}`)
  if (!text) return usualUrl(await portOf(context))
  if (/^unix:./.test(text)) return `${text}:`
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text.replace(/\/+$/, '')
  const hint = `set ${setting.name} to unix: and the path of the socket, or to a URL such as http://127.0.0.1:8788`
  throw usageFailure(`operator URL \`${text}\` is neither a Unix socket nor an HTTP URL`, hint)
}

async function usualUrl(port: number): Promise<string> {
  const { defaultOperatorSocket } = await import('@keywright/server')
  const socket = defaultOperatorSocket(port)
  return socket === undefined ? `http://127.0.0.1:${port + 1}` : `unix:${socket}:`
}

/** The port of the server that the base URL names, if it names one of this machine. */
async function portOf(context: Context): Promise<number> {
  const { hostname, port } = new URL(await resolveBaseUrl(context))
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && port ? Number(port) : DEFAULT_PORT
}
