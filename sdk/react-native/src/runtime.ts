/** What React Native does not bring along. */
import { toBase64url } from '@keywright/client'
import { NativeError } from './nativeErrors.ts'

/** Refuses before a prompt or a key, rather than in the middle. @throws NativeError `RANDOM_UNAVAILABLE` */
export function assertRandom(): void {
  if (typeof globalThis.crypto?.getRandomValues === 'function') return
  throw new NativeError(
    'RANDOM_UNAVAILABLE',
    'this runtime has no crypto.getRandomValues',
    "install react-native-get-random-values, and import it in the first line of the app's entry",
  )
}

/** 32 bytes, base64url. @throws NativeError `RANDOM_UNAVAILABLE` */
export function randomText(): string {
  assertRandom()
  return toBase64url(crypto.getRandomValues(new Uint8Array(32)))
}
