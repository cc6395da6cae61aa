/** All routes under `/dev` with their descriptions. They exist only in development and need no stamp. */
import { created, FIRST_ROUTES, type Route } from './answerDev.ts'
import { MAX_ADVANCE_MS } from './clock.ts'
import { bad, isForm, missing, readForm, readInput, readLimit } from './input.ts'
import { CLOCK_STEP, CLOCK_TIME, FAULT, STAMP, TOKEN } from './inputs.ts'
import { discoveryOf } from './issuer/discovery.ts'
import type { DevhostParts } from './parts.ts'
import { type FaultKind, readFault } from './readFault.ts'
import { MAX_REQUESTS } from './requestLog.ts'
import { readPieces, respondJson } from './streamedBody.ts'

/** Upper bound of the wait for receivers of webhooks. */
const WEBHOOK_PATIENCE_MS = 500

/** Waits for emails and text messages, but not for unresponsive webhook receivers. */
export const mailDelivered = ({ deliverDue, timers }: Pick<DevhostParts, 'deliverDue' | 'timers'>) =>
  Promise.race([deliverDue(), timers.wait(WEBHOOK_PATIENCE_MS)])

const timeOf = ({ running }: DevhostParts) => ({
  now: running().clock(),
  isStanding: running().clock.isStanding,
})

/** Changes the clock, emits an event, and delivers due messages. */
async function moveClock(host: DevhostParts, move: () => Promise<unknown>) {
  await move()
  host.events.tell('clock', timeOf(host))
  await host.deliverDue()
  return timeOf(host)
}

/** Routes for inspection, loaded on demand. */
const views = () => import('./views.ts')

