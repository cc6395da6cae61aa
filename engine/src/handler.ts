/** The shape of a handler, and how one is written down. See README.md for the recipe. */
import type { QueryName, RequestOf, ResponseOf } from '@keywright/contract'
import type { RequestFacts } from '@keywright/policy'
import type { ActivityContext, Caller, Context } from './context.ts'

/** What policies may read about a request besides `activity`; an absent object is absent for the policy too. */
export type PolicyFacts = Omit<RequestFacts, 'activity'> & {
  readonly params?: RequestFacts['activity']['params']
}

/**
 * A submit call: everything the engine needs to know about it beyond the contract.
 * `Posted` is the union of the posted parameters of all accepted versions; `Intent` is what they all mean.
 */
export interface SubmitHandler<Posted = unknown, Intent = unknown, Result extends object = object> {
  /** Older and newer versions, mapped onto one intent: the only place that knows versions. Default: as posted. */
  normalize?(posted: Posted, type: string): Intent
  /** Does the work. Throwing an ApiError refuses (or, after consensus, fails) the activity and undoes all writes. */
  execute(context: ActivityContext, intent: Intent): Promise<Result>
  /** The result as the posted version spells it. Default: as it is. */
  present?(result: Result, type: string): object
  /**
   * Objects that the request uses, for policies. Throws (404, 400) when they do not exist or cannot be read.
   * Several, at least one: each is decided by itself, and all must be allowed.
   */
  facts?(context: Context, intent: Intent): Promise<PolicyFacts | readonly PolicyFacts[]>
  /** The feature that must be on in the target organization. */
  feature?(intent: Intent): string | undefined
  /** Refusals that no quorum and no policy lifts: throws. Runs once, when the activity is submitted. */
  refuse?(context: Context, intent: Intent, caller: Caller): Promise<void> | void
  /** Whether the submitter needs no grant: a user managing their own credentials. An explicit deny still wins. */
  isOwnBusiness?(intent: Intent, submitterId: string, context: ActivityContext): boolean
  /** What it does depends on who asks: the same bytes of another user are an activity of theirs, and no vote. */
  readonly isPersonal?: true
  /** Users of the parent organization may start it in a sub-organization, subject to the parent's policies. */
  readonly startableByParent?: boolean
}

/** A query call: reads, never writes, consults no policy. */
export type QueryHandler<Filters = unknown, Answer extends object = object> = {
  // A method, so that handlers of particular filters fit the table of all handlers.
  run(context: Context, filters: Filters, caller: Caller): Promise<Answer>
}['run']

/** The handler of one query, typed by the contract. */
export type Query<N extends QueryName> = QueryHandler<RequestOf<N>, ResponseOf<N> & object>

/** Declares a submit handler; exists so that the three types are inferred together. */
export function submit<Posted, Intent, Result extends object>(
  handler: SubmitHandler<Posted, Intent, Result>,
): SubmitHandler<Posted, Intent, Result> {
  return handler
}
