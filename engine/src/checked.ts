/** What checking a request comes to. */
import type { RequestFacts } from '@keywright/policy'
import type { UserRow } from './store/tables.ts'

/** What policies may read about a request in addition to `activity`. If an object is absent here, policies can't read it. */
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
  /** Target users of the request, in addition to those that its intent names by id. */
  readonly users?: readonly UserRow[]
  /** Whether the submitter needs no grant: users manage their own credentials. An explicit deny still wins. */
  readonly isOwnBusiness?: boolean
}

export type CheckedStating<Stated extends 'facts' | 'users', Found> = Checked<Found> &
  Required<Pick<Checked<Found>, Stated>>
