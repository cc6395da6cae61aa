/** The device as a React Native module: JSON of WebAuthn level 3 (§5.1.8, §5.1.9), with all bytes as base64url. */

interface Descriptor {
  readonly id: string
}

/** The methods of `Passkey` from `react-native-passkey`. Members of requests that aren't listed are passed on. */
export interface NativeModule {
  /** Returns true. */
  isSupported(): boolean
  /** Creates a passkey. @throws DOMException */
  create(request: {
    readonly challenge: string
    readonly user: { readonly id: string }
    readonly excludeCredentials?: readonly Descriptor[]
  }): Promise<{
    readonly rawId: string
    readonly response: { readonly clientDataJSON: string; readonly attestationObject: string }
  }>
  /** Signs a challenge. @throws DOMException */
  get(request: { readonly challenge: string; readonly allowCredentials?: readonly Descriptor[] }): Promise<{
    readonly rawId: string
    readonly response: {
      readonly clientDataJSON: string
      readonly authenticatorData: string
      readonly signature: string
    }
  }>
}

interface Credentials {
  create(options: CredentialCreationOptions): Promise<unknown>
  get(options: CredentialRequestOptions): Promise<unknown>
}

export const nativeModuleOf = (credentials: Credentials): NativeModule => ({
  isSupported: () => true,
  async create({ challenge, user, excludeCredentials = [], ...rest }) {
    const publicKey = {
      ...rest,
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: excludeCredentials.map(toBytes),
    }
    const made = await credentials.create({
      publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions,
    })
    const { rawId, response } = made as { rawId: ArrayBuffer; response: AuthenticatorAttestationResponse }
    const { clientDataJSON, attestationObject } = response
    return {
      rawId: text(rawId),
      response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
    }
  },
  async get({ challenge, allowCredentials, ...rest }) {
    const publicKey = {
      ...rest,
      challenge: bytes(challenge),
      ...(allowCredentials && { allowCredentials: allowCredentials.map(toBytes) }),
    }
    const made = await credentials.get({
      publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions,
    })
    const { rawId, response } = made as { rawId: ArrayBuffer; response: AuthenticatorAssertionResponse }
    const { clientDataJSON, authenticatorData, signature } = response
    return {
      rawId: text(rawId),
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      },
    }
  },
})

const toBytes = <D extends Descriptor>(descriptor: D) => ({ ...descriptor, id: bytes(descriptor.id) })

const bytes = (given: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(given.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
