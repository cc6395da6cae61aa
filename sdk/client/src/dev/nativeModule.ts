/** The device as a React Native module: JSON of WebAuthn level 3 (§5.1.8, §5.1.9), with all bytes as base64url. */
import { fromBase64url, toBase64url } from '../encoding.ts'

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
      challenge: fromBase64url(challenge),
      user: { ...user, id: fromBase64url(user.id) },
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
      challenge: fromBase64url(challenge),
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

const toBytes = <D extends Descriptor>(descriptor: D) => ({ ...descriptor, id: fromBase64url(descriptor.id) })

const text = (buffer: ArrayBuffer): string => toBase64url(new Uint8Array(buffer))
