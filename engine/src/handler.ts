/** The shape of a handler, and how one is written down. See README.md for the recipe. */
import type { QueryName, RequestOf, ResponseOf } from '@keywright/contract'
import type { RequestFacts } from '@keywright/policy'
import type { Decided } from './authorize/decide.ts'
import type { Caller, CheckContext, ExecuteContext, PrepareContext, QueryContext } from './context.ts'
import type { UserRow } from './store/tables.ts'

/** What policies may read about a request besides `activity`; an absent object is absent for the policy too. */
export type PolicyFacts = Omit<RequestFacts, 'activity'> & {
  readonly params?: RequestFacts['activity']['params']
}

/** What `check` answers. */
export interface Checked<Found> {
  /** What `execute` goes on with: rows that were found, texts that were read. */
  readonly found: Found
  /**
   * One set for each object that the request touches: each is decided as if it came alone, one deny refuses them all.
   * Default: one set without objects.
   */
  readonly facts?: readonly PolicyFacts[]
  /** The users whom the request is about, beyond those whom its intent names by id. */
  readonly users?: readonly UserRow[]
  /** Whether the submitter needs no grant: users manage their own credentials. An explicit deny still wins. */
  readonly isOwnBusiness?: boolean
}

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

export type CheckedStating<Stated extends 'facts' | 'users', Found> = Checked<Found> &
  Required<Pick<Checked<Found>, Stated>>

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
