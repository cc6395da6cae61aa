/** The path of a request: find the call, read, authenticate, then query or submit, then answer. */
import {
  ApiError,
  bodyBytesOf,
  type Call,
  findCall,
  limits,
  paddedBytesOf,
  parseQuery,
  parseSubmit,
  readQueryBinding,
  type SubmitCall,
} from '@keywright/contract'
import { fingerprintOf, toUtf8 } from '@keywright/keys'
import type { Kept } from './activity/advance.ts'
import { anticipateSubmit } from './activity/anticipate.ts'
import { assertBound } from './activity/binding.ts'
import { fingerprintLookup } from './activity/record.ts'
import { keyedFingerprint, storedFingerprint, wholeActivities } from './activity/secrets.ts'
import { type Posted, type Prepared, prepareSubmission, type SubmitRequest } from './activity/submission.ts'
import { submitActivity } from './activity/submit.ts'
import { assertUnexpired, authenticate } from './authenticate/authenticate.ts'
import { type Once, rememberOnce } from './authenticate/once.ts'
import { assertInScope } from './authenticate/scope.ts'
import { type Budget, openBudget } from './budget.ts'
import { loadHandlers, queryHandler, submitHandler } from './calls.ts'
import type { CommitCounts } from './commitCounts.ts'
import type { Caller } from './context.ts'
import { toApiError } from './errors.ts'
import { openFetchJson } from './http/fetchJson.ts'
import { pathOf } from './http/pathOf.ts'
import { type RequestBody, readBody } from './http/readBody.ts'
import { respond, respondError, respondPreflight, respondWrongMethod } from './http/respond.ts'
import type { Ids } from './ids.ts'
import { receiversIn } from './outbox/outbox.ts'
import type { Ports } from './ports.ts'
import { defaultQuota, type StorageQuota } from './store/storage.ts'
import { StoreConflict } from './store/store.ts'
import type { OrganizationRow } from './store/tables.ts'
import { beginTransaction, type Committing, type Shared, type Transaction } from './store/transaction.ts'
import type { InTurn } from './turns.ts'
import type { Vault } from './vault.ts'

/** What an engine is made of, for the functions that serve a request. */
export interface Engine extends Shared {
  readonly ports: Ports
  readonly ids: Ids
  readonly vault: Vault
  /** Runs tasks of one organization one after the other, so that they do not run into each other's commits. */
  readonly inTurn: InTurn
  /** Of those that changed facts. */
  readonly commits: CommitCounts
  /** Hands the organization's new messages for these receivers to the host, after the answer. */
  readonly deliverSoon: (organizationId: string, receivers: ReadonlySet<string>) => void
}

/** Answers any request, whatever it holds. Never throws. */
export async function handle(request: Request, engine: Engine): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight()
  try {
    const pathname = pathOf(request.url)
    const call = findCall(pathname)
    if (!call) throw new ApiError('PATH_NOT_FOUND', { path: pathname.slice(0, 200) })
    if (request.method !== 'POST') return respondWrongMethod(request.method)
    await loadHandlers(call.name)
    const body = await readBody(request, bodyBytesOf(call))
    const answer =
      call.kind === 'query'
        ? await runQuery(call, request.headers, body, engine)
        : await runSubmit(call as SubmitCall, request.headers, body, engine)
    return respond(answer)
  } catch (error) {
    const newErrorId = () => engine.ids.random()
    const refusal = toApiError(error, newErrorId, engine.ports.log ?? ignore)
    engine.ports.about?.({ errorCode: refusal.code })
    return respondError(refusal)
  }
}

