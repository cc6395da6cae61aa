/** An activity with two votes, made in the sandbox. */
import { isKeywrightError } from '@keywright/client'
import { makeCrew } from '../kit/crew.ts'
import type { Workbench } from '../kit/workbench.ts'

/** Alice asks for a wallet, Bob approves: the record as the API gives it. */
export async function makeRecord(bench: Workbench): Promise<string> {
  const names = ['Alice', 'Bob']
  const { members } = await makeCrew(bench, { name: 'Votes', names, threshold: 2 })
  const [alice, bob] = members
  const waiting = await alice!.client
    .createWallet({ walletName: 'Treasury', accounts: [] })
    .catch((error: unknown) => error)
  if (!isKeywrightError(waiting, 'CONSENSUS_NEEDED')) throw waiting
  const { activity } = await bob!.client.approveActivity({ fingerprint: waiting.fingerprint })
  return toText(activity)
}

export const toText = (activity: object): string => JSON.stringify(activity, null, 2)
