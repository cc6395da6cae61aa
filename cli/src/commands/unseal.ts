/** `keywright unseal` */
import type { GivenShare, SealState } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { askOperatorApi } from '../connect/operatorApi.ts'
import { type NamedShare, readShares } from '../operate/shares.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const files = input.rest()
  if (input.isOn('discard')) {
    if (files.length > 0) throw usageFailure('--discard takes no shares', 'omit the files')
    const state = await askOperatorApi<SealState>(context, 'DELETE', '/unseal')
    return { text: `shares discarded; ${describe(state, style)}`, json: state }
  }
  let state: GivenShare | undefined
  for (const share of await readShares(context, files)) {
    state = await giveShare(context, share)
    if (state.confirmed || (!state.sealed && !state.pending)) break
  }
  const isWaiting = state!.sealed || (state!.pending?.given ?? 0) > 0
  return {
    text: describe(state!, style),
    json: state,
    exitCode: isWaiting ? ExitCode.waiting : ExitCode.ok,
  }
}

async function giveShare(context: Context, { text, name }: NamedShare): Promise<GivenShare> {
  return askOperatorApi<GivenShare>(context, 'POST', '/unseal', { share: text }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.exitCode !== ExitCode.refused) throw error
    throw new Failure(error.exitCode, `${name}: ${error.message}`, error.details)
  })
}

function describe(state: SealState & Partial<GivenShare>, style: Context['style']): string {
  const { sealed, given, threshold, pending, next, confirmed } = state
  const lines = [
    sealed
      ? `${style.yellow('still sealed')}: ${given} of ${threshold} shares received`
      : style.green('unsealed'),
  ]
  if (confirmed) {
    lines.push(
      'The new shares are valid now, and the server rejects the old ones.',
      style.yellow('The old shares can still reconstruct the secret: destroy them.'),
    )
  } else if (pending) {
    const { given, threshold } = pending
    lines.push(`new shares: ${given} of ${threshold} confirmed; the old shares stay valid until then`)
  }
  if (sealed && next?.given)
    lines.push(`root secret ${next.version}: ${next.given} of ${next.threshold} shares received`)
  if (!sealed && next) {
    const until = 'keywright rotate-root --retire is run with the new one'
    lines.push(
      `root secret ${next.version} exists; the old root secret and its shares stay valid until ${until}`,
    )
  }
  return lines.join('\n')
}
