/** Stand for the native modules: a device in software behind their JSON, and stores that are maps. */
import { createAuthenticator } from '@keywright/dev-client'
import type { ExpoSecureStore, Keychain, NativePasskeys } from '../src/index.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

export interface FakeDevice {
  readonly passkeys: NativePasskeys
  /** The next prompt ends in this, as the module says it. */
  failWith(error: unknown): void
  readonly prompts: () => number
}

/**
 * @param encoding how the module writes bytes: versions of modules differ
 * @param origin as Android names an app; iOS names the domain
 */
export function fakeDevice(
  encoding: 'base64' | 'base64url' = 'base64url',
  origin = 'android:apk-key-hash:MbD1xF9dO3wP6rXzWZbVtHkxJq2nUuA8tYyBxQhGfVk',
): FakeDevice {
  const device = createAuthenticator({ origin })
  let failure: unknown
  const text = (buffer: ArrayBuffer) => Buffer.from(buffer).toString(encoding)
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
      isSupported: () => true,
      async create({ challenge, user, excludeCredentials = [], ...rest }) {
        await fail()
        const made = (await device.credentials.create({
          publicKey: {
            ...rest,
            challenge: bytes(challenge),
            user: { ...user, id: bytes(user.id) },
            excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id: bytes(id) })),
          } as PublicKeyCredentialCreationOptions,
        })) as PublicKeyCredential
        const response = made.response as AuthenticatorAttestationResponse
        return {
          rawId: text(made.rawId),
          response: {
            clientDataJSON: text(response.clientDataJSON),
            attestationObject: text(response.attestationObject),
          },
        }
      },
      async get({ challenge, allowCredentials, ...rest }) {
        await fail()
        const made = (await device.credentials.get({
          publicKey: {
            ...rest,
            challenge: bytes(challenge),
            ...(allowCredentials && {
              allowCredentials: allowCredentials.map(({ id }) => ({ type: 'public-key', id: bytes(id) })),
            }),
          },
        })) as PublicKeyCredential
        const response = made.response as AuthenticatorAssertionResponse
        return {
          rawId: text(made.rawId),
          response: {
            clientDataJSON: text(response.clientDataJSON),
            authenticatorData: text(response.authenticatorData),
            signature: text(response.signature),
          },
        }
      },
    },
  }
}

/** Limits of the real one: names of few characters, values of 2,048 bytes. */
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
