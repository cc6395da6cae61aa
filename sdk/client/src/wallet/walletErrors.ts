/** What can go wrong with somebody's wallet. */
import { KeywrightError } from '../errors.ts'

export type WalletErrorCode =
  /** The person refused to sign. */
  | 'WALLET_REJECTED'
  /** What the wallet returned is no signature of this message by the account. */
  | 'WALLET_SIGNATURE_INVALID'
  /** The wallet signs with another account than before. */
  | 'WALLET_ACCOUNT_CHANGED'
  /** The wallet is not connected. */
  | 'WALLET_UNAVAILABLE'
  /** Whatever else the wallet reports. */
  | 'WALLET_FAILED'

export class WalletError extends KeywrightError<WalletErrorCode> {
  override readonly name = 'WalletError'

  constructor(code: WalletErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/advanced/wallet-stamper' })
  }
}

/** EIP-1193 §Provider errors: 4001 refused, 4100 not authorized, 4900 and 4901 disconnected. */
export function toWalletError(cause: unknown): WalletError {
  const { code } = Object(cause) as { code?: unknown }
  if (code === 4001 || code === 'ACTION_REJECTED') {
    return new WalletError('WALLET_REJECTED', 'the person refused to sign', 'let them try again', cause)
  }
  if (code === 4100 || code === 4900 || code === 4901) {
    return new WalletError('WALLET_UNAVAILABLE', 'the wallet is not connected', 'connect it first', cause)
  }
  return new WalletError('WALLET_FAILED', 'the wallet could not sign', 'see the cause', cause)
}
