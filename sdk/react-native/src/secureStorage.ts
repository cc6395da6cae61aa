/** Storage for an app's session: the keychain of iOS, the keystore of Android. */
import { NativeError } from './nativeErrors.ts'

/** Stores texts by name, encrypted by the platform. */
export interface SecureStorage {
  /** Returns null for an unknown name. */
  get(name: string): Promise<string | null>
  /** Stores a text. */
  set(name: string, value: string): Promise<void>
  /** Deletes a text. */
  remove(name: string): Promise<void>
}

/** The part of `expo-secure-store` that we use. */
export interface ExpoSecureStore {
  getItemAsync(key: string, options?: object): Promise<string | null>
  setItemAsync(key: string, value: string, options?: object): Promise<void>
  deleteItemAsync(key: string, options?: object): Promise<void>
}

/**
 * Storage backed by `expo-secure-store`.
 * @param options passed on, such as `{ keychainAccessible: SecureStore.WHEN_UNLOCKED_THIS_DEVICE_ONLY }`
 */
export const expoSecureStorage = (store: ExpoSecureStore, options: object = {}): SecureStorage => ({
  get: (name) => store.getItemAsync(keyOf(name), options),
  set: (name, value) => store.setItemAsync(keyOf(name), value, options),
  remove: (name) => store.deleteItemAsync(keyOf(name), options),
})

/** The part of `react-native-keychain` that we use. */
export interface Keychain {
  getGenericPassword(options: { service: string }): Promise<false | { readonly password: string }>
  setGenericPassword(username: string, password: string, options: { service: string }): Promise<unknown>
  resetGenericPassword(options: { service: string }): Promise<unknown>
}

/**
 * Storage backed by `react-native-keychain`.
 * @param options passed on, such as `{ accessible: ACCESSIBLE.WHEN_UNLOCKED_THIS_DEVICE_ONLY }`
 */
export const keychainStorage = (keychain: Keychain, options: object = {}): SecureStorage => ({
  async get(name) {
    const found = await keychain.getGenericPassword({ ...options, service: keyOf(name) })
    return found === false ? null : found.password
  },
  async set(name, value) {
    const isKept = await keychain.setGenericPassword('keywright', value, { ...options, service: keyOf(name) })
    if (isKept === false) throw new Error('the keychain returned false')
  },
  async remove(name) {
    await keychain.resetGenericPassword({ ...options, service: keyOf(name) })
  },
})

/** Every such store accepts letters, digits, dots and dashes. */
const keyOf = (name: string) => `keywright.${name}`

/** Wraps a storage so that its errors say what to do. */
export function checked(storage: SecureStorage): SecureStorage {
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw new NativeError(
        'STORAGE_UNAVAILABLE',
        'the secure storage of this device failed',
        'it needs the native module in the build, and a screen lock on some devices; otherwise ask the user to sign in on each start',
        cause,
      )
    }
  }
  return {
    get: (name) => run(() => storage.get(name)),
    set: (name, value) => run(() => storage.set(name, value)),
    remove: (name) => run(() => storage.remove(name)),
  }
}
