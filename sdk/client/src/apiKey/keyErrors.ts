/** Errors about keys. They never contain the private key. */
import { KeywrightError } from '../errors.ts'

export type KeyErrorCode =
  /** The value isn't a readable key. */
  | 'KEY_MALFORMED'
  /** The public key belongs to another private key. */
  | 'KEY_PAIR_MISMATCH'
  /** The key belongs to another curve. */
  | 'CURVE_MISMATCH'
  /** The platform doesn't support this key. */
  | 'KEY_UNSUPPORTED'

/** A key that can't be used. Never contains the private key. */
export class KeyError extends KeywrightError<KeyErrorCode> {
  override readonly name = 'KeyError'

  constructor(code: KeyErrorCode, message: string, help?: string, cause?: unknown) {
    super(code, message, {
      docsPath: '/sdks/advanced/api-key-stamper',
      ...(help === undefined ? {} : { help }),
      ...(cause === undefined ? {} : { cause }),
    })
  }
}
