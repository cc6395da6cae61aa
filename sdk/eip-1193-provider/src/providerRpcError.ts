/** The errors of EIP-1193 §Provider errors, EIP-3326 (4902) and EIP-1474 (negative numbers). */
import { isKeywrightError } from '@keywright/client'

/** What a provider rejects with. `cause` has the error of the client, such as a `ConsensusNeededError` with `resume()`. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  /** The code of the cause, and its activity where there is one. */
  readonly data: { readonly code?: string; readonly activityId?: string } | undefined

  constructor(code: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.data = isKeywrightError(cause)
      ? { code: cause.code, ...(cause.activityId && { activityId: cause.activityId }) }
      : undefined
  }
}

/** 4001 refused by those who decide, 4900 disconnected from the API, -32603 everything else. */
export function toProviderError(cause: unknown): ProviderRpcError {
  if (cause instanceof ProviderRpcError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  if (isKeywrightError(cause, 'ACTIVITY_REJECTED')) return new ProviderRpcError(4001, message, cause)
  if (isKeywrightError(cause, 'UNREACHABLE', 'OFFLINE', 'TIMEOUT')) {
    return new ProviderRpcError(4900, message, cause)
  }
  return new ProviderRpcError(-32603, message, cause)
}
