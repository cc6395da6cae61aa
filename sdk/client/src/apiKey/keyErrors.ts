/** What can be wrong with a key. Never holds the private key. */
import { KeywrightError } from '../errors.ts'

export type KeyErrorCode =
  /** Not the text or object that a key can be. */
  | 'KEY_MALFORMED'
  /** The public key belongs to another private key. */
  | 'KEY_PAIR_MISMATCH'
  /** The key is one of another curve. */
  | 'CURVE_MISMATCH'
  /** The platform cannot work with this key. */
  | 'KEY_UNSUPPORTED'

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
