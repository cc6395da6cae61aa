/** Creates passkeys and signs requests with them. */
export { type CreatePasskeyOptions, type CredentialsCreator, createPasskey } from './createPasskey.ts'
export { PasskeyError, type PasskeyErrorCode } from './passkeyErrors.ts'
export {
  type CredentialsGetter,
  challengeOf,
  WebauthnStamper,
  type WebauthnStamperOptions,
} from './webauthnStamper.ts'