async function runQuery(
  call: Extract<Call, { kind: 'query' }>,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  const arrive = openArrival(engine)
  return repeatOnConflict(engine, async (transaction) => {
    try {
      return await queryOnce(transaction, call, headers, body, { engine, arrive })
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
  { engine, arrive }: { engine: Engine; arrive: Arrive },
): Promise<object> {
  const now = engine.ports.clock()
  const setting = { transaction, vault: engine.vault, now, once: rememberOnce() }
  const {
    target,
    caller,
    meanwhile: { filters, binding },
  } = await authenticate(headers, body, call.name, setting, () => ({
    filters: parseQuery(call as never, body.json),
    binding: readQueryBinding(call, body.json),
  }))
  await arrive(caller)
  assertBound(binding, { target, caller, now, callerTime: engine.ports.settings?.callerClock?.() })
  assertInScope(caller, call)
  return queryHandler(call.name)(
    {
      ...(await openContext(engine, transaction, target, now)),
      budget: openBudget(pauseOf(engine)),
      fetchJson: openFetchJson(engine.ports.fetch),
    },
    filters,
    caller,
  )
}

/** Somebody else's commit came between: the whole request is done again, on what is there now. */
const MAX_ATTEMPTS = 20

/**
 * Verifies, parses and fetches beside everybody else's requests; then checks, decides and executes in the turn of the
 * organization.
 */
async function runSubmit(
  call: SubmitCall,
  headers: Headers,
  body: RequestBody,
  engine: Engine,
): Promise<object> {
  const organizationId = String(body.json['organizationId'])
  const fingerprints = fingerprintsOf(body, organizationId, engine.vault)
  const request: SubmitRun = {
    call,
    headers,
    body,
    fingerprints,
    engine,
    once: rememberOnce(),
    arrive: openArrival(engine),
  }
  const watch = engine.commits.watch(organizationId)
  try {
    const ready = await prepareRun(request)
    let begun: Begun | undefined = ready.begun
    for (let attempt = 1; ; attempt++) {
      const takeBegun = () => {
        // What was read to prepare is good for one attempt, unless somebody changed it.
        const first = watch.isUnchanged() ? begun : undefined
        begun = undefined
        return first
      }
      const submitted = await engine.inTurn(
        organizationId,
        () => submitRun(request, ready, takeBegun()),
        // Each caller's requests wait for each other first.
        ready.begun.caller.user.userId,
      )
      const failure = await failureOf(submitted.durable)
      if (failure === undefined) return submitted.answer()
      if (!(failure instanceof StoreConflict) || attempt === MAX_ATTEMPTS) throw failure
      await engine.ports.backOff?.(attempt)
    }
  } finally {
    watch.end()
  }
}

function fingerprintsOf({ bytes, json }: RequestBody, organizationId: string, vault: Vault) {
  const fingerprint = fingerprintOf(bytes)
  const keyed = (of: string) => keyedFingerprint(of, organizationId, vault)
  const stored = storedFingerprint(String(json['type']), fingerprint, organizationId, vault)
  // Votes name one: the activity is read with the organization.
  const { fingerprint: voted } = (json['parameters'] ?? {}) as Record<string, unknown>
  const isNamed = typeof voted === 'string' && voted.length <= fingerprint.length
  return {
    fingerprint,
    storedFingerprint: stored,
    keyed,
    named: isNamed ? [stored, voted, keyed(voted)] : [stored],
  }
}

const failureOf = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Before the organization's turn. */
function prepareRun(request: SubmitRun): Promise<Ready> {
  const { engine } = request
  const budget = openBudget(pauseOf(engine))
  return repeatOnConflict(engine, async (transaction) => {
    try {
      return await prepareOnce(transaction, request, budget.fork())
    } catch (error) {
      await assertCurrent(transaction, error)
      throw error
    }
  })
}

/**
 * In the organization's turn, which ends as soon as nobody who comes next has to wait: when all is staged, for those who
 * only append, and when it is durable for those who change what others rest on.
 * @param begun what was read before, if it is still good
 */
function submitRun(request: SubmitRun, ready: Ready, begun: Begun | undefined): Promise<Submitted> {
  const { body, engine } = request
  let first = begun
  return repeatOnConflict(engine, async (fresh) => {
    const known = first
    first = undefined
    const transaction = known?.transaction ?? fresh
    const kept: Kept[] = []
    try {
      const begun = known ?? (await begin(transaction, request, ignore))
      const submitted = await submitOnce(begun, kept, engine, ready)
      if (submitted.isAppend) return submitted
      await submitted.durable
      engine.commits.add(String(body.json['organizationId']))
      return submitted
    } catch (error) {
      await assertCurrent(transaction, error)
      // A conflict here repeats the request too: a wrong try is never left uncounted.
      if (error instanceof ApiError && kept.length > 0) await writeKept(kept, body, engine)
      throw error
    }
  })
}

/** A submit while it is served. */
interface SubmitRun {
  readonly call: SubmitCall
  readonly headers: Headers
  readonly body: RequestBody
  readonly fingerprints: Pick<Posted, 'fingerprint' | 'storedFingerprint' | 'keyed'> & {
    /** As they are stored: of activities that the request may be about. */
    readonly named: readonly string[]
  }
  readonly engine: Engine
  /** The stamp is verified once, however often the request is begun again. */
  readonly once: Once
  readonly arrive: Arrive
}

/** Tells the host who calls, and lets it refuse; however often a request is begun again, only once. */
type Arrive = (caller: Caller) => Promise<void>

function openArrival({ ports }: Engine): Arrive {
  let arrival: Promise<void> | undefined
  const admit = async ({ user, organization: { organizationId } }: Caller) => {
    ports.about?.({ organizationId, userId: user.userId })
    await ports.admit?.(organizationId)
  }
  return (caller) => {
    arrival ??= admit(caller)
    return arrival
  }
}

/** What is answered once it is durable. */
interface Submitted extends Pick<Committing, 'isAppend' | 'durable'> {
  readonly answer: () => object
}

/** Who asks, and the organization that they ask about, as the rows of one transaction have it. */
interface Begun {
  readonly transaction: Transaction
  readonly caller: Caller
  readonly context: OpenContext
}

type OpenContext = Awaited<ReturnType<typeof openContext>>

/** What is known before the organization's turn. */
interface Ready {
  readonly begun: Begun
  readonly posted: Posted
  readonly prepared: Prepared
  readonly budget: Budget
}

/** @param meanwhile see `authenticate` */
async function begin<T>(
  transaction: Transaction,
  { call, headers, body, fingerprints, engine, once }: SubmitRun,
  meanwhile: () => T,
): Promise<Begun & { meanwhile: T }> {
  const now = engine.ports.clock()
  const besides = fingerprints.named.map(fingerprintLookup)
  const setting = { transaction, vault: engine.vault, now, once, besides }
  const { target, caller, ...read } = await authenticate(headers, body, call.name, setting, meanwhile)
  return { transaction, caller, context: await openContext(engine, transaction, target, now), ...read }
}

async function prepareOnce(transaction: Transaction, request: SubmitRun, budget: Budget): Promise<Ready> {
  const { call, body, fingerprints, engine, arrive } = request
  const { meanwhile: posted, ...begun } = await begin(transaction, request, () => ({
    call,
    request: parseUnpadded(call, body),
    ...fingerprints,
    text: body.text,
  }))
  const { caller } = begun
  await arrive(caller)
  const context = { ...begun.context, budget }
  const policies = anticipateSubmit(transaction, context, caller, call.resource === null)
  const prepared = await prepareSubmission(
    { ...context, fetchJson: openFetchJson(engine.ports.fetch) },
    posted,
    caller,
    submitHandler,
    wholeActivities(context.organization.organizationId, engine.vault),
  )
  await policies
  return { begun, posted, prepared, budget }
}

/** @throws ApiError 400 for a body that is much longer than its members */
function parseUnpadded(call: SubmitCall, { bytes, json }: RequestBody): SubmitRequest {
  const request = parseSubmit(call, json) as SubmitRequest
  if (bytes.length > limits.bodyPaddingBytes) {
    const limit = paddedBytesOf(toUtf8(JSON.stringify(request)).length)
    if (bytes.length > limit) throw new ApiError('BODY_TOO_LARGE', { limit })
  }
  return request
}

/** Runs on a fresh transaction each time, until nobody comes between; those who keep meeting part by and by. */
export async function repeatOnConflict<T>(
  engine: Engine,
  task: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { ports } = engine
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(beginTransaction(ports.store, engine))
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
  { transaction, caller, context }: Begun,
  kept: Kept[],
  engine: Engine,
  { posted, prepared, budget }: Ready,
): Promise<Submitted> {
  const { organizationId } = context.organization
  const now = engine.ports.clock()
  // Time has passed since what was begun is known.
  assertUnexpired(caller, now)
  const { answer, activityId, share } = await submitActivity({
    posted,
    prepared,
    caller,
    handlerOf: submitHandler,
    wholeOf: wholeActivities(organizationId, engine.vault),
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
    { quota: quotaOf(engine), user: share },
  )
  // Whoever waits for it does so later.
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

const quotaOf = ({ ports }: Engine): StorageQuota => ({ ...defaultQuota, ...ports.settings?.storageQuota })

/** In a transaction of their own, since the refused one is given up. */
async function writeKept(kept: readonly Kept[], body: RequestBody, engine: Engine): Promise<void> {
  const transaction = beginTransaction(engine.ports.store, engine)
  const rows = await transaction.organization(String(body.json['organizationId']))
  for (const write of kept) await write(rows)
  const cause = { activityId: null, at: engine.ports.clock() }
  await transaction.commit(cause, { quota: quotaOf(engine) }).durable
  engine.commits.add(rows.organizationId)
}

/** What the contexts of all phases begin with, on the rows of `organization`; what may be asked for comes beside it. */
export async function openContext(
  engine: Engine,
  transaction: Transaction,
  organization: OrganizationRow,
  now: number,
) {
  return {
    organization,
    rows: await transaction.organization(organization.organizationId),
    open: transaction.organization,
    now,
    settings: engine.ports.settings ?? {},
    ids: engine.ids,
    tokenPublicKey: engine.vault.signer.publicKey,
  }
}

/** Lets whatever else waits have its turn. */
export const pauseOf = ({ ports }: Engine): (() => Promise<void>) => ports.pause ?? afterOtherTasks

/** A macrotask in every host. */
const afterOtherTasks = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

function ignore(): void {}
