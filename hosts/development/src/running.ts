/** Starts the parts of a development host that a restored snapshot replaces. */
import { createEngine, type Engine, type UserRow, type Watch, type WholeStore } from '@keywright/engine'
import {
  createWebhookSigner,
  DEV,
  HostError,
  hostRows,
  isOutdated,
  type Log,
  logFault,
} from '@keywright/host'
import { platformRandom } from '@keywright/keys'
import { createDevClock } from './clock.ts'
import { type DevState, randomOf, rootSecretOf } from './devState.ts'
import type { EventBus } from './events.ts'
import type { Faults } from './faults.ts'
import { createGate } from './gate.ts'
import { createInbox } from './inbox.ts'
import { createIssuer } from './issuer/issuer.ts'
import { createOrganizations, createWithRootKey } from './organizations.ts'
import type { DevhostOptions, Running } from './parts.ts'
import type { TextPieces } from './textPieces.ts'
import { createDevWebhooks } from './webhooks/seenWebhooks.ts'

export interface RunningOptions extends DevhostOptions {
  readonly log: Log
  readonly events: EventBus
  readonly faults: Faults
}

/** Runs an engine until a restore replaces it. Requests and restores wait for each other. */
export async function openRunning(options: RunningOptions) {
  const { store, homes, state, events } = options
  const gate = createGate()
  let running = await startRunning(options, state, randomOf(state))
  return {
    running: () => running,
    pass: gate.pass,
    call(request: Request, watch?: Watch) {
      const begun = running
      return gate.pass(async () =>
        begun === running ? running.engine.handle(request, watch) : respondReplaced(),
      )
    },
    async exportState() {
      const { begun, writeSnapshot } = await import('./snapshotText.ts')
      return gate.close(async () => {
        await running.engine.idle()
        // Requests continue as soon as the store has begun its snapshot.
        return begun(writeSnapshot(running.state, store.readAll()))
      })
    },
    async importState(pieces: TextPieces) {
      const { restoreSnapshot } = await import('./snapshotText.ts')
      await gate.close(async () => {
        await running.engine.idle()
        const { state, random } = await restoreSnapshot(store, running.state, pieces)
        await homes.state.write(state)
        running = await startRunning(options, state, random)
      })
      events.tell('state', { organizationId: running.state.organizationId })
    },
    async deliverDue() {
      await gate.pass(async () => {
        await running.engine.idle()
        await running.engine.deliver(await store.withMessages())
      })
    },
    close: () => gate.close(() => running.engine.idle()),
  }
}

/** For a request that was under way during a restore, which must not change the restored state. Clients don't retry it. */
export const respondReplaced = (): Response =>
  Response.json(
    { code: 10, message: 'the state was replaced while this request was under way', details: [] },
    { status: 409, headers: { 'access-control-allow-origin': '*' } },
  )

/** Stores the ID of the state's organization, which it creates if missing. @throws HostError `STATE_OUTDATED` */
async function startRunning(
  options: RunningOptions,
  state: DevState,
  random: (length: number) => Uint8Array,
): Promise<Running> {
  const { store, homes } = options
  if (await isOutdated(store, rootSecretOf(state))) {
    throw new HostError(
      'STATE_OUTDATED',
      `this version of Keywright can't verify the rows that belong to the state in ${homes.state.place}`,
      'If another version wrote them, start that one. If they belong to another state, start with that. Otherwise start with --fresh, which deletes the current state.',
    )
  }
  const parts = await createParts(options, state, random)
  const organizationId = await firstOrganization(parts.engine, store, state)
  const complete = { ...state, organizationId }
  if (state.organizationId !== organizationId) await homes.state.write(complete)
  return { ...parts, state: complete }
}

async function createParts(
  { store, events, faults, url, now, log, reach, share, messageLinkOrigins }: RunningOptions,
  state: DevState,
  random: (length: number) => Uint8Array,
): Promise<Omit<Running, 'state'>> {
  const rows = hostRows(store, DEV)
  const rootSecret = rootSecretOf(state)
  const clock = await createDevClock(rows, now, state.seed !== null)
  const inbox = await createInbox(rows, clock, (letter) => events.tell('letter', letter))
  const issuer = createIssuer(url, rootSecret, clock)
  const signer = createWebhookSigner(rootSecret)
  const webhooks = await createDevWebhooks({
    rows,
    signer,
    fetch: reach,
    now: clock,
    isDoubled: faults.strikesDelivery,
    onTry: (delivery) => events.tell('delivery', delivery),
  })
  const engine = createEngine({
    store,
    clock,
    random,
    rootSecret,
    mail: inbox.takeMail,
    sms: inbox.takeSms,
    fetch: issuer.reach(reach),
    webhook: webhooks.deliver,
    share,
    log: (errorId, error) => logFault(log, errorId, error),
    settings: {
      hasSandboxOtp: true,
      allowsPrivateTargets: true,
      callerClock: now,
      messageLinkOrigins: messageLinkOrigins ?? 'any',
    },
  })
  // Keys of new organizations are random at every start, or repeat with a seed.
  const keyRandom = state.seed === null ? platformRandom : random
  const organizations = createOrganizations(rows, engine, keyRandom)
  return { rootSecret, engine, clock, inbox, issuer, signer, webhooks, organizations }
}

async function firstOrganization(engine: Engine, store: WholeStore, state: DevState): Promise<string> {
  const { publicKey } = state.apiKey
  const isRoot = async (organizationId: string) => {
    const users = (await store.list(organizationId, 'users')) as unknown as { value: UserRow }[]
    return users.some(({ value }) => value.apiKeys.some((key) => key.publicKey === publicKey))
  }
  const known = state.organizationId
  if (known !== undefined && (await store.get(known, 'organization', 'organization'))) return known
  // The first start may have been interrupted before it stored the ID of the organization.
  for (const organizationId of await store.organizations()) {
    if (await isRoot(organizationId)) return organizationId
  }
  return (await createWithRootKey(engine, 'Development', publicKey)).organizationId
}
