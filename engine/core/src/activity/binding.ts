/** Binds a stamped query to its call and a short time. */
import { ApiError, type Binding, type FeatureName } from '@keywright/contract'
import { SESSION } from '../authenticate/scope.ts'
import type { Caller } from '../context.ts'
import type { OrganizationRow } from '../store/tables.ts'
import { assertLive } from './liveness.ts'

const FEATURE: FeatureName = 'FEATURE_NAME_BOUND_QUERIES'

interface Asked {
  /** The organization that the query reads. */
  readonly target: OrganizationRow
  readonly caller: Caller
  readonly now: number
  /** See `assertLive`. */
  readonly callerTime: number | undefined
}

/**
 * Checks the time if present. Requires time and path if the organization that is read, or that of the credential, has
 * the feature. Session tokens need no binding because they sign nothing.
 *
 * A query can be sent again while it is live: clients retry with the same bytes, and a second response reveals
 * nothing new.
 * @throws ApiError 400
 */
export function assertBound(binding: Binding, { target, caller, now, callerTime }: Asked): void {
  if (binding.timestampMs !== undefined) assertLive(binding.timestampMs, now, callerTime)
  if (caller.credential.type === SESSION) return
  const strict = [target, caller.organization].find(({ features }) => features[FEATURE] !== undefined)
  const field = (['timestampMs', 'callPath'] as const).find((member) => binding[member] === undefined)
  if (strict && field) {
    throw new ApiError('QUERY_BINDING_MISSING', { field, organizationId: strict.organizationId }, { field })
  }
}
