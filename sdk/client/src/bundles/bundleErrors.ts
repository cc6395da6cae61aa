/** What can be wrong with a bundle. Never holds what is sealed in it. */
import { KeywrightError } from '../errors.ts'

export type BundleErrorCode =
  /** Not the text that a bundle is. */
  | 'BUNDLE_MALFORMED'
  /** Signed by another server than the pinned one. */
  | 'BUNDLE_SIGNER_MISMATCH'
  /** Changed after it was signed. */
  | 'BUNDLE_SIGNATURE_INVALID'
  /** About another organization. */
  | 'BUNDLE_ORGANIZATION_MISMATCH'
  /** For another user. */
  | 'BUNDLE_USER_MISMATCH'
  /** Sealed to another target key. Of a credential bundle, which nobody signs: or changed on its way. */
  | 'BUNDLE_FOR_ANOTHER_KEY'
  /** The secret is not what its format says. */
  | 'SECRET_MALFORMED'
  /** A target key is not one. */
  | 'TARGET_KEY_MALFORMED'

const HELP: Readonly<Record<BundleErrorCode, string>> = {
  BUNDLE_MALFORMED: 'pass the whole text, as it arrived',
  BUNDLE_SIGNER_MISMATCH: 'pin the signer public key that your server prints',
  BUNDLE_SIGNATURE_INVALID: 'do not use it: ask the server again',
  BUNDLE_ORGANIZATION_MISMATCH: 'pass the organization that owns the key',
  BUNDLE_USER_MISMATCH: 'pass the user who asked for the import',
  BUNDLE_FOR_ANOTHER_KEY:
    'use the target key whose public half was in the request; a reloaded page has lost it',
  SECRET_MALFORMED: 'check the key format',
  TARGET_KEY_MALFORMED: 'make one with generateTargetKey()',
}

export class BundleError extends KeywrightError<BundleErrorCode> {
  override readonly name = 'BundleError'

  constructor(code: BundleErrorCode, message: string) {
    super(code, message, { help: HELP[code], docsPath: '/sdks/advanced/iframe-stamper' })
  }
}

export const malformed = (reason: string) =>
  new BundleError('BUNDLE_MALFORMED', `the bundle is not readable: ${reason}`)
