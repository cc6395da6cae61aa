/** Errors about bundles. They never contain the sealed secret. */
import { KeywrightError } from '../errors.ts'

export type BundleErrorCode =
  /** The text isn't a readable bundle. */
  | 'BUNDLE_MALFORMED'
  /** Signed by another server than the pinned one. */
  | 'BUNDLE_SIGNER_MISMATCH'
  /** Changed after it was signed. */
  | 'BUNDLE_SIGNATURE_INVALID'
  /** The bundle belongs to another organization. */
  | 'BUNDLE_ORGANIZATION_MISMATCH'
  /** The bundle is for another user. */
  | 'BUNDLE_USER_MISMATCH'
  /** Sealed to another target key. For a credential bundle, which has no signature, also: changed in transit. */
  | 'BUNDLE_FOR_ANOTHER_KEY'
  /** The secret doesn't match its format. */
  | 'SECRET_MALFORMED'
  /** The target key is invalid. */
  | 'TARGET_KEY_MALFORMED'
  /** The runtime has no `crypto.subtle`. */
  | 'CRYPTO_UNAVAILABLE'

const HELP: Readonly<Record<BundleErrorCode, string>> = {
  BUNDLE_MALFORMED: 'pass the complete text exactly as received',
  BUNDLE_SIGNER_MISMATCH: 'pin the signer public key that your server prints',
  BUNDLE_SIGNATURE_INVALID: 'discard the bundle and request a new one',
  BUNDLE_ORGANIZATION_MISMATCH: 'pass the organization that owns the key',
  BUNDLE_USER_MISMATCH: 'pass the user who requested the import',
  BUNDLE_FOR_ANOTHER_KEY: 'use the target key that the request named; reloading the page discards it',
  SECRET_MALFORMED: 'check the key format',
  TARGET_KEY_MALFORMED: 'create one with generateTargetKey()',
  CRYPTO_UNAVAILABLE:
    'serve the page from a secure origin (https or localhost). In React Native, open bundles in a web page or in native code',
}

/** A bundle that can't be opened, or a secret that can't be sealed. */
export class BundleError extends KeywrightError<BundleErrorCode> {
  override readonly name = 'BundleError'

  constructor(code: BundleErrorCode, message: string) {
    super(code, message, { help: HELP[code], docsPath: '/sdks/advanced/iframe-stamper' })
  }
}

/** Checked before bundles are judged, because without it every one would look invalid. @throws BundleError `CRYPTO_UNAVAILABLE` */
export function webCrypto(): SubtleCrypto {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle) return subtle
  throw new BundleError('CRYPTO_UNAVAILABLE', 'this runtime has no crypto.subtle')
}

export const malformed = (reason: string) =>
  new BundleError('BUNDLE_MALFORMED', `the bundle is not readable: ${reason}`)
