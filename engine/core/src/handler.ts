/** The shape of a handler, and the helpers that declare one. See README.md for the recipe. */
import type { QueryName, RequestOf, ResponseOf, SubmitName } from '@keywright/contract'
import type { Decided } from './authorize/decide.ts'
import type { Checked, CheckedStating } from './checked.ts'
import type { Caller, CheckContext, ExecuteContext, PrepareContext, Unseal } from './context.ts'
import type { Ids } from './ids.ts'
import type { ActivityRow } from './store/tables.ts'

/**
 * A submit call: everything the engine needs to know about it beyond the contract. `Posted` is the union of the
 * posted parameters of all accepted versions; `Intent` is their common meaning.
 */
export interface SubmitHandler<
  Posted = unknown,
  Intent = unknown,
  Prepared = unknown,
  Found = unknown,
  Result extends object = object,
> {
  /** Maps all versions to one intent: the only place that knows versions. Default: as posted. */
  normalize?(posted: Posted, type: string): Intent
  /** The feature that must be on in the target organization. */
  feature?(intent: Intent): string | undefined
  /** Parses transactions and typed data once, and asks issuers. Runs before the organization's turn. */
  prepare?(context: PrepareContext, intent: Intent): Promise<Prepared> | Prepared
  /** Raises every error that needs no secret, and returns what policies see. Throws 400, 404, 409, 429. */
  check(context: CheckContext, intent: Intent, prepared: Prepared): Promise<Checked<Found>> | Checked<Found>
  /**
   * Does the work after the decision. Throws an ApiError only for what a secret reveals (a wrong code, a bundle that
   * doesn't open): it rejects the request or, after consensus, fails the activity, and undoes all writes.
   */
  execute(context: ExecuteContext, decided: Decided<Intent, Found>): Promise<Result>
  /** The result in the format of the posted version. Default: unchanged. */
  present?(result: Result, type: string): object
  /** Cleans up after an activity that waited for votes and is now rejected or failed. */
  abandon?(context: ExecuteContext, activity: Pick<ActivityRow, 'createdAt'>): Promise<void>
  /** Set if the effect depends on the caller: the same body from another user is a new activity, not a vote. */
  readonly isPersonal?: true
  /** Whether users of the parent organization may submit it in a sub-organization, subject to the parent's policies. */
  readonly startableByParent?: boolean
}

/** A submit call whose `check` must return facts or users that the contract's ids don't determine. */
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

/** For queries: includes what is needed to explain how a submit would be decided. */
export interface QueryContext extends PrepareContext {
  readonly ids: Ids
  readonly tokenPublicKey: Uint8Array
  readonly loadSubmitHandlers: (name: SubmitName) => Promise<HandlerOf>
  readonly unseal: Unseal
}

/** A query call: only reads, without asking policies. */
export type QueryHandler<Filters = unknown, Answer extends object = object> = {
  // A method, so that handlers with specific filters are assignable to the table of all handlers.
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

/** Declares a submit handler, so that its types are inferred together. */
export const submit = declare<never>()

/** The same for a call that finds its users by contact, token, tag or caller: `check` returns them. */
export const submitOnUsers = declare<'users'>()

/** The same for a call on wallets or keys: `check` returns what policies see of them. */
export const submitOnKeys = declare<'facts'>()
