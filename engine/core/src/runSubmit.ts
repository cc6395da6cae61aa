/** A submit: prepared next to other requests, then opened, decided and committed in its organization's turn. */
import { ApiError, limits, paddedBytesOf, parseSubmit, type SubmitCall } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import type { Kept } from './activity/advance.ts'
import { type Fingerprints, fingerprintsOf } from './activity/fingerprints.ts'
import { prefetchSubmit } from './activity/prefetchSubmit.ts'
import { fingerprintLookup } from './activity/record.ts'
import { unsealing } from './activity/secrets.ts'
import {
  assertMaySend,
  type Posted,
  type Prepared,
  prepareSubmission,
  type SubmitRequest,
} from './activity/submission.ts'
import { submitActivity } from './activity/submitActivity.ts'
import { type Admit, admitOnce } from './admit.ts'
import { assertUnexpired, authenticate } from './authenticate/authenticate.ts'
import { type Once, rememberOnce } from './authenticate/once.ts'
import { type Budget, openBudget } from './budget.ts'
import type { Caller } from './context.ts'
import type { HandlerOf } from './handler.ts'
import { loadSubmitHandlers } from './handlers.ts'
import { openFetchJson } from './http/fetchJson.ts'
import type { RequestBody } from './http/readBody.ts'
import { receiversIn } from './outbox/outbox.ts'
import { type EngineParts, type Incoming, openContext, pauseOf } from './parts.ts'
import { prove } from './prove.ts'
import { failIfCurrent, retryOnConflict } from './retry.ts'
import { type ChargedQuota, defaultQuota } from './store/storage.ts'
import type { OrganizationRow } from './store/tables.ts'
import type { Committing, Transaction } from './store/transaction.ts'

interface Submit {
  readonly incoming: Incoming<SubmitCall>
  readonly engine: EngineParts
  readonly handlerOf: HandlerOf
  readonly organizationId: string
  readonly fingerprints: Fingerprints
  readonly once: Once
  readonly admit: Admit
}

interface OpenedSubmit {
  readonly transaction: Transaction
  readonly caller: Caller
  readonly context: Awaited<ReturnType<typeof openContext>>
}

interface PreparedSubmit {
  readonly opened: OpenedSubmit
  readonly posted: Posted
  readonly prepared: Prepared
  readonly budget: Budget
}

interface CommittedSubmit extends Pick<Committing, 'isAppend' | 'durable'> {
  readonly answer: () => object
}

/** @throws ApiError */
export async function runSubmit(incoming: Incoming<SubmitCall>, engine: EngineParts): Promise<object> {
  const organizationId = String(incoming.body.json['organizationId'])
  const submit: Submit = {
    incoming,
    engine,
    handlerOf: await loadSubmitHandlers(incoming.call.name),
    organizationId,
    fingerprints: fingerprintsOf(incoming.body, organizationId, engine.vault),
    once: rememberOnce(),
    admit: admitOnce(engine.ports),
  }
  const budget = openBudget(pauseOf(engine))
  const prepared = await retryOnConflict(engine, (transaction) =>
    failIfCurrent(transaction, () => prepare(transaction, submit, budget.fork())),
  )
  let reusable: OpenedSubmit | undefined = prepared.opened
  return retryOnConflict(engine, async (transaction) => {
    const inTurn = async () => {
      const first = reusable
      reusable = undefined
      const opened =
        first && (await first.transaction.isCurrent())
          ? first
          : await failIfCurrent(transaction, () => open(transaction, submit))
      const committed = await decideAndCommit(opened, prepared, submit)
      // Decisions depend on facts, so only changes of facts must be durable before the next turn.
      if (!committed.isAppend) await committed.durable
      return committed
    }
    // Requests of one caller share a place in the organization's round-robin.
    const { caller, context } = prepared.opened
    const { durable, answer } = await engine.inTurn(organizationId, inTurn, caller.user.userId)
    await durable
    await prove(engine, { caller, target: context.organization })
    return answer()
  })
}

