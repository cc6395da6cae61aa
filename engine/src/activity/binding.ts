/** What a stamped query is good for: the call that it names, while it is live. */
import { ApiError, type FeatureName, type QueryBinding } from '@keywright/contract'
import { SESSION } from '../authenticate/scope.ts'
import type { Caller } from '../context.ts'
import type { OrganizationRow } from '../store/tables.ts'
import { assertLive } from './liveness.ts'

const FEATURE: FeatureName = 'FEATURE_NAME_BOUND_QUERIES'

interface Asked {
  /** The organization that the query is about. */
  readonly target: OrganizationRow
  readonly caller: Caller
  readonly now: number
  /** See `assertLive`. */
  readonly callerTime: number | undefined
}

/**
 * Checks the time where it is present. Requires time and path when the organization that is read, or the organization of
 * the credential, has the feature. Session tokens need no binding because they sign nothing.
 *
 * A live query can be sent again, because clients retry with the same bytes and a second answer reveals nothing new.
 * @throws ApiError 400
 */
export function assertBound(binding: QueryBinding, { target, caller, now, callerTime }: Asked): void {
  if (binding.timestampMs !== undefined) assertLive(binding.timestampMs, now, callerTime)
  if (caller.credential.type === SESSION) return
  const strict = [target, caller.organization].find(({ features }) => features[FEATURE] !== undefined)
  const field = (['timestampMs', 'callPath'] as const).find((member) => binding[member] === undefined)
  if (strict && field) {
    throw new ApiError('QUERY_BINDING_MISSING', { field, organizationId: strict.organizationId }, { field })
  }
}
