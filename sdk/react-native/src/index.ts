/** Keywright in a React Native app. The app passes in the native modules. */

export { type CreatePasskeyOptions, createPasskey, isPasskeySupported } from './createPasskey.ts'
export {
  KeywrightNative,
  type KeywrightNativeOptions,
  type SignInOptions,
  type SignUpOptions,
} from './keywrightNative.ts'
export { NativeError, type NativeErrorCode } from './nativeErrors.ts'
export type {
  NativeAssertion,
  NativeAssertionRequest,
  NativeAttestation,
  NativeCreationRequest,
  NativePasskeys,
} from './nativePasskeys.ts'
export { PasskeyStamper, type PasskeyStamperOptions } from './passkeyStamper.ts'
export {
  type ExpoSecureStore,
  expoSecureStorage,
  type Keychain,
  keychainStorage,
  type SecureStorage,
} from './secureStorage.ts'
export type { NativeSession } from './session.ts'
