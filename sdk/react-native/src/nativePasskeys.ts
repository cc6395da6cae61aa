/**
 * What a native module of passkeys does, in the JSON of WebAuthn level 3 (§5.1.8, §5.1.9): all bytes are base64url. The
 * object that `react-native-passkey` exports as `Passkey` is one.
 */
export interface NativePasskeys {
  isSupported(): boolean
  create(request: NativeCreationRequest): Promise<NativeAttestation>
  get(request: NativeAssertionRequest): Promise<NativeAssertion>
}

interface Descriptor {
  readonly type: 'public-key'
  readonly id: string
  readonly transports?: string[]
}

// Not readonly within: modules declare their requests so.
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

/** base64url without padding, of what modules answer: some say base64, with or without line ends. */
export const toWire = (text: string): string =>
  text.replace(/\s/g, '').replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
