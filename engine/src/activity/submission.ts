/** A posted submit, read and prepared before its organization's turn comes. */
import { ApiError, type SubmitCall } from '@keywright/contract'
import { assertInScope } from '../authenticate/scope.ts'
import { assertFeature } from '../authorize/features.ts'
import type { Selection } from '../authorize/votes.ts'
import type { Caller, Context, PrepareContext, WholeOf } from '../context.ts'
import type { HandlerOf, SubmitHandler } from '../handler.ts'
import type { ActivityRow } from '../store/tables.ts'
import { assertLive } from './liveness.ts'
import { findByFingerprint } from './record.ts'
import { isFinal } from './status.ts'

/** The body of any submit, checked against the contract. */
export interface SubmitRequest {
  readonly type: string
  readonly timestampMs: string
  readonly organizationId: string
  /** Without nulls. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The submit as its bytes say it, whoever sent it. */
export interface Posted {
  readonly call: SubmitCall
  readonly request: SubmitRequest
  /** Of the body's bytes. */
  readonly fingerprint: string
  /** The same as an activity of these bytes is stored under. */
  readonly storedFingerprint: string
  /** How a fingerprint of bytes with a secret is stored. */
  readonly keyed: (fingerprint: string) => string
  /** The body as it was posted. */
  readonly text: string
}

/** What the request is about: an activity that exists, with the vote that the request is, or a new one. */
export type Aim =
  | { readonly activity: ActivityRow; readonly selection: Selection }
  | { readonly activity: undefined }

/** The intent of the activity, and what its handler's `prepare` came to. */
export interface Prepared {
  readonly intent: unknown
  /** Answers it, or throws the refusal. */
  readonly value: () => unknown
}

/**
 * Refuses what no activity can come of, and lets the handler parse and fetch what it needs.
 * @throws ApiError also what `prepare` throws, if the activity is new
 */
export async function prepareSubmission(
  context: PrepareContext,
  posted: Posted,
  caller: Caller,
  handlerOf: HandlerOf,
  wholeOf: WholeOf,
): Promise<Prepared> {
  assertMaySend(context, posted, caller)
  const aim = await findAim(context, posted, caller, handlerOf)
  if (!aim.activity) {
    const { type, parameters } = posted.request
    return prepareIntent(context, handlerOf(type), type, parameters)
  }
  if (isFinal(aim.activity)) return { intent: undefined, value: () => undefined }
  const { type, parameters } = wholeOf(aim.activity)
  const handler = handlerOf(type)
  return prepareAgain(context, handler, type, parameters)
}

/** Of an activity that is there already: what cannot be prepared any more is for `check` to say. */
export const prepareAgain: typeof prepareIntent = (context, handler, type, parameters) =>
  prepareIntent(context, handler, type, parameters).catch((error: unknown) => ({
    intent: handler.normalize?.(parameters, type) ?? parameters,
    value: () => {
      throw error
    },
  }))

/** Reads what an intent needs. @throws ApiError when its feature is off, and what `prepare` throws */
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

/** What holds for every submit, and is looked at again in the organization's turn. */
export function assertMaySend(context: Context, { call, request }: Posted, caller: Caller): void {
  assertInScope(caller, call)
  assertLive(request.timestampMs, context.now, context.settings.callerClock?.())
}

/** @throws ApiError 403 when the caller may have no part in it, 404 for a fingerprint that nothing has */
export async function findAim(
  context: Context,
  { call, request, storedFingerprint, keyed }: Posted,
  caller: Caller,
  handlerOf: HandlerOf,
): Promise<Aim> {
  const { rows, organization } = context
  if (call.name === 'approve_activity' || call.name === 'reject_activity') {
    const { fingerprint: named } = request.parameters as { fingerprint: string }
    // Whoever submitted it may have told others the fingerprint of its bytes.
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
  // The same bytes again are the activity they made, with the caller's approval.
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

/** @throws ApiError for a caller of the parent organization, where parents may not start the activity */
export function assertMayStart(handler: SubmitHandler, caller: Caller, context: Context): void {
  const isOwn = caller.organization.organizationId === context.organization.organizationId
  if (!isOwn && !handler.startableByParent) throw mismatch(caller, context)
}

function assertMayVote(activity: ActivityRow, caller: Caller, context: Context): void {
  if (caller.organization.organizationId !== activity.decidedBy) throw mismatch(caller, context)
}

function mismatch(caller: Caller, context: Context) {
  return new ApiError('ORGANIZATION_MISMATCH', {
    callerOrganizationId: caller.organization.organizationId,
    organizationId: context.organization.organizationId,
  })
}
