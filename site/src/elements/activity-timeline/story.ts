/** The life of one activity, played in the engine step by step. */
import { type Activity, isKeywrightError } from '@keywright/client'
import { type Crew, type Member, makeCrew } from '../kit/crew.ts'
import type { Workbench } from '../kit/workbench.ts'

export const OUTCOMES = [
  ['approve', 'Bob approves'],
  ['reject', 'Bob rejects'],
  ['fail', 'approved, and fails'],
  ['alone', 'one approval is enough'],
] as const
export type Outcome = (typeof OUTCOMES)[number][0]

/** An activity after something happened to it. */
export interface Moment {
  readonly title: string
  readonly activity: Activity
  /** What the console shows of it, oldest first. */
  readonly requests: readonly SeenRequest[]
}

/** A line of the request log, as far as it is shown. */
export interface SeenRequest {
  readonly id: string
  readonly call: string | null
  readonly status: number
  readonly stamp: { readonly check: string }
  readonly activity: { readonly id: string; readonly status: string } | null
}

export interface Story {
  /** What happens next; undefined at the end. */
  readonly next: string | undefined
  readonly moments: readonly Moment[]
  advance(): Promise<Story>
}

type Step = readonly [title: string, play: (activity: Activity | undefined) => Promise<Activity>]

const WALLET = { walletName: 'Treasury', accounts: [] }

/** Ready for its first step. */
export async function beginStory(bench: Workbench, outcome: Outcome): Promise<Story> {
  const threshold = outcome === 'alone' ? 1 : 2
  const crew = await makeCrew(bench, { name: 'Timeline', names: ['Alice', 'Bob'], threshold })
  return tell(bench, crew, stepsOf(crew, outcome), [])
}

export const firstStepOf = (outcome: Outcome): string =>
  outcome === 'fail' ? 'Bob asks for a wallet “Treasury”' : 'Alice asks for a wallet “Treasury”'

function stepsOf({ members: [alice, bob] }: Crew, outcome: Outcome): readonly Step[] {
  const asks: Step = [firstStepOf(outcome), () => ask(outcome === 'fail' ? bob! : alice!)]
  if (outcome === 'alone') return [asks]
  if (outcome === 'approve') return [asks, ['Bob approves', (activity) => vote(bob!, activity!, 'approve')]]
  if (outcome === 'reject') return [asks, ['Bob rejects', (activity) => vote(bob!, activity!, 'reject')]]
  return [
    asks,
    [
      'Meanwhile Alice and Bob make another wallet of that name',
      async (activity) => {
        await vote(bob!, await ask(alice!), 'approve')
        return read(bob!, activity!)
      },
    ],
    ['Alice approves the first one', (activity) => vote(alice!, activity!, 'approve')],
  ]
}

/** The activity, whatever came of it. */
async function ask({ client }: Member): Promise<Activity> {
  return outcomeOf(client, () => client.createWallet(WALLET))
}

function vote(
  { client }: Member,
  { fingerprint }: Activity,
  selection: 'approve' | 'reject',
): Promise<Activity> {
  return outcomeOf(client, () =>
    selection === 'approve'
      ? client.approveActivity({ fingerprint })
      : client.rejectActivity({ fingerprint }),
  )
}

const read = async ({ client }: Member, { id }: Activity): Promise<Activity> =>
  (await client.getActivity({ activityId: id })).activity

/** @throws what is no outcome of an activity */
async function outcomeOf(
  client: Member['client'],
  doing: () => Promise<{ readonly activity: Activity }>,
): Promise<Activity> {
  try {
    return (await doing()).activity
  } catch (error) {
    const activityId = isKeywrightError(error) ? Object(error).activityId : undefined
    if (typeof activityId !== 'string') throw error
    return (await client.getActivity({ activityId })).activity
  }
}

function tell(bench: Workbench, crew: Crew, steps: readonly Step[], moments: readonly Moment[]): Story {
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
      return tell(bench, crew, steps, [...moments, { title, activity, requests }])
    },
  }
}

async function requestsAbout({ sandbox }: Workbench): Promise<SeenRequest[]> {
  return (await sandbox.dev<{ requests: SeenRequest[] }>('GET', '/dev/requests?limit=50')).requests
}
