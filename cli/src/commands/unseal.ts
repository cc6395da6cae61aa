/** `keywright unseal` */
import type { SealState } from '@keywright/server'
import { reach } from '../client.ts'
import { type Context, ExitCode, type Outcome } from '../command.ts'
import { DEFAULT_PORT } from '../connection.ts'
import { Failure } from '../failure.ts'
import { readShares } from '../shares.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const operatorUrl = (
    input.flag('operator-url') ??
    host.env['KEYWRIGHT_OPERATOR_URL'] ??
    `http://127.0.0.1:${DEFAULT_PORT + 1}`
  ).replace(/\/+$/, '')
  let state: SealState | undefined
  for (const share of await readShares(context, input.rest())) {
    state = await giveShare(share)
    if (!state.sealed) break
  }
  const { sealed, given, threshold } = state!
  const text = sealed
    ? `${style.yellow('still sealed')}: ${given} of ${threshold} shares given`
    : style.green('unsealed')
  return { text, json: state, exitCode: sealed ? ExitCode.waiting : ExitCode.ok }

  async function giveShare(share: string): Promise<SealState> {
    const response = await reach(host, `${operatorUrl}/unseal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ share }),
    })
    const answer = (await response.json()) as SealState & { message?: string; hint?: string }
    if (response.ok) return answer
    throw new Failure(ExitCode.refused, answer.message ?? `HTTP ${response.status}`, { hint: answer.hint })
  }
}
