/** Recorded requests of the chain libraries' signers and the server's responses, in the ledger's order. */
import signers from './signers.json' with { type: 'json' }

/** Install alias of a signer. `installed` has its published name. */
export type SignerAlias =
  | 'viem-signer-old'
  | 'viem-signer-new'
  | 'ethers-signer-old'
  | 'ethers-signer-new'
  | 'solana-signer-old'
  | 'solana-signer-mid'
  | 'solana-signer-new'
  | 'cosmjs-signer-new'

/** Clients that a signer can use: the plain HTTP client or the server SDK. */
export type ClientKind = 'http' | 'sdk-server'

export interface ProvenCall {
  readonly client: SignerAlias
  readonly version: string
  /** The kinds of client with which it was tested. */
  readonly through: readonly ClientKind[]
  /** The signer's method, with the kind of payload if it matters. */
  readonly call: string
  /** Name of the call that it sends. */
  readonly apiCall: string
  /** Null for a query. */
  readonly activityType: string | null
  /** Encoding and hash function, or the kind of transaction. Empty for queries and rejections. */
  readonly asks: readonly string[]
  readonly answer: 'accepted' | 'refused'
  /** Note for readers. */
  readonly note: string
}

/** A test compares it with the signers' real requests. */
export const signersProven = signers as readonly ProvenCall[]
