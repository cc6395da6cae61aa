/** Requests to the operator port of a server on this machine. */
import type { SealState } from '@keywright/server'
import { readAnswer } from './client.ts'
import type { Context } from './command.ts'
import { DEFAULT_PORT } from './connection.ts'
import { usageFailure } from './failure.ts'
import { reach } from './reach.ts'

/** Sends a seal or unseal request and returns the new state. @throws Failure */
export async function askOperatorApi<State extends SealState>(
  context: Context,
  method: 'POST' | 'DELETE',
  path: '/seal' | '/unseal',
  body?: unknown,
): Promise<State> {
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
  return (await readAnswer(response)) as State
}

/** @throws Failure (usage) for anything but an HTTP URL */
function operatorUrlOf({ input, host }: Context): string {
  const usual = `http://127.0.0.1:${DEFAULT_PORT + 1}`
  const text = input.flag('operator-url') || host.env['KEYWRIGHT_OPERATOR_URL'] || usual
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text.replace(/\/+$/, '')
  throw usageFailure(`operator URL \`${text}\` is not an HTTP URL`, `pass a URL such as ${usual}`)
}
