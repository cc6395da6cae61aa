/** Errors of EIP-1193 §Provider errors, EIP-3326 (4902) and EIP-1474 (negative numbers). */
import { isKeywrightError } from '@keywright/client'

/** What a provider rejects with. `cause` is the client's error, such as a `ConsensusNeededError` with `resume()`. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  /** Code of the client's error, and its activity if it has one; or the data of your endpoint's error. */
  readonly data: unknown

  constructor(code: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.data = isKeywrightError(cause)
      ? { code: cause.code, ...(cause.activityId && { activityId: cause.activityId }) }
      : (cause as { data?: unknown } | undefined)?.data
  }

  /** With the message, which JSON otherwise omits. */
  toJSON(): Record<string, unknown> {
    return { code: this.code, message: this.message, data: this.data }
  }
}

/**
 * 4001: rejected by an approver, or the user closed a prompt. 4100: denied by the API. 4900: disconnected from the API.
 * -32602: the API can't read it. -32603: everything else. The message ends with the cause's `help`.
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
  if (isKeywrightError(cause, 'TRANSACTION_MALFORMED', 'PAYLOAD_MALFORMED', 'TRANSACTION_UNSUPPORTED'))
    return -32602
  if (isKeywrightError(cause, 'SIGNED_OUT')) return 4100
  const status = isKeywrightError(cause) && (cause as { status?: number }).status
  return status === 401 || status === 403 ? 4100 : -32603
}
