/** The path of a request: find the call, read, authenticate, then query or submit, then answer. */
import { ApiError, type Call, findCall, parseQuery, parseSubmit, type SubmitCall } from '@keywright/contract'
import { fingerprintOf } from '@keywright/keys'
import { type SubmitRequest, submitActivity } from './activity/submit.ts'
import { authenticate } from './authenticate/authenticate.ts'
import { queryHandler } from './calls.ts'
import type { Context } from './context.ts'
import { toApiError } from './errors.ts'
import { type RequestBody, readBody } from './http/readBody.ts'
import { respond, respondError, respondPreflight, respondWrongMethod } from './http/respond.ts'
import type { Ids } from './ids.ts'
import { OUTBOX } from './outbox/outbox.ts'
import type { Ports } from './ports.ts'
import { RECOVERY_KEY } from './resources/users/expiringKeys.ts'
import { StoreConflict } from './store/store.ts'
import type { OrganizationRow } from './store/tables.ts'
import { beginTransaction, type Partition, type Transaction } from './store/transaction.ts'
import type { Vault } from './vault.ts'

/** What an engine is made of, for the functions that serve a request. */
export interface Engine {
  readonly ports: Ports
  readonly ids: Ids
  readonly vault: Vault
  /** Runs tasks of one organization one after the other, so that they do not run into each other's commits. */
  readonly inTurn: <T>(organizationId: string, task: () => Promise<T>) => Promise<T>
  /** Hands the organization's messages to the host, after the answer. */
  readonly deliverSoon: (organizationId: string) => void
}

/** Answers any request, whatever it holds. Never throws. */
export async function handle(request: Request, engine: Engine): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight()
  try {
    const { pathname } = new URL(request.url)
    const call = findCall(pathname)
    if (!call) throw new ApiError('PATH_NOT_FOUND', { path: pathname.slice(0, 200) })
    if (request.method !== 'POST') return respondWrongMethod(request.method)
    const body = await readBody(request)
    const answer =
      call.kind === 'query'
        ? await runQuery(call, request.headers, body, engine)
        : await runSubmit(call as SubmitCall, request.headers, body, engine)
    return respond(answer)
  } catch (error) {
    const newErrorId = () => engine.ids.random()
    return respondError(toApiError(error, newErrorId, engine.ports.log ?? ignore))
  }
}

async function runQuery(
  call: Extract<Call, { kind: 'query' }>,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  return repeatOnConflict(engine, async (transaction) => {
    try {
      return await queryOnce(transaction, call, headers, body, engine)
    } catch (error) {
      await assertCurrent(transaction, error)
      throw error
    }
  })
}

async function queryOnce(
  transaction: Transaction,
  call: Extract<Call, { kind: 'query' }>,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  const now = engine.ports.clock()
  const setting = { transaction, vault: engine.vault, now }
  const {
    target,
    caller,
    meanwhile: filters,
  } = await authenticate(headers, body, call.name, setting, () => parseQuery(call as never, body.json))
  // Whoever recovers does that and nothing else; `whoami` tells a client whose key it holds.
  if (caller.credential.type === RECOVERY_KEY && call.name !== 'whoami') {
    throw new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations: [] })
  }
  const context = await openContext(engine, transaction, target, now)
  return queryHandler(call.name)(context, filters, caller)
}

/** Somebody else's commit came between: the whole request is done again, on what is there now. */
const MAX_ATTEMPTS = 20

async function runSubmit(
  call: SubmitCall,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  const organizationId = String(body.json['organizationId'])
  return engine.inTurn(organizationId, async () => {
    return repeatOnConflict(engine, async (transaction) => {
      const kept: KeptWrite[] = []
      try {
        return await submitOnce(transaction, kept, call, headers, body, engine)
      } catch (error) {
        await assertCurrent(transaction, error)
        // A conflict here repeats the request too: a wrong try is never left uncounted.
        if (error instanceof ApiError && kept.length > 0) await writeKept(kept, engine)
        throw error
      }
    })
  })
}

/** Runs on a fresh transaction each time, until nobody comes between; those who keep meeting part by and by. */
async function repeatOnConflict<T>(
  { ports }: Engine,
  task: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(beginTransaction(ports.store))
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === MAX_ATTEMPTS) throw error
      await ports.backOff?.(attempt)
    }
  }
}

/**
 * A refusal counts only when nobody changed what it rests on while it was read.
 * @throws StoreConflict when somebody did
 */
async function assertCurrent(transaction: Transaction, error: unknown): Promise<void> {
  if (error instanceof StoreConflict) throw error
  const changed = await transaction.firstChanged()
  if (changed !== undefined) throw new StoreConflict(changed)
}

async function submitOnce(
  transaction: Transaction,
  kept: KeptWrite[],
  call: SubmitCall,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  const now = engine.ports.clock()
  const setting = { transaction, vault: engine.vault, now }
  const { target, caller, meanwhile } = await authenticate(headers, body, call.name, setting, () => ({
    request: parseSubmit(call, body.json) as SubmitRequest,
    fingerprint: fingerprintOf(body.bytes),
  }))
  const { answer, activityId } = await submitActivity({
    call,
    ...meanwhile,
    body,
    caller,
    context: await openContext(engine, transaction, target, now),
    savepoint: transaction.savepoint,
    keepOnRefusal: (write) => kept.push({ organizationId: target.organizationId, now, write }),
  })
  const written = await transaction.commit({ activityId, at: now })
  if (written.has(OUTBOX)) engine.deliverSoon(target.organizationId)
  return answer
}

/** What a handler wants written although it refused. */
interface KeptWrite {
  readonly organizationId: string
  /** When the refused request was looked at, in milliseconds since 1970. */
  readonly now: number
  readonly write: (rows: Partition) => Promise<void>
}

async function writeKept(kept: readonly KeptWrite[], engine: Engine): Promise<void> {
  const transaction = beginTransaction(engine.ports.store)
  for (const { organizationId, write } of kept) await write(await transaction.organization(organizationId))
  await transaction.commit({ activityId: null, at: kept[0]!.now })
}

/** A context on the rows of `organization`. */
export async function openContext(
  engine: Engine,
  transaction: Transaction,
  organization: OrganizationRow,
  now: number,
): Promise<Context> {
  return {
    organization,
    rows: await transaction.organization(organization.organizationId),
    open: transaction.organization,
    now,
    ids: engine.ids,
    random: engine.ports.random,
    fetch: engine.ports.fetch,
    vault: engine.vault,
    settings: engine.ports.settings ?? {},
    observe: engine.ports.observe,
  }
}

function ignore(): void {}