async function open(
  transaction: Transaction,
  { incoming, engine, fingerprints, once }: Submit,
): Promise<OpenedSubmit> {
  const now = engine.ports.clock()
  const prefetch = fingerprints.named.map(fingerprintLookup)
  const setting = { transaction, vault: engine.vault, now, once, prefetch }
  const { target, caller } = await authenticate(incoming, setting)
  return { transaction, caller, context: await openContext(engine, transaction, target, now) }
}

async function prepare(transaction: Transaction, submit: Submit, budget: Budget): Promise<PreparedSubmit> {
  const { incoming, engine, fingerprints, handlerOf, admit } = submit
  const { call, body } = incoming
  const opened = await open(transaction, submit)
  const { caller } = opened
  const posted = { call, request: parseUnpadded(call, body), ...fingerprints, text: body.text }
  const context = { ...opened.context, budget, fetchJson: openFetchJson(engine.ports.fetch) }
  await admit(caller, () => assertMaySend(context, posted, caller))
  const policies = prefetchSubmit(transaction, context, caller, call.resource === null)
  const unseal = unsealing(context.organization.organizationId, engine.vault)
  const prepared = await prepareSubmission(context, posted, caller, handlerOf, unseal)
  await policies
  return { opened, posted, prepared, budget }
}

function parseUnpadded(call: SubmitCall, { bytes, json }: RequestBody): SubmitRequest {
  const request = parseSubmit(call, json) as SubmitRequest
  if (bytes.length > limits.bodyPaddingBytes) {
    const limit = paddedBytesOf(toUtf8(JSON.stringify(request)).length)
    if (bytes.length > limit) throw new ApiError('BODY_TOO_LARGE', { limit })
  }
  return request
}

async function decideAndCommit(
  opened: OpenedSubmit,
  prepared: PreparedSubmit,
  submit: Submit,
): Promise<CommittedSubmit> {
  const { transaction, context } = opened
  const kept: Kept[] = []
  const undo = transaction.savepoint()
  try {
    return await failIfCurrent(transaction, () => commitDecided(opened, prepared, submit, kept))
  } catch (error) {
    if (error instanceof ApiError && kept.length > 0) {
      undo()
      for (const write of kept) await write(context.rows)
      // A conflict repeats the request, so each try of a code is counted before the next one is checked.
      const cause = { activityId: null, at: submit.engine.ports.clock() }
      await transaction.commit(cause, quotaOf(submit.engine, context.organization)).durable
    }
    throw error
  }
}

async function commitDecided(
  { transaction, caller, context }: OpenedSubmit,
  { posted, prepared, budget }: PreparedSubmit,
  { engine, handlerOf }: Submit,
  kept: Kept[],
): Promise<CommittedSubmit> {
  const { organizationId } = context.organization
  const now = engine.ports.clock()
  // The key may have expired since it was read.
  assertUnexpired(caller, now)
  const { answer, activityId, charged } = await submitActivity({
    posted,
    prepared,
    caller,
    handlerOf,
    unseal: unsealing(organizationId, engine.vault),
    context: {
      ...context,
      now,
      budget: budget.fork(),
      vault: engine.vault,
      random: engine.ports.random,
      keepOnRefusal: (write) => kept.push(write),
    },
    kept,
    observe: engine.ports.observe,
    savepoint: transaction.savepoint,
  })
  if (activityId !== null) engine.ports.about?.({ activityId })
  const { written, isAppend, durable } = transaction.commit(
    { activityId, at: now },
    { ...quotaOf(engine, context.organization), user: charged },
  )
  // Awaited later: don't report a failure before then as unhandled.
  durable.catch(() => undefined)
  return {
    isAppend,
    durable,
    answer() {
      engine.deliverSoon(organizationId, receiversIn(written))
      return answer
    },
  }
}

function quotaOf({ ports }: EngineParts, { parentId }: OrganizationRow): ChargedQuota {
  const { organizationBytes, subOrganizationBytes, userBytes } = {
    ...defaultQuota,
    ...ports.settings?.storageQuota,
  }
  return { organizationBytes: parentId ? subOrganizationBytes : organizationBytes, userBytes }
}
