/** Limits what some credentials can be used for, regardless of user and policies. */
import { ApiError, type CallName } from '@keywright/contract'
import type { Caller } from '../context.ts'

/** `credential.type` of a caller with a read-only session. */
export const SESSION = 'SESSION'

/** The credential type of a recovery key, which may stamp only `recover_user`. */
export const RECOVERY_KEY = 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256'

/** Calls that a recovery key may make; `whoami` tells a client whose key it is. */
const OF_RECOVERY: ReadonlySet<CallName> = new Set(['whoami', 'recover_user'])

/** @throws ApiError 403 if the credential may not make this call */
export function assertInScope({ credential }: Caller, call: { kind: string; name: CallName }): void {
  if (credential.type === SESSION && call.kind === 'submit') throw new ApiError('SESSION_READ_ONLY')
  if (credential.type === RECOVERY_KEY && !OF_RECOVERY.has(call.name)) {
    throw new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations: [] })
  }
}
