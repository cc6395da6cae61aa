/**
 * The lines between the kit and an adapter: JSON, one object per line, instructions on the adapter's standard input,
 * answers on its standard output. README.md says the same for people.
 */

/** What the client signs with. Hexadecimal, but for ids. */
export type Credential =
  | {
      readonly kind: 'api-key'
      readonly curve: 'API_KEY_CURVE_P256' | 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519'
      readonly publicKey: string
      readonly privateKey: string
    }
  /** A device behind HTTP: post `{"challenge": base64url}` to `device`, get an assertion, each member base64url. */
  | {
      readonly kind: 'passkey'
      readonly device: string
      readonly rpId: string
      readonly credentialId: string
    }
  /** A wallet behind HTTP: post `{"message": text}`, get `{"signature": "0x…"}` of `personal_sign`. */
  | {
      readonly kind: 'evm-wallet'
      readonly device: string
      readonly publicKey: string
      readonly address: string
    }
  /** A wallet behind HTTP: post `{"message": text}`, get `{"signature": hex}` of 64 bytes. */
  | { readonly kind: 'solana-wallet'; readonly device: string; readonly publicKey: string }

/** How the client is to be made for one instruction. */
export interface Connection {
  readonly baseUrl: string
  readonly organizationId: string
  readonly credential: Credential
  /** Milliseconds that a call may take in all, with retries and waiting. */
  readonly timeoutMs: number
}

/** A P-256 key to which secrets are sealed: 65 and 32 bytes, hexadecimal. */
export interface TargetKey {
  readonly publicKey: string
  readonly privateKey: string
}

interface OfSecret {
  readonly of: 'phrase' | 'private-key'
  /** How a private key is written: hexadecimal, or base58 of seed and public key. */
  readonly format: 'HEXADECIMAL' | 'SOLANA'
  readonly organizationId: string
  /** The signer that the application pins; 65 bytes, hexadecimal. */
  readonly signerPublicKey: string
}

/** Instructions by name: what they say, and what is answered. */
export interface Instructions {
  hello: { asks: object; answers: { name: string; version?: string; isConcurrent?: boolean } }
  whoami: {
    asks: { client: Connection }
    answers: { organizationId: string; userId: string; username: string }
  }
  query: { asks: { client: Connection; call: string; input: object }; answers: Record<string, unknown> }
  submit: { asks: { client: Connection; type: string; parameters: object }; answers: ActivityAnswer }
  /** Waits until the activity is final, through the votes of others. */
  wait: { asks: { client: Connection; activityId: string }; answers: ActivityAnswer }
  /** Submits, and when no answer comes, posts the very same request again at `again`. */
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
    /** Without the private half where the client does not show it. */
    answers: { publicKey: string; privateKey?: string }
  }
  openExport: { asks: { bundle: string; target: TargetKey } & OfSecret; answers: { secret: string } }
  sealImport: {
    asks: { bundle: string; secret: string; userId: string } & OfSecret
    answers: { encryptedBundle: string }
  }
}
export type Verb = keyof Instructions

/** What became of an activity. */
export interface ActivityAnswer {
  readonly activityId: string
  /** Such as `ACTIVITY_STATUS_COMPLETED`. */
  readonly status: string
  readonly fingerprint?: string
  /** Members of the result, without the key that depends on the version. */
  readonly result?: Record<string, unknown>
  /** Of a failed activity, where the client answers it instead of throwing. */
  readonly failure?: unknown
}

/** An error as the client's user sees it. More members are welcome. */
export interface ErrorAnswer {
  /** What a program switches on. */
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

/** What does as it is told: a child process, or functions of this one. */
export interface Adapter {
  ask<V extends Verb>(verb: V, instruction: Instructions[V]['asks']): Promise<Answer<V>>
  /** Restarts after a missing answer. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A client's functions by instruction; those that it does not have are left out. */
export type Handlers = {
  readonly [V in Verb]?: (instruction: Instructions[V]['asks']) => Promise<Instructions[V]['answers']>
}
