/** Errors of an adapter itself, before or after it calls the API. */
import { KeywrightError } from '../index.ts'

export type SignerErrorCode =
  /** `signWith`, or the address passed with it, isn't valid on this chain. */
  | 'ADDRESS_INVALID'
  /** The key exists but has no address on this chain. */
  | 'ADDRESS_MISSING'
  /** The requested account isn't the one that signs here. */
  | 'ACCOUNT_UNKNOWN'
  /** The signature belongs to another key than the account's address. */
  | 'SIGNER_MISMATCH'
  /** The transaction has no place for a signature by this account. */
  | 'SIGNER_NOT_IN_TRANSACTION'
  /** The API can't parse transactions of this type, so policies couldn't inspect them. */
  | 'TRANSACTION_UNSUPPORTED'

/** An error of the adapter itself. All other errors come from `@keywright/client`. */
export class SignerError extends KeywrightError<SignerErrorCode> {
  override readonly name = 'SignerError'

  constructor(code: SignerErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/category/web3-libraries' })
  }
}
