/** The result of checking a request. */
import type { IdKind, RequestFacts } from '@keywright/policy'
import type { UserRow } from './store/tables.ts'

/** What policies may read about a request in addition to `activity`. If an object is absent here, policies can't read it. */
export type PolicyFacts = Omit<RequestFacts, 'activity'> & {
  readonly params?: RequestFacts['activity']['params']
}

/** Ids of objects that `execute` changes or removes in addition to those that the intent names, by kind. */
export interface Changes {
  /** The owner. Absent if the objects have no owner, or if the intent doesn't name their owner. */
  readonly userId?: string
  readonly ids: { readonly [K in IdKind]?: readonly string[] }
}

/** What `check` returns. */
export interface Checked<Found> {
  /** Passed on to `execute`: rows that were found, texts that were parsed. */
  readonly found: Found
  /**
   * One set per object that the request touches. Each is decided separately, and one deny rejects the whole request.
   * Default: one set without objects.
   */
  readonly facts?: readonly PolicyFacts[]
  /** Target users of the request, in addition to those that its intent names by id. */
  readonly users?: readonly UserRow[]
  /** Objects that `execute` changes or removes although the intent doesn't name them. */
  readonly changes?: readonly Changes[]
  /** Whether the submitter needs no grant: users manage their own credentials. An explicit deny still wins. */
  readonly isOwnBusiness?: boolean
}

export type CheckedStating<Stated extends 'facts' | 'users', Found> = Checked<Found> &
  Required<Pick<Checked<Found>, Stated>>
