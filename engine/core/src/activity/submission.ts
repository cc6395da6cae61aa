/** Reads and prepares a posted submit before its organization's turn. */
import { ApiError, type SubmitCall } from '@keywright/contract'
import { assertInScope } from '../authenticate/scope.ts'
import { assertFeature } from '../authorize/features.ts'
import type { Selection } from '../authorize/votes.ts'
import type { Caller, Context, PrepareContext, Unseal } from '../context.ts'
import type { HandlerOf, SubmitHandler } from '../handler.ts'
import { prefetch } from '../store/prefetch.ts'
import type { StoredActivityRow } from '../store/tables.ts'
import { assertLive } from './liveness.ts'
import { findByFingerprint } from './record.ts'
import { isFinal } from './status.ts'
import { submitterOf, withVoters } from './voters.ts'

/** The body of any submit, validated against the contract. */
export interface SubmitRequest {
  readonly type: string
  readonly timestampMs: string
  readonly organizationId: string
  /** Without nulls. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A submit as posted, independent of the caller. */
export interface Posted {
  readonly call: SubmitCall
  readonly request: SubmitRequest
  readonly fingerprint: string
  /** The fingerprint under which an activity with this body is stored. */
  readonly storedFingerprint: string
  /** How the fingerprint of a body with a secret is stored. */
  readonly keyed: (fingerprint: string) => string
  readonly text: string
}

/** The target of the request: an existing activity and the vote on it, or a new activity. */
export type Aim =
  | { readonly activity: StoredActivityRow; readonly selection: Selection }
  | { readonly activity: undefined }

export interface Prepared {
  readonly intent: unknown
  /** Returns the result, or throws the error. */
  readonly value: () => unknown
}

/**
 * Rejects requests that can't become an activity, and lets the handler parse and fetch what it needs.
 * @throws ApiError also for errors of `prepare` if the activity is new
 */
export async function prepareSubmission(
  context: PrepareContext,
  posted: Posted,
  caller: Caller,
  handlerOf: HandlerOf,
  unseal: Unseal,
): Promise<Prepared> {
  const aim = await findAim(context, posted, caller, handlerOf)
  if (!aim.activity) {
    const { type, parameters } = posted.request
    return prepareIntent(context, handlerOf(type), type, parameters)
  }
  if (isFinal(aim.activity)) return { intent: undefined, value: () => undefined }
  // The organization's turn needs them.
  prefetch(withVoters(aim.activity, context), submitterOf(aim.activity, context))
  const { type, parameters } = unseal(aim.activity)
  const handler = handlerOf(type)
  return prepareAgain(context, handler, type, parameters)
}

/** For an existing activity: an error of `prepare` is left to `check`. */
export const prepareAgain: typeof prepareIntent = (context, handler, type, parameters) =>
  prepareIntent(context, handler, type, parameters).catch((error: unknown) => ({
    intent: handler.normalize?.(parameters, type) ?? parameters,
    value: () => {
      throw error
    },
  }))

/** Prepares an intent. @throws ApiError if its feature is off, and errors of `prepare` */
export async function prepareIntent(
  context: PrepareContext,
  handler: SubmitHandler,
  type: string,
  parameters: unknown,
): Promise<Prepared> {
  const intent = handler.normalize?.(parameters, type) ?? parameters
  const feature = handler.feature?.(intent)
  if (feature !== undefined) assertFeature(context.organization, feature)
  const value = await handler.prepare?.(context, intent)
  return { intent, value: () => value }
}

/** Conditions of every submit, which are checked again in the organization's turn. */
export function assertMaySend(context: Context, { call, request }: Posted, caller: Caller): void {
  assertInScope(caller, call)
  assertLive(request.timestampMs, context.now, context.settings.callerClock?.())
}

/** @throws ApiError 403 if the caller may not take part, 404 for an unknown fingerprint */
export async function findAim(
  context: Context,
  { call, request, storedFingerprint, keyed }: Posted,
  caller: Caller,
  handlerOf: HandlerOf,
): Promise<Aim> {
  const { rows, organization } = context
  if (call.name === 'approve_activity' || call.name === 'reject_activity') {
    const { fingerprint: named } = request.parameters as { fingerprint: string }
    // The submitter may have given the fingerprint of the body to other users.
    const activity = (await findByFingerprint(rows, named)) ?? (await findByFingerprint(rows, keyed(named)))
    if (!activity) {
      const { organizationId } = organization
      throw new ApiError('ACTIVITY_NOT_FOUND', { id: named.slice(0, 80), organizationId })
    }
    assertMayVote(activity, caller, context)
    const isApproval = call.name === 'approve_activity'
    return { activity, selection: isApproval ? 'VOTE_SELECTION_APPROVED' : 'VOTE_SELECTION_REJECTED' }
  }
  const handler = handlerOf(request.type)
  // The same body again refers to the activity it created, with the caller's approval.
  const activity = await findByFingerprint(
    rows,
    storedFingerprint,
    handler.isPersonal ? caller.user.userId : undefined,
  )
  if (activity) {
    assertMayVote(activity, caller, context)
    return { activity, selection: 'VOTE_SELECTION_APPROVED' }
  }
  assertMayStart(handler, caller, context)
  return { activity: undefined }
}

/** @throws ApiError for a caller of the parent organization if parents may not submit this activity */
export function assertMayStart(handler: SubmitHandler, caller: Caller, context: Context): void {
  const isOwn = caller.organization.organizationId === context.organization.organizationId
  if (!isOwn && !handler.startableByParent) throw mismatch(caller, context)
}

function assertMayVote(activity: StoredActivityRow, caller: Caller, context: Context): void {
  if (caller.organization.organizationId !== activity.decidedBy) throw mismatch(caller, context)
}

function mismatch(caller: Caller, context: Context) {
  return new ApiError('ORGANIZATION_MISMATCH', {
    callerOrganizationId: caller.organization.organizationId,
    organizationId: context.organization.organizationId,
  })
}
