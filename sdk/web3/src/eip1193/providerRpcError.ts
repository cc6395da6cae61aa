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

/**
 * 4001 refused by those who decide, or a prompt that the person closed; 4100 not allowed by the API; 4900 disconnected
 * from it; -32603 everything else. Its `help` ends the message.
 */
export function toProviderError(cause: unknown): ProviderRpcError {
  if (cause instanceof ProviderRpcError) return cause
  const { message, help } =
    cause instanceof Error ? (cause as Error & { help?: string }) : { message: String(cause) }
  const told = help ? `${message}: ${help}` : message
  return new ProviderRpcError(codeOf(cause), told, cause)
}

function codeOf(cause: unknown): number {
  if (isKeywrightError(cause, 'ACTIVITY_REJECTED', 'PASSKEY_CANCELLED')) return 4001
  if (isKeywrightError(cause, 'UNREACHABLE', 'OFFLINE', 'TIMEOUT', 'RESPONSE_NOT_JSON')) return 4900
  const status = isKeywrightError(cause) && (cause as { status?: number }).status
  return status === 401 || status === 403 ? 4100 : -32603
}
