/** Outcomes of a submit: completed, waiting for votes, pending, failed, rejected. */
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { firstOf, type Script, type Seen } from '../observer.ts'
import type { Connection } from '../protocol.ts'
import { addUser, credentialOf, shorten, stamperOf, type World } from '../world.ts'
import { WALLET, walletOf } from './requests.ts'

const CONSENSUS = '/api-overview/submissions#consensus'
const POLLING = '/api-overview/submissions#polling'
const STATUSES = '/api-overview/submissions#statuses'

/** An organization whose two root users decide together. */
async function teamOf(world: World) {
  const organization = await world.organization()
  const { client, userId } = organization
  const key = await addUser(organization, 'second')
  const { users } = await client.listUsers()
  const second = users.find((user) => user.userId !== userId)!
  await client.updateRootQuorum({ threshold: 2, userIds: [userId, second.userId] })
  return { second: world.kw.clientOf(stamperOf(key), organization.organizationId), secondKey: key }
}

const submitsOf = (requests: readonly Seen[]) => requests.filter(({ path }) => path.endsWith('create_wallet'))

/** Replaces the engine's status in the given number of responses. */
function holding(status: string, members: object, looks: number): Script {
  let left = looks
  return async ({ path }, next) => {
    const response = await next()
    if (!/create_wallet|get_activity/.test(path) || left-- <= 0) return response
    const { activity } = (await response.json()) as { activity: object }
    return Response.json({ activity: { ...activity, status, result: {}, ...members } })
  }
}

const told = (outcome: object) => JSON.stringify(outcome)

