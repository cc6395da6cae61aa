/** Requests to the operator port of a server on this machine. */

import type { Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'
import { readAnswer } from './client.ts'
import { DEFAULT_PORT } from './connection.ts'
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
    `${operatorUrlOf(context)}${path}`,
    {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    },
    'run this command on the machine of the server; the log of the server shows operatorUrl',
  )
  return (await readAnswer(response)) as Answer
}

/** @throws Failure (usage) for anything but an HTTP URL */
function operatorUrlOf({ input, host }: Context): string {
  const usual = `http://127.0.0.1:${DEFAULT_PORT + 1}`
  const text = input.flag('operator-url') || host.env['KEYWRIGHT_OPERATOR_URL'] || usual
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text.replace(/\/+$/, '')
  throw usageFailure(`operator URL \`${text}\` is not an HTTP URL`, `pass a URL such as ${usual}`)
}
