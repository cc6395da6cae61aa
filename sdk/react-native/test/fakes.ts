/** Replace the native modules: a simulated device behind their JSON, and in-memory stores. */
import { createAuthenticator } from '@keywright/client/dev'
import type { ExpoSecureStore, Keychain, NativePasskeys } from '../src/index.ts'

export interface FakeDevice {
  readonly passkeys: NativePasskeys
  /** Error of the next prompt, as the module reports it. */
  failWith(error: unknown): void
  readonly prompts: () => number
}

/**
 * @param encoding how the module encodes bytes, which depends on its version
 * @param origin as Android names an app; iOS uses the domain
 */
export function fakeDevice(
  encoding: 'base64' | 'base64url' = 'base64url',
  origin = 'android:apk-key-hash:MbD1xF9dO3wP6rXzWZbVtHkxJq2nUuA8tYyBxQhGfVk',
): FakeDevice {
  const device = createAuthenticator({ origin })
  let failure: unknown
  const text = (base64url: string) => Buffer.from(base64url, 'base64url').toString(encoding)
  const written = <R extends object>({ rawId, response }: { rawId: string; response: R }) => ({
    rawId: text(rawId),
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, text(value)])) as R,
  })
  const fail = async () => {
    const thrown = failure
    failure = undefined
    if (thrown) throw thrown
  }
  return {
    prompts: () => device.prompts,
    failWith(error) {
      failure = error
    },
    passkeys: {
      ...device.native,
      async create(request) {
        await fail()
        return written(await device.native.create(request))
      },
      async get(request) {
        await fail()
        return written(await device.native.get(request))
      },
    },
  }
}

/** Limits of the real store: restricted characters in names, values up to 2,048 bytes. */
export function fakeSecureStore(): ExpoSecureStore & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  const check = (key: string) => {
    if (!/^[\w.-]+$/.test(key)) throw new Error(`invalid key ${key}`)
  }
  return {
    values,
    async getItemAsync(key) {
      check(key)
      return values.get(key) ?? null
    },
    async setItemAsync(key, value) {
      check(key)
      if (value.length > 2048) throw new Error('value is larger than 2048 bytes')
      values.set(key, value)
    },
    async deleteItemAsync(key) {
      values.delete(key)
    },
  }
}

export function fakeKeychain(): Keychain {
  const values = new Map<string, string>()
  return {
    async getGenericPassword({ service }) {
      const password = values.get(service)
      return password === undefined ? false : { password }
    },
    async setGenericPassword(_, password, { service }) {
      values.set(service, password)
      return { service }
    },
    async resetGenericPassword({ service }) {
      return values.delete(service)
    },
  }
}
