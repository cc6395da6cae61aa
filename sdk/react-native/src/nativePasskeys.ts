/**
 * Interface of a native passkey module, in the JSON of WebAuthn level 3 (§5.1.8, §5.1.9), with all bytes as base64url.
 * `Passkey` from `react-native-passkey` implements it.
 */
export interface NativePasskeys {
  /** Whether build and device support passkeys. */
  isSupported(): boolean
  /** Creates a passkey, with a prompt. */
  create(request: NativeCreationRequest): Promise<NativeAttestation>
  /** Signs a challenge with a passkey, with a prompt. */
  get(request: NativeAssertionRequest): Promise<NativeAssertion>
}

interface Descriptor {
  readonly type: 'public-key'
  readonly id: string
  readonly transports?: string[]
}

// Not readonly inside, because modules declare their requests that way.
export interface NativeCreationRequest {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials?: Descriptor[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required' | 'preferred' | 'discouraged'
  }
  attestation: 'none'
}

export interface NativeAttestation {
  readonly rawId: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[]
  }
}

export interface NativeAssertionRequest {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required' | 'preferred' | 'discouraged'
  allowCredentials?: Descriptor[]
}

export interface NativeAssertion {
  readonly rawId: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
  }
}

/** Converts what modules return to base64url without padding. Some return base64, with or without line breaks. */
export const toWire = (text: string): string =>
  text.replace(/\s/g, '').replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
