/** Adds the fields that every body has around its parameters or filters. */
import type { Call, SubmitCall } from '@keywright/contract'
import { resolveType } from '../arguments/calls.ts'
import { usageFailure } from '../output/failure.ts'
import { bindQuery } from './client.ts'

interface Frame {
  readonly organizationId: string
  readonly timestampMs: string
}

/**
 * Builds the complete body of a query from its filters, or of a submit from its parameters.
 * @param type activity type, such as an older version; default the newest
 * @throws Failure (usage) for a type that the call does not have, and for any type with a query
 */
export function addFrame(
  call: Call,
  type: string | undefined,
  value: object,
  { organizationId, timestampMs }: Frame,
): Record<string, unknown> {
  if (call.kind === 'query') {
    if (type !== undefined)
      throw usageFailure(`${call.name} is a query and has no activity type`, 'omit the type')
    return bindQuery(call, { organizationId, ...value }, timestampMs)
  }
  return {
    type: resolveType(call as unknown as SubmitCall, type),
    timestampMs,
    organizationId,
    parameters: value,
  }
}
