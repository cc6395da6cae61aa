/** Errors of the user's wallet. */
import { KeywrightError } from '../errors.ts'

export type WalletErrorCode =
  /** The user declined to sign. */
  | 'WALLET_REJECTED'
  /** The wallet's signature isn't valid for this message and account. */
  | 'WALLET_SIGNATURE_INVALID'
  /** The wallet signs with a different account than before. */
  | 'WALLET_ACCOUNT_CHANGED'
  /** The wallet is not connected. */
  | 'WALLET_UNAVAILABLE'
  /** Any other error of the wallet. */
  | 'WALLET_FAILED'

/** The user's wallet failed, or the user declined. */
export class WalletError extends KeywrightError<WalletErrorCode> {
  override readonly name = 'WalletError'

  constructor(code: WalletErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/advanced/wallet-stamper' })
  }
}

/** EIP-1193 §Provider errors: 4001 rejected, 4100 unauthorized, 4900 and 4901 disconnected. */
export function toWalletError(cause: unknown): WalletError {
  const { code } = Object(cause) as { code?: unknown }
  if (code === 4001 || code === 'ACTION_REJECTED') {
    return new WalletError('WALLET_REJECTED', 'the user declined to sign', 'let the user try again', cause)
  }
  if (code === 4100 || code === 4900 || code === 4901) {
    return new WalletError('WALLET_UNAVAILABLE', 'the wallet is not connected', 'connect it first', cause)
  }
  return new WalletError('WALLET_FAILED', 'the wallet could not sign', 'see the cause', cause)
}