export const ROUTES: readonly Route[] = [
  ...FIRST_ROUTES,
  {
    method: 'GET',
    path: '/dev/openapi.json',
    summary: 'This description',
    // Callers don't need the texts of all calls, so they load on demand.
    answer: async ({ url }) => (await import('./openapi.ts')).devOpenapi(url, ROUTES),
  },
  {
    method: 'GET',
    path: '/dev/events',
    summary:
      'Server-sent events: `request`, `activity`, `letter`, `delivery`, `clock`, `snapshot`, `faults`, `state`',
    answer: ({ streams }) => streams.open(),
  },
  {
    method: 'GET',
    path: '/dev/organizations/{id}',
    summary: 'Users with credentials, wallets with addresses, private keys, policies of any organization',
    async answer({ running, pass }, { name }) {
      const { viewOrganization } = await views()
      return found('organization', await pass(() => viewOrganization(running().engine, name)))
    },
  },
  {
    method: 'GET',
    path: '/dev/tree',
    summary: 'All organizations, with their parents, oldest first',
    answer: async ({ running, pass }, { query }) => {
      const limit = readLimit(query, 10_000)
      const { listOrganizations } = await views()
      return { organizations: await pass(() => listOrganizations(running().engine, limit)) }
    },
  },
  {
    method: 'GET',
    path: '/dev/activities',
    summary: 'Activities with their votes, newest first; of one organization with `organizationId`',
    answer: async ({ running, pass }, { query }) => {
      const limit = readLimit(query, 100)
      const id = query.get('organizationId')
      const { listActivities } = await views()
      return { activities: await pass(() => listActivities(running().engine, id, limit)) }
    },
  },
  {
    method: 'GET',
    path: '/dev/journal/{id}',
    summary: 'The journal of an organization, newest entry first, and whether all of it verifies',
    answer: async ({ running, pass }, { name, query }) => {
      const limit = readLimit(query, 1_000)
      const { viewJournal } = await views()
      return found('organization', await pass(() => viewJournal(running().engine, name, limit)))
    },
  },
  {
    method: 'POST',
    path: '/dev/stamps',
    summary:
      'Stamp a body as any user, with a key that this server knows; a user without one is given an API key `Development console`',
    input: STAMP,
    answer: async ({ running, pass }, { request }) => {
      const { organizationId, userId, body } = await readInput(request, STAMP)
      if (organizationId === undefined || userId === undefined || body === undefined) {
        throw bad('`organizationId`, `userId` and `body` are needed')
      }
      const { stampAs } = await import('./stampAs.ts')
      return pass(() => stampAs(running(), { organizationId, userId, body }))
    },
  },
  {
    method: 'GET',
    path: '/dev/inbox',
    summary: 'Emails and text messages, newest first; filter by `to`, `kind`, `limit`',
    answer: async (host, { query }) => {
      const limit = readLimit(query, 1_000)
      await mailDelivered(host)
      const [to, kind] = [query.get('to'), query.get('kind')]
      const filter = { ...(to !== null && { to }), ...(kind !== null && { kind }), limit }
      return { messages: await host.running().inbox.list(filter) }
    },
  },
  {
    method: 'GET',
    path: '/dev/inbox/{id}',
    summary: 'One message',
    answer: async ({ running }, { name }) => found('message', await running().inbox.get(name)),
  },
  {
    method: 'DELETE',
    path: '/dev/inbox',
    summary: 'Delete all messages',
    answer: ({ running }) => running().inbox.clear(),
  },
  {
    method: 'GET',
    path: '/dev/clock',
    summary: 'Time of the server',
    answer: (host) => timeOf(host),
  },
  {
    method: 'POST',
    path: '/dev/clock/advance',
    summary: 'Advance the clock and deliver messages that become due',
    input: CLOCK_STEP,
    answer: async (host, { request }) => {
      const { milliseconds = 0, seconds = 0 } = await readInput(request, CLOCK_STEP)
      const step = milliseconds + seconds * 1000
      if (!Number.isInteger(step) || step < 0 || step > MAX_ADVANCE_MS) {
        throw bad('the clock can only be advanced by a whole number of milliseconds')
      }
      return moveClock(host, () => host.running().clock.advance(step))
    },
  },
  {
    method: 'POST',
    path: '/dev/clock/set',
    summary: 'Set the clock to a later time and deliver messages that become due',
    input: CLOCK_TIME,
    answer: async (host, { request }) => {
      const { now } = await readInput(request, CLOCK_TIME)
      const step = (now ?? Number.NaN) - host.running().clock()
      if (!(step >= 0 && step <= MAX_ADVANCE_MS)) {
        throw bad('the clock can only be set to a later time, in milliseconds')
      }
      return moveClock(host, () => host.running().clock.advance(step))
    },
  },
  {
    method: 'POST',
    path: '/dev/clock/freeze',
    summary: 'Freeze the clock',
    answer: (host) => moveClock(host, () => host.running().clock.freeze()),
  },
  {
    method: 'POST',
    path: '/dev/clock/resume',
    summary: 'Resume the clock from the frozen time',
    answer: (host) => moveClock(host, () => host.running().clock.resume()),
  },
  {
    method: 'GET',
    path: '/dev/requests',
    summary: 'Latest requests: bytes, stamp check, policy explanation, response',
    answer: ({ requestLog }, { query }) => ({ requests: requestLog.list(readLimit(query, MAX_REQUESTS)) }),
  },
  {
    method: 'GET',
    path: '/dev/requests/{id}',
    summary: 'One request',
    answer: ({ requestLog }, { name }) => found('request', requestLog.get(name)),
  },
  {
    method: 'DELETE',
    path: '/dev/requests',
    summary: 'Delete all requests',
    answer: ({ requestLog }) => requestLog.clear(),
  },
  {
    method: 'GET',
    path: '/dev/faults',
    summary: 'Current faults',
    answer: ({ faults }) => ({ faults: faults.list() }),
  },
  {
    method: 'POST',
    path: '/dev/faults',
    summary: 'Set a fault on a call',
    input: FAULT,
    answer: async ({ faults }, { request }) => {
      const { kind, ...rest } = await readInput(request, FAULT)
      return created(faults.add(readFault({ ...rest, kind: kind as FaultKind })))
    },
  },
  {
    method: 'DELETE',
    path: '/dev/faults',
    summary: 'Remove all faults',
    answer: ({ faults }) => ({ removed: faults.remove() }),
  },
  {
    method: 'DELETE',
    path: '/dev/faults/{id}',
    summary: 'Remove a fault',
    answer: ({ faults }, { name }) => {
      if (faults.remove(name) === 0) throw missing('fault')
    },
  },
  {
    method: 'GET',
    path: '/dev/webhooks',
    summary: 'Webhook deliveries with all attempts, newest first',
    answer: async ({ deliverDue, running }, { query }) => {
      const limit = readLimit(query, 500)
      await deliverDue()
      return { deliveries: (await running().webhooks.list()).slice(0, limit) }
    },
  },
  {
    method: 'GET',
    path: '/dev/webhooks/{id}',
    summary: 'One delivery',
    answer: async ({ running }, { name }) => found('delivery', await running().webhooks.get(name)),
  },
  {
    method: 'POST',
    path: '/dev/webhooks/{id}/replay',
    summary: 'Resend a delivery with the same event ID',
    answer: async ({ running }, { name }) => found('delivery', await running().webhooks.replay(name)),
  },
  {
    method: 'DELETE',
    path: '/dev/webhooks',
    summary: 'Delete all deliveries',
    answer: ({ running }) => running().webhooks.clear(),
  },
  {
    method: 'GET',
    path: '/dev/issuer/.well-known/openid-configuration',
    summary: 'Discovery document of the issuer',
    crossSite: 'links too',
    answer: ({ running }) => discoveryOf(running().issuer.url),
  },
  {
    method: 'GET',
    path: '/dev/issuer/jwks',
    summary: 'Keys of the issuer',
    crossSite: 'links too',
    answer: ({ running }) => running().issuer.jwks,
  },
  {
    method: 'POST',
    path: '/dev/issuer/token',
    summary:
      'Issue an ID token for any identity. With a form body: token endpoint of the code flow (RFC 6749 §4.1.3)',
    input: TOKEN,
    answer: async ({ running }, { request }) => {
      const { issuer } = running()
      if (!isForm(request)) return issuer.mint(await readInput(request, TOKEN))
      const flow = await issuer.codeFlow()
      return flow.redeem(await readForm(request), request.headers.get('authorization'))
    },
  },
  {
    method: 'GET',
    path: '/dev/issuer/authorize',
    summary:
      'Authorize endpoint of the issuer (OpenID Connect code flow with PKCE): a page that asks who signs in',
    crossSite: 'links too',
    answer: async ({ running }, { query }) => (await running().issuer.codeFlow()).askWho(query),
  },
  {
    method: 'POST',
    path: '/dev/issuer/authorize',
    summary: 'Handle the form of the authorize page: redirect to the app with a code',
    answer: async ({ running }, { request }) => {
      if (!isForm(request)) throw bad('the body is not a form')
      return (await running().issuer.codeFlow()).sendBack(await readForm(request))
    },
  },
  {
    method: 'GET',
    path: '/dev/snapshots',
    summary: 'All snapshots',
    answer: async ({ snapshots }) => ({ snapshots: await snapshots.list() }),
  },
  {
    method: 'GET',
    path: '/dev/snapshots/{name}',
    summary: 'A snapshot in export format, including the root secret',
    crossSite: 'none',
    answer: async ({ snapshots }, { name }) => respondJson(await snapshots.read(name)),
  },
  {
    method: 'GET',
    path: '/dev/snapshots/{name}/compare',
    summary: 'Rows added, changed and removed since a snapshot',
    answer: async ({ snapshots, exportState }, { name }) => {
      const before = await snapshots.read(name)
      const { compareSnapshots } = await import('./compareSnapshots.ts')
      return { changes: await compareSnapshots(before, await exportState()) }
    },
  },
  {
    method: 'POST',
    path: '/dev/snapshots/{name}',
    summary: 'Save the whole state as a snapshot',
    answer: async ({ snapshots, exportState, events }, { name }) => {
      const bytes = await snapshots.write(name, await exportState())
      events.tell('snapshot', { name, change: 'taken' })
      return created({ name, bytes })
    },
  },
  {
    method: 'POST',
    path: '/dev/snapshots/{name}/restore',
    summary: 'Restore a snapshot',
    answer: async ({ snapshots, importState, running, events }, { name }) => {
      await importState(await snapshots.read(name))
      events.tell('snapshot', { name, change: 'restored' })
      return settingsOf(running())
    },
  },
  {
    method: 'DELETE',
    path: '/dev/snapshots/{name}',
    summary: 'Delete a snapshot',
    answer: async ({ snapshots, events }, { name }) => {
      await snapshots.remove(name)
      events.tell('snapshot', { name, change: 'removed' })
    },
  },
  {
    method: 'GET',
    path: '/dev/export',
    summary: 'Export the whole state, including the root secret',
    crossSite: 'none',
    answer: async ({ exportState }) => respondJson(await exportState()),
  },
  {
    method: 'POST',
    path: '/dev/import',
    summary: 'Replace the whole state with an export',
    input: {},
    answer: async ({ importState, running }, { request }) => {
      await importState(readPieces(request))
      return settingsOf(running())
    },
  },
]

/** Settings that callers need after the state was replaced, for its first organization. */
function settingsOf({ state, engine }: ReturnType<DevhostParts['running']>) {
  return {
    organizationId: state.organizationId,
    apiKey: state.apiKey,
    signerPublicKey: engine.signerPublicKey,
  }
}

function found<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw missing(what)
  return value
}