export const activityChecks: readonly Check[] = [
  {
    id: 'consensus-told',
    group: 'activities',
    requires:
      'If others must approve a submit, the client reports CONSENSUS_NEEDED with the id and fingerprint of the activity.',
    source: CONSENSUS,
    async run(world) {
      await teamOf(world)
      const observer = await world.observe()
      const said = JSON.stringify(await outcomeOf(world, await world.connect(observer)))
      const { activity } = JSON.parse(firstOf(observer.requests).answer) as {
        activity: { id: string; fingerprint: string }
      }
      need(said.includes('CONSENSUS_NEEDED'), `the outcome is ${shorten(said)}`)
      need(said.includes(activity.id), `the activity id is missing: ${shorten(said)}`)
      need(said.includes(activity.fingerprint), `the fingerprint is missing: ${shorten(said)}`)
    },
  },
  {
    id: 'consensus-not-resubmitted',
    group: 'activities',
    requires: 'The client posts a submit that needs approvals only once.',
    source: CONSENSUS,
    async run(world) {
      await teamOf(world)
      const observer = await world.observe()
      await outcomeOf(world, await world.connect(observer))
      const { length } = submitsOf(observer.requests)
      need(length === 1, `it was posted ${length} times`)
    },
  },
  {
    id: 'consensus-waited-for',
    group: 'activities',
    requires: 'Waiting for an activity returns its result after others approve it.',
    source: CONSENSUS,
    async run(world) {
      const { second } = await teamOf(world)
      const observer = await world.observe(async ({ path }, next) => {
        // The other user approves at the first poll.
        if (path.endsWith('get_activity') && !isApproved) {
          isApproved = true
          await second.approveActivity({ fingerprint })
        }
        return next()
      })
      let isApproved = false
      let fingerprint = ''
      const client = await world.connect(observer)
      await outcomeOf(world, client)
      const { activity } = JSON.parse(firstOf(observer.requests).answer) as {
        activity: { id: string; fingerprint: string }
      }
      fingerprint = activity.fingerprint
      const { status, result } = await world.result('wait', { client, activityId: activity.id })
      need(status === 'ACTIVITY_STATUS_COMPLETED', `the status is ${status}`)
      need(typeof result?.['walletId'] === 'string', `the result is ${JSON.stringify(result)}`)
      need(submitsOf(observer.requests).length === 1, 'it was submitted again')
    },
  },
  {
    id: 'vote',
    group: 'activities',
    requires: 'A vote by fingerprint returns the activity that the vote is about.',
    source: CONSENSUS,
    async run(world) {
      const { secondKey } = await teamOf(world)
      const observer = await world.observe()
      await outcomeOf(world, await world.connect(observer))
      const { activity } = JSON.parse(firstOf(observer.requests).answer) as {
        activity: { id: string; fingerprint: string }
      }
      const client = await world.connect(observer, { credential: credentialOf(secondKey) })
      const { fingerprint } = activity
      const type = 'ACTIVITY_TYPE_APPROVE_ACTIVITY'
      const answer = await world.result('submit', { client, type, parameters: { fingerprint } })
      need(answer.activityId === activity.id, `the answer is about ${answer.activityId}`)
      need(answer.status === 'ACTIVITY_STATUS_COMPLETED', `the status is ${answer.status}`)
    },
  },
  {
    id: 'pending-polled',
    group: 'activities',
    requires: 'The client polls a pending activity until it has a result, and submits it only once.',
    source: POLLING,
    async run(world) {
      const observer = await world.observe(holding('ACTIVITY_STATUS_PENDING', {}, 3))
      const client = await world.connect(observer)
      const answer = await world.result('submit', { client, type: WALLET, parameters: walletOf('slow') })
      need(answer.status === 'ACTIVITY_STATUS_COMPLETED', `the status is ${answer.status}`)
      need(typeof answer.result?.['walletId'] === 'string', `the result is ${JSON.stringify(answer.result)}`)
      need(submitsOf(observer.requests).length === 1, 'it was submitted again')
    },
  },
  {
    id: 'pending-time-up',
    group: 'activities',
    requires: 'Waiting stops at the timeout that the caller set, and the outcome names the activity.',
    source: POLLING,
    async run(world) {
      const observer = await world.observe(holding('ACTIVITY_STATUS_PENDING', {}, Number.POSITIVE_INFINITY))
      const client = await world.connect(observer, { timeoutMs: 1_500 })
      const outcome = await world.either('submit', { client, type: WALLET, parameters: walletOf('endless') })
      const { activity } = JSON.parse(firstOf(observer.requests).answer) as { activity: { id: string } }
      need(!told(outcome).includes('COMPLETED'), 'it is reported as completed')
      need(told(outcome).includes(activity.id), `the activity id is missing: ${shorten(told(outcome))}`)
      need(submitsOf(observer.requests).length === 1, 'it was submitted again')
    },
  },
  {
    id: 'failed-told',
    group: 'activities',
    requires: 'If an activity fails, the client reports the message and the error code of the failure.',
    source: '/api-overview/errors#channels',
    async run(world) {
      const failure = {
        code: 9,
        message: 'the vault is closed on Sundays',
        details: [
          { '@type': 'type.googleapis.com/errors.v1.KeywrightErrorDetail', errorCode: 'VAULT_CLOSED' },
        ],
      }
      const observer = await world.observe(holding('ACTIVITY_STATUS_FAILED', { failure }, 1))
      const client = await world.connect(observer)
      const outcome = await world.either('submit', { client, type: WALLET, parameters: walletOf('failing') })
      need(told(outcome).includes(failure.message), `the message is missing: ${shorten(told(outcome))}`)
      need(told(outcome).includes('VAULT_CLOSED'), `the error code is missing: ${shorten(told(outcome))}`)
    },
  },
  {
    id: 'rejected-told',
    group: 'activities',
    requires: 'If others reject an activity, the client reports REJECTED.',
    source: STATUSES,
    async run(world) {
      const observer = await world.observe(holding('ACTIVITY_STATUS_REJECTED', {}, 1))
      const client = await world.connect(observer)
      const outcome = await world.either('submit', { client, type: WALLET, parameters: walletOf('rejected') })
      need(/REJECTED/.test(told(outcome)), `the outcome is ${shorten(told(outcome))}`)
    },
  },
]

/** The client's outcome of a submit that needs approval: an error or a result, depending on the language. */
async function outcomeOf(world: World, client: Connection): Promise<object> {
  return world.either('submit', { client, type: WALLET, parameters: walletOf('team') })
}
