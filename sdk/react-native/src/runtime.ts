/** Features that React Native lacks. */
import { toBase64url } from '@keywright/client'
import { NativeError } from './nativeErrors.ts'

/** Fails early, before any prompt or key. @throws NativeError `RANDOM_UNAVAILABLE` */
export function assertRandom(): void {
  if (typeof globalThis.crypto?.getRandomValues === 'function') return
  throw new NativeError(
    'RANDOM_UNAVAILABLE',
    'this runtime has no crypto.getRandomValues',
    "install react-native-get-random-values, and import it in the first line of the app's entry file",
  )
}

/** 32 bytes, base64url. @throws NativeError `RANDOM_UNAVAILABLE` */
export function randomText(): string {
  assertRandom()
  return toBase64url(crypto.getRandomValues(new Uint8Array(32)))
}
