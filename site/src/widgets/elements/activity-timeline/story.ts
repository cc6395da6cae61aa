/** Plays the life of one activity in the engine, step by step. */
import { type Activity, isKeywrightError, type KeywrightClient } from '@keywright/client'
import { makeCrew } from '../../kit/crew.ts'
import type { Workbench } from '../../kit/workbench.ts'

export const OUTCOMES = [
  ['approve', 'Bob approves'],
  ['reject', 'Bob rejects'],
  ['fail', 'Approved, but fails'],
  ['alone', 'One approval is enough'],
] as const
export type Outcome = (typeof OUTCOMES)[number][0]

/** An activity after one step. */
export interface Moment {
  readonly title: string
  readonly activity: Activity
  /** Its lines of the request log, oldest first. */
  readonly requests: readonly SeenRequest[]
}

/** The fields of a request log line that the timeline shows. */
export interface SeenRequest {
  readonly id: string
  readonly call: string | null
  readonly status: number
  readonly stamp: { readonly check: string }
  readonly activity: { readonly id: string; readonly status: string } | null
}

export interface Story {
  /** Title of the next step. Undefined at the end. */
  readonly next: string | undefined
  readonly moments: readonly Moment[]
  advance(): Promise<Story>
}

type Step = readonly [title: string, play: (activity: Activity | undefined) => Promise<Activity>]

const WALLET = { walletName: 'Treasury', accounts: [] }

/** Sets up the users. The story is ready for its first step. */
export async function beginStory(bench: Workbench, outcome: Outcome): Promise<Story> {
  const threshold = outcome === 'alone' ? 1 : 2
  const crew = await makeCrew(bench, { name: 'Timeline', names: ['Alice', 'Bob'], threshold })
  return tell(bench, stepsOf(crew, outcome), [])
}

export const firstStepOf = (outcome: Outcome): string =>
  outcome === 'fail' ? 'Bob requests a wallet named “Treasury”' : 'Alice requests a wallet named “Treasury”'

function stepsOf([alice, bob]: readonly KeywrightClient[], outcome: Outcome): readonly Step[] {
  const asks: Step = [firstStepOf(outcome), () => ask(outcome === 'fail' ? bob! : alice!)]
  if (outcome === 'alone') return [asks]
  if (outcome === 'approve') return [asks, ['Bob approves', (activity) => vote(bob!, activity!, 'approve')]]
  if (outcome === 'reject') return [asks, ['Bob rejects', (activity) => vote(bob!, activity!, 'reject')]]
  return [
    asks,
    [
      'Alice and Bob create another wallet with the same name',
      async (activity) => {
        await vote(bob!, await ask(alice!), 'approve')
        return read(bob!, activity!.id)
      },
    ],
    ['Alice approves Bob’s request', (activity) => vote(alice!, activity!, 'approve')],
  ]
}

/** Returns the activity in its final status. */
const ask = (client: KeywrightClient): Promise<Activity> =>
  outcomeOf(client, () => client.createWallet(WALLET))

const vote = (client: KeywrightClient, { fingerprint }: Activity, selection: 'approve' | 'reject') =>
  outcomeOf(client, () => client[`${selection}Activity`]({ fingerprint }))

const read = async (client: KeywrightClient, activityId: string): Promise<Activity> =>
  (await client.getActivity({ activityId })).activity

/** @throws errors that don't belong to an activity */
async function outcomeOf(
  client: KeywrightClient,
  doing: () => Promise<{ readonly activity: Activity }>,
): Promise<Activity> {
  try {
    return (await doing()).activity
  } catch (error) {
    const activityId = isKeywrightError(error) ? Object(error).activityId : undefined
    if (typeof activityId !== 'string') throw error
    return read(client, activityId)
  }
}

function tell(bench: Workbench, steps: readonly Step[], moments: readonly Moment[]): Story {
  const step = steps[moments.length]
  return {
    next: step?.[0],
    moments,
    async advance() {
      if (!step) return this
      const [title, play] = step
      const before = new Set((await requestsAbout(bench)).map(({ id }) => id))
      const activity = await play(moments.at(-1)?.activity)
      const requests = (await requestsAbout(bench)).filter(({ id }) => !before.has(id)).reverse()
      return tell(bench, steps, [...moments, { title, activity, requests }])
    },
  }
}

async function requestsAbout({ sandbox }: Workbench): Promise<SeenRequest[]> {
  return (await sandbox.dev<{ requests: SeenRequest[] }>('GET', '/dev/requests?limit=50')).requests
}
