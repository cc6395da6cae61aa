/** `keywright unseal` */
import type { SealState } from '@keywright/server'
import { readAnswer } from '../client.ts'
import type { Context, Outcome } from '../command.ts'
import { DEFAULT_PORT } from '../connection.ts'
import { ExitCode } from '../exitCode.ts'
import { usageFailure } from '../failure.ts'
import { reach } from '../reach.ts'
import { readShares } from '../shares.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const operatorUrl = operatorUrlOf(context)
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
    const response = await reach(
      host,
      `${operatorUrl}/unseal`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ share }),
      },
      'shares are given on the machine of the server; its log names operatorUrl',
    )
    return (await readAnswer(response)) as SealState
  }
}

/** @throws Failure (usage) when it is no http address */
function operatorUrlOf({ input, host }: Context): string {
  const usual = `http://127.0.0.1:${DEFAULT_PORT + 1}`
  const text = input.flag('operator-url') || host.env['KEYWRIGHT_OPERATOR_URL'] || usual
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text.replace(/\/+$/, '')
  throw usageFailure(`the operators' address \`${text}\` is not usable`, `write it like ${usual}`)
}
