/**
 * The protocol between the kit and an adapter: JSON, one object per line, instructions on the adapter's standard
 * input, answers on its standard output. README.md documents it.
 */

/** The client's credential. Values are hexadecimal, except ids. */
export type Credential =
  | {
      readonly kind: 'api-key'
      readonly curve: 'API_KEY_CURVE_P256' | 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519'
      readonly publicKey: string
      readonly privateKey: string
    }
  /** A device behind HTTP: post `{"challenge": base64url}` to `device` to get an assertion with base64url members. */
  | {
      readonly kind: 'passkey'
      readonly device: string
      readonly rpId: string
      readonly credentialId: string
    }
  /** A wallet behind HTTP: post `{"message": text}` to get `{"signature": "0x…"}` of `personal_sign`. */
  | {
      readonly kind: 'evm-wallet'
      readonly device: string
      readonly publicKey: string
      readonly address: string
    }
  /** A wallet behind HTTP: post `{"message": text}` to get `{"signature": hex}` with 64 bytes. */
  | { readonly kind: 'solana-wallet'; readonly device: string; readonly publicKey: string }

/** The client's configuration for one instruction. */
export interface Connection {
  readonly baseUrl: string
  readonly organizationId: string
  readonly credential: Credential
  /** Total milliseconds for a call, including retries and waiting. */
  readonly timeoutMs: number
}

/** A P-256 key for sealed secrets: 65 and 32 bytes, hexadecimal. */
export interface TargetKey {
  readonly publicKey: string
  readonly privateKey: string
}

interface OfSecret {
  readonly of: 'phrase' | 'private-key'
  /** Encoding of a private key: hexadecimal, or base58 of seed and public key. */
  readonly format: 'HEXADECIMAL' | 'SOLANA'
  readonly organizationId: string
  /** The pinned signer; 65 bytes, hexadecimal. */
  readonly signerPublicKey: string
}

/** Instructions by name, with their parameters and answers. */
export interface Instructions {
  hello: { asks: object; answers: { name: string; version?: string; isConcurrent?: boolean } }
  whoami: {
    asks: { client: Connection }
    answers: { organizationId: string; userId: string; username: string }
  }
  query: { asks: { client: Connection; call: string; input: object }; answers: Record<string, unknown> }
  submit: { asks: { client: Connection; type: string; parameters: object }; answers: ActivityAnswer }
  /** Waits until votes of other users make the activity final. */
  wait: { asks: { client: Connection; activityId: string }; answers: ActivityAnswer }
  /** Submits and, if there is no response, posts the same request again at `again`. */
  resend: {
    asks: { client: Connection; type: string; parameters: object; again: string }
    answers: ActivityAnswer
  }
  stamp: {
    asks: { credential: Credential; bodies: readonly string[] }
    answers: { stamps: readonly { name: string; value: string }[] }
  }
  openCredential: {
    asks: { bundle: string; target: TargetKey }
    /** Without the private key if the client doesn't expose it. */
    answers: { publicKey: string; privateKey?: string }
  }
  openExport: { asks: { bundle: string; target: TargetKey } & OfSecret; answers: { secret: string } }
  sealImport: {
    asks: { bundle: string; secret: string; userId: string } & OfSecret
    answers: { encryptedBundle: string }
  }
}
export type Verb = keyof Instructions

/** The outcome of an activity. */
export interface ActivityAnswer {
  readonly activityId: string
  /** Such as `ACTIVITY_STATUS_COMPLETED`. */
  readonly status: string
  readonly fingerprint?: string
  /** Members of the result, without the version-dependent key. */
  readonly result?: Record<string, unknown>
  /** The failure of an activity, if the client returns it instead of throwing. */
  readonly failure?: unknown
}

/** An error as the client's user sees it. Additional members are allowed. */
export interface ErrorAnswer {
  /** The code that programs switch on. */
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly activityId?: string
  readonly fingerprint?: string
  readonly details?: unknown
}

export type Answer<V extends Verb = Verb> =
  | { readonly result: Instructions[V]['answers'] }
  | { readonly error: ErrorAnswer }
  | { readonly notOffered: true }

/** Runs instructions: a child process, or functions of this process. */
export interface Adapter {
  ask<V extends Verb>(verb: V, instruction: Instructions[V]['asks']): Promise<Answer<V>>
  /** Restarts after a missing answer. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A client's functions by instruction; unsupported ones are omitted. */
export type Handlers = {
  readonly [V in Verb]?: (instruction: Instructions[V]['asks']) => Promise<Instructions[V]['answers']>
}
