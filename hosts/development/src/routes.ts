/** All routes under `/dev`. They exist only in development and need no stamp. */

import { MAX_ADVANCE_MS } from './clock.ts'
import { created, FIRST_ROUTES, found, type Route, type RouteTable, toRoutes } from './firstRoutes.ts'
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

async function moveClock(host: DevhostParts, move: () => Promise<unknown>) {
  await move()
  host.events.tell('clock', timeOf(host))
  await host.deliverDue()
  return timeOf(host)
}

/** Routes for inspection, loaded on demand. */
const views = () => import('./views.ts')

const MORE_ROUTES: RouteTable = {
  'GET /dev/openapi.json': {
    // Callers don't need the texts of all calls, so they load on demand.
    answer: async ({ url }) => (await import('./openapi.ts')).devOpenapi(url, ROUTES),
  },
  'GET /dev/events': { answer: ({ streams }) => streams.open() },
  'GET /dev/organizations/{id}': {
    async answer({ running, pass }, { name }) {
      const { viewOrganization } = await views()
      return found('organization', await pass(() => viewOrganization(running().engine, name)))
    },
  },
  'GET /dev/tree': {
    answer: async ({ running, pass }, { query }) => {
      const limit = readLimit(query, 10_000)
      const { listOrganizations } = await views()
      return { organizations: await pass(() => listOrganizations(running().engine, limit)) }
    },
  },
  'GET /dev/activities': {
    answer: async ({ running, pass }, { query }) => {
      const limit = readLimit(query, 100)
      const id = query.get('organizationId')
      const { listActivities } = await views()
      return { activities: await pass(() => listActivities(running().engine, id, limit)) }
    },
  },
  'GET /dev/journal/{id}': {
    answer: async ({ running, pass }, { name, query }) => {
      const limit = readLimit(query, 1_000)
      const { viewJournal } = await views()
      return found('organization', await pass(() => viewJournal(running().engine, name, limit)))
    },
  },
  'POST /dev/stamps': {
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
  'GET /dev/inbox': {
    answer: async (host, { query }) => {
      const limit = readLimit(query, 1_000)
      await mailDelivered(host)
      const [to, kind] = [query.get('to'), query.get('kind')]
      const filter = { ...(to !== null && { to }), ...(kind !== null && { kind }), limit }
      return { messages: await host.running().inbox.list(filter) }
    },
  },
  'GET /dev/inbox/{id}': {
    answer: async ({ running }, { name }) => found('message', await running().inbox.get(name)),
  },
  'DELETE /dev/inbox': { answer: ({ running }) => running().inbox.clear() },
  'GET /dev/clock': { answer: (host) => timeOf(host) },
  'POST /dev/clock/advance': {
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
  'POST /dev/clock/set': {
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
  'POST /dev/clock/freeze': { answer: (host) => moveClock(host, () => host.running().clock.freeze()) },
  'POST /dev/clock/resume': { answer: (host) => moveClock(host, () => host.running().clock.resume()) },
  'GET /dev/requests': {
    answer: ({ requestLog }, { query }) => ({ requests: requestLog.list(readLimit(query, MAX_REQUESTS)) }),
  },
  'DELETE /dev/requests': { answer: ({ requestLog }) => requestLog.clear() },
  'GET /dev/faults': { answer: ({ faults }) => ({ faults: faults.list() }) },
  'POST /dev/faults': {
    input: FAULT,
    answer: async ({ faults }, { request }) => {
      const { kind, ...rest } = await readInput(request, FAULT)
      return created(faults.add(readFault({ ...rest, kind: kind as FaultKind })))
    },
  },
  'DELETE /dev/faults': { answer: ({ faults }) => ({ removed: faults.remove() }) },
  'DELETE /dev/faults/{id}': {
    answer: ({ faults }, { name }) => {
      if (faults.remove(name) === 0) throw missing('fault')
    },
  },
  'GET /dev/webhooks': {
    answer: async ({ deliverDue, running }, { query }) => {
      const limit = readLimit(query, 500)
      await deliverDue()
      return { deliveries: (await running().webhooks.list()).slice(0, limit) }
    },
  },
  'GET /dev/webhooks/{id}': {
    answer: async ({ running }, { name }) => found('delivery', await running().webhooks.get(name)),
  },
  'POST /dev/webhooks/{id}/replay': {
    answer: async ({ running }, { name }) => found('delivery', await running().webhooks.replay(name)),
  },
  'DELETE /dev/webhooks': { answer: ({ running }) => running().webhooks.clear() },
  'GET /dev/issuer/.well-known/openid-configuration': {
    crossSite: 'links too',
    answer: ({ running }) => discoveryOf(running().issuer.url),
  },
  'GET /dev/issuer/jwks': {
    crossSite: 'links too',
    answer: async ({ running }) => (await running().issuer.minter()).jwks,
  },
  'POST /dev/issuer/token': {
    input: TOKEN,
    answer: async ({ running }, { request }) => {
      const { issuer } = running()
      if (!isForm(request)) return (await issuer.minter()).mint(await readInput(request, TOKEN))
      const flow = await issuer.codeFlow()
      return flow.redeem(await readForm(request), request.headers.get('authorization'))
    },
  },
  'GET /dev/issuer/authorize': {
    crossSite: 'links too',
    answer: async ({ running }, { query }) => (await running().issuer.codeFlow()).askWho(query),
  },
  'POST /dev/issuer/authorize': {
    answer: async ({ running }, { request }) => {
      if (!isForm(request)) throw bad('the body is not a form')
      return (await running().issuer.codeFlow()).sendBack(await readForm(request))
    },
  },
  'GET /dev/snapshots': { answer: async ({ snapshots }) => ({ snapshots: await snapshots.list() }) },
  'GET /dev/snapshots/{name}': {
    crossSite: 'none',
    answer: async ({ snapshots }, { name }) => respondJson(await snapshots.read(name)),
  },
  'POST /dev/snapshots/{name}': {
    answer: async ({ snapshots, exportState, events }, { name }) => {
      const bytes = await snapshots.write(name, await exportState())
      events.tell('snapshot', { name, change: 'taken' })
      return created({ name, bytes })
    },
  },
  'POST /dev/snapshots/{name}/restore': {
    answer: async ({ snapshots, importState, running, events }, { name }) => {
      await importState(await snapshots.read(name))
      events.tell('snapshot', { name, change: 'restored' })
      return settingsOf(running())
    },
  },
  'DELETE /dev/snapshots/{name}': {
    answer: async ({ snapshots, events }, { name }) => {
      await snapshots.remove(name)
      events.tell('snapshot', { name, change: 'removed' })
    },
  },
  'GET /dev/export': {
    crossSite: 'none',
    answer: async ({ exportState }) => respondJson(await exportState()),
  },
  'POST /dev/import': {
    input: {},
    answer: async ({ importState, running }, { request }) => {
      await importState(readPieces(request))
      return settingsOf(running())
    },
  },
}

export const ROUTES: readonly Route[] = toRoutes({ ...FIRST_ROUTES, ...MORE_ROUTES })

/** Settings that callers need after the state was replaced, for its first organization. */
function settingsOf({ state, engine }: ReturnType<DevhostParts['running']>) {
  return {
    organizationId: state.organizationId,
    apiKey: state.apiKey,
    signerPublicKey: engine.signerPublicKey,
  }
}
