/** Confirms the outlook in the engine: both sides try to create a wallet in an organization with these users. */
import { type Attempt, attemptTogether, makeCrew } from '../../kit/crew.ts'
import type { Workbench } from '../../kit/workbench.ts'
import type { Mark, Quorum } from './quorum.ts'

export interface Proof {
  readonly you: Attempt
  readonly thief: Attempt
}

export async function proveQuorum(bench: Workbench, { threshold, marks }: Quorum): Promise<Proof> {
  const names = marks.map((_, n) => `User ${n + 1}`)
  const clients = await makeCrew(bench, { name: 'Quorum', names, threshold })
  const withMark = (mark: Mark) => clients.filter((_, n) => marks[n] === mark)
  const makeWallet = (walletName: string, mark: Mark) =>
    attemptTogether(withMark(mark), (client) => client.createWallet({ walletName, accounts: [] }))
  return { you: await makeWallet('yours', 'held'), thief: await makeWallet('theirs', 'stolen') }
}
