/** The stamp checks, in the engine's order. */
import type { ErrorCode } from '@keywright/contract'
import type { RequestInFull } from '@keywright/devhost'

export interface Step {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'not reached'
  /** The finding, or the error message. */
  readonly detail?: string
}

type LoggedStamp = Pick<RequestInFull, 'stamp' | 'status' | 'error'>

/** The step that raises each error of the contract's catalog. */
const FAILS_AT: Readonly<Partial<Record<ErrorCode, number>>> = {
  STAMP_MISSING: 0,
  STAMPS_AMBIGUOUS: 0,
  STAMP_MALFORMED: 1,
  API_KEY_NOT_FOUND: 2,
  CREDENTIAL_AMBIGUOUS: 2,
  STAMP_SCHEME_MISMATCH: 3,
  API_KEY_SIGNATURE_INVALID: 4,
  PASSKEY_ASSERTION_INVALID: 4,
  SESSION_INVALID: 4,
  API_KEY_EXPIRED: 5,
}

/** If the engine checked no stamp, no step is reached. */
export function stampSteps({ stamp, status, error }: LoggedStamp): Step[] {
  const { header, scheme, publicKey, check } = stamp
  const titles: readonly (readonly [title: string, found?: string | undefined])[] = [
    ['The request has exactly one proof', header ?? undefined],
    ['The proof can be parsed', scheme],
    ['The credential belongs to a user of the organization or of its parent', publicKey],
    ['The scheme fits the curve of the key', scheme],
    ['The signature covers exactly these bytes'],
    ['The credential has not expired'],
  ]
  const isChecked = check !== 'not checked'
  const failedAt = check === 'valid' || !isChecked ? undefined : stepOf(error?.errorCode, status, header)
  return titles.map(([title, found], i): Step => {
    const isReached = isChecked && (failedAt === undefined || i <= failedAt)
    if (!isReached) return { title, state: 'not reached' }
    if (i === failedAt) return { title, state: 'failed', detail: check }
    return { title, state: 'passed', ...(found !== undefined && { detail: found }) }
  })
}

function stepOf(errorCode: string | null | undefined, status: number, header: string | null): number {
  const known = errorCode ? FAILS_AT[errorCode as ErrorCode] : undefined
  if (known !== undefined) return known
  return status === 401 && header === null ? 0 : 1
}
