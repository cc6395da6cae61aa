/** The shape of a handler, and how one is written down. See README.md for the recipe. */
import type { QueryName, RequestOf, ResponseOf, SubmitName } from '@keywright/contract'
import type { Decided } from './authorize/decide.ts'
import type { Checked, CheckedStating } from './checked.ts'
import type { Caller, CheckContext, ExecuteContext, PrepareContext, WholeOf } from './context.ts'
import type { Ids } from './ids.ts'

/**
 * A submit call: everything the engine needs to know about it beyond the contract.
 * `Posted` is the union of the posted parameters of all accepted versions; `Intent` is what they all mean.
 */
export interface SubmitHandler<
  Posted = unknown,
  Intent = unknown,
  Prepared = unknown,
  Found = unknown,
  Result extends object = object,
> {
  /** Older and newer versions, mapped onto one intent: the only place that knows versions. Default: as posted. */
  normalize?(posted: Posted, type: string): Intent
  /** The feature that must be on in the target organization. */
  feature?(intent: Intent): string | undefined
  /** Reads transactions and typed data, once, and asks issuers. Runs before the organization's turn. */
  prepare?(context: PrepareContext, intent: Intent): Promise<Prepared> | Prepared
  /** Every refusal that needs no secret, and what policies see. Throws (400, 404, 409, 429). */
  check(context: CheckContext, intent: Intent, prepared: Prepared): Promise<Checked<Found>> | Checked<Found>
  /**
   * Does the work, once it is decided. An ApiError here is of what only a secret tells (a code that does not fit, a
   * bundle that does not open): it refuses or, after consensus, fails the activity, and undoes all writes.
   */
  execute(context: ExecuteContext, decided: Decided<Intent, Found>): Promise<Result>
  /** The result as the posted version spells it. Default: as it is. */
  present?(result: Result, type: string): object
  /** What it does depends on who asks: the same bytes of another user are an activity of theirs, and no vote. */
  readonly isPersonal?: true
  /** Users of the parent organization may start it in a sub-organization, subject to the parent's policies. */
  readonly startableByParent?: boolean
}

/** A submit call whose `check` must state what the contract's ids alone don't tell. */
export interface SubmitHandlerStating<
  Stated extends 'facts' | 'users',
  Posted = unknown,
  Intent = unknown,
  Prepared = unknown,
  Found = unknown,
  Result extends object = object,
> extends SubmitHandler<Posted, Intent, Prepared, Found, Result> {
  check(
    context: CheckContext,
    intent: Intent,
    prepared: Prepared,
  ): CheckedStating<Stated, Found> | Promise<CheckedStating<Stated, Found>>
}

/** Finds the handler of an activity type. */
export type HandlerOf = (type: string) => SubmitHandler

/** For queries: also what tells how a submit would be decided. */
export interface QueryContext extends PrepareContext {
  readonly ids: Ids
  readonly tokenPublicKey: Uint8Array
  readonly loadSubmitHandlers: (name: SubmitName) => Promise<HandlerOf>
  readonly wholeOf: WholeOf
}

/** A query call: reads, never writes, consults no policy. */
export type QueryHandler<Filters = unknown, Answer extends object = object> = {
  // A method, so that handlers of particular filters fit the table of all handlers.
  run(context: QueryContext, filters: Filters, caller: Caller): Promise<Answer>
}['run']

/** The handler of one query, typed by the contract. */
export type Query<N extends QueryName> = QueryHandler<RequestOf<N>, ResponseOf<N> & object>

const declare =
  <Stated extends 'facts' | 'users'>() =>
  <Posted, Intent, Prepared, Found, Result extends object>(
    handler: SubmitHandlerStating<Stated, Posted, Intent, Prepared, Found, Result>,
  ) =>
    handler

/** Declares a submit handler; exists so that its types are inferred together. */
export const submit = declare<never>()

/** The same for a call that finds its users by a contact, a token, a tag or the caller: `check` says who they are. */
export const submitOnUsers = declare<'users'>()

/** The same for a call on wallets or keys: `check` states what policies see of them. */
export const submitOnKeys = declare<'facts'>()
