/** What an adapter refuses by itself, before or after the API was asked. */
import { KeywrightError } from '../index.ts'

export type SignerErrorCode =
  /** `signWith`, or an address beside it, is none that this chain has. */
  | 'ADDRESS_INVALID'
  /** The key is there, but has no address of this chain. */
  | 'ADDRESS_MISSING'
  /** The account that was asked is not the one that signs here. */
  | 'ACCOUNT_UNKNOWN'
  /** The signature belongs to another key than the account's address. */
  | 'SIGNER_MISMATCH'
  /** The transaction has no place for a signature by this account. */
  | 'SIGNER_NOT_IN_TRANSACTION'
  /** The API reads no transactions of this type, so no policy could see into it. */
  | 'TRANSACTION_UNSUPPORTED'

/** An adapter's own refusal. Everything else that it throws is an error of `@keywright/client`. */
export class SignerError extends KeywrightError<SignerErrorCode> {
  override readonly name = 'SignerError'

  constructor(code: SignerErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/category/web3-libraries' })
  }
}
