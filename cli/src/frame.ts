/** What every body has around what a call is about. */
import type { Call, SubmitCall } from '@keywright/contract'
import { resolveType } from './calls.ts'
import { bindQuery } from './client.ts'
import { usageFailure } from './failure.ts'

interface Frame {
  readonly organizationId: string
  readonly timestampMs: string
}

/**
 * The whole body of a query from its filters, or of a submit from its parameters.
 * @param type an older version of the activity type; default the newest
 * @throws Failure (usage) for a type that the call does not have, as a query has none
 */
export function addFrame(
  call: Call,
  type: string | undefined,
  value: object,
  { organizationId, timestampMs }: Frame,
): Record<string, unknown> {
  if (call.kind === 'query') {
    if (type !== undefined)
      throw usageFailure(`${call.name} is a query, which has no activity type`, 'leave the type out')
    return bindQuery(call, { organizationId, ...value }, timestampMs)
  }
  return {
    type: resolveType(call as unknown as SubmitCall, type),
    timestampMs,
    organizationId,
    parameters: value,
  }
}
