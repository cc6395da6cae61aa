/** Requests and responses of the routes under `/dev`, as far as programs use them. */

/** An email or text message that the engine sent. */
export interface Letter {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly to: string
  /** Emails only. */
  readonly subject?: string
  readonly text: string
  readonly organizationId: string
  /** The contents of the message: bundle, code, customization. */
  readonly template: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970, by the server's clock. */
  readonly receivedAt: number
}

export interface LetterFilter {
  readonly to?: string
  readonly kind?: Letter['kind']
  /** Default: 100. */
  readonly limit?: number
}

export interface FaultRequest {
  readonly kind:
    | 'status'
    | 'latency'
    | 'fail_after_commit'
    | 'pending'
    | 'connection_reset'
    | 'duplicate_delivery'
  /** The contract's name of a call, such as `create_wallet`. Default: all. */
  readonly call?: string
  /** How many requests the fault affects. Default: unlimited, until it's removed. */
  readonly times?: number
  /** Default: all organizations. */
  readonly organizationId?: string
  /** Above 0, up to 1. Default: always. */
  readonly probability?: number
  /** HTTP status, 400 to 599. Kind `status` only. Default: 503. */
  readonly status?: number
  /** Up to 60,000. Kind `latency` only. Default: 1,000. */
  readonly milliseconds?: number
}

export interface Fault {
  readonly id: string
  readonly kind: FaultRequest['kind']
  readonly call: string
  /** How many more requests the fault affects; null: unlimited, until it's removed. */
  readonly times: number | null
  readonly organizationId?: string
  readonly probability?: number
  readonly status?: number
  readonly milliseconds?: number
}

export interface TokenRequest {
  /** Default: `alice`. */
  readonly subject?: string
  /** Default: `keywright-development`. */
  readonly audience?: string
  readonly email?: string
  /** Sets the nonce that the engine expects for this key. */
  readonly targetPublicKey?: string
  readonly nonce?: string
  /** Default: 300. Negative: already expired. */
  readonly expiresInSeconds?: number
  /** Additional claims. They override the ones above. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A development organization with the key of its root user. */
export interface DevOrganization {
  readonly organizationId: string
  readonly organizationName: string
  readonly rootUserId: string
  /** Key of the root user; P-256, hex. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Milliseconds since 1970, by the server's clock. */
  readonly createdAt: number
}

/** A webhook with all its delivery attempts. */
export interface Delivery {
  /** Id of the event, the same for all attempts. */
  readonly id: string
  readonly url: string
  readonly organizationId: string
  readonly endpointId?: string
  readonly eventType: string
  /** JSON text, as posted. */
  readonly body: string
  readonly tries: readonly {
    /** Milliseconds since 1970. */
    readonly at: number
    /** The receiver's status; absent without a response. */
    readonly status?: number
    readonly error?: string
    /** Headers of the request, including the signature. */
    readonly headers: Readonly<Record<string, string>>
    /** Start of the receiver's response. */
    readonly answer?: string
    readonly outcome: 'DELIVERED' | 'REFUSED' | 'RETRY'
  }[]
}

/** A request that the server received, and what it decided. */
export interface LoggedRequest {
  readonly id: string
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** The contract's name of the call; null for an unknown path. */
  readonly call: string | null
  readonly organizationId: string | null
  readonly type: string | null
  readonly stamp: {
    /** Name of the header; null when the request had none. */
    readonly header: string | null
    readonly scheme?: string
    readonly publicKey?: string
    /** `valid`, `not checked`, or why the stamp was rejected. */
    readonly check: string
  }
  /** Why the policies decided as they did; null when none was evaluated. */
  readonly explanation: object | null
  readonly status: number
  readonly milliseconds: number
  readonly activity: { readonly id: string; readonly status: string; readonly fingerprint: string } | null
  readonly error: {
    readonly code: number
    readonly message: string
    readonly errorCode: string | null
  } | null
}

export interface DevAbout {
  readonly organizationId: string
  readonly apiPublicKey: string
  /** Uncompressed P-256 point, hex: signs bundles. */
  readonly signerPublicKey: string
  /** URL of the token issuer. */
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly now: number
}
