/**
 * The crypto port: a host may plug in faster implementations of the most frequent computations. Each returns the same
 * bytes as the implementation it replaces, unless it says otherwise.
 */

/** Absent functions are computed by this package's libraries. All functions store no keys, and are synchronous unless they say otherwise. */
export interface FastCrypto {
  readonly sha256?: (bytes: Uint8Array) => Uint8Array
  /** Lower-case hex, of bytes or of the UTF-8 of a text. */
  readonly sha256Hex?: (content: Uint8Array | string) => string
  readonly hmac?: (hash: 'sha256' | 'sha512', key: Uint8Array, bytes: Uint8Array) => Uint8Array
  readonly aesGcm?: FastAesGcm
  /**
   * Whether `r ‖ s` (64 bytes, any S) is a signature of the message, hashed once by SHA-256. The key has 33 or 65 bytes;
   * undefined if it doesn't encode a point. A promise if other threads compute it.
   */
  readonly verifyP256?: (
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ) => boolean | undefined | Promise<boolean | undefined>
  /**
   * Compressed, 33 bytes, of a valid private key. The first call in JavaScript takes 30 to 60 ms to build a table of
   * multiples.
   */
  readonly p256PublicKeyOf?: (privateKey: Uint8Array) => Uint8Array
  /** DER, any S; the message is hashed once by SHA-256. Only tests plug it in, with random nonces. */
  readonly signP256?: (message: Uint8Array, privateKey: Uint8Array) => Uint8Array
  readonly ed25519?: FastEd25519
  readonly hex?: FastHex
  readonly base64url?: FastBase64url
  /** From the platform's secure source. */
  readonly random?: (length: number) => Uint8Array
  readonly secp256k1?: FastSecp256k1
}

/** AES-256-GCM with a nonce of 12 bytes and a tag of 16 behind the ciphertext. */
export interface FastAesGcm {
  encrypt(key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, plaintext: Uint8Array): Uint8Array
  /** Throws if it doesn't open. The plaintext must exist only in the returned bytes. */
  decrypt(key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, ciphertext: Uint8Array): Uint8Array
}

/** Two digits per byte; `decode` gets only valid digits, in any case. */
export interface FastHex {
  encode(bytes: Uint8Array): string
  decode(digits: string): Uint8Array
}

/** Without padding (RFC 4648 §5). */
export interface FastBase64url {
  encode(bytes: Uint8Array): string
  /** Decodes letters of the alphabet. Undefined unless they are exactly what `encode` returns for some bytes. */
  decode(text: string): Uint8Array | undefined
}

/** RFC 8032, with 32-byte seeds. */
export interface FastEd25519 {
  publicKeyOf(seed: Uint8Array): Uint8Array
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array
}

/** Private keys are always valid: 32 bytes, big endian, from 1 to below the order. Digests are any 32 bytes. */
export interface FastSecp256k1 {
  /** Compressed, 33 bytes. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array
  /** RFC 6979 nonce, low S; the recovery id, then `r ‖ s`. */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array
  /** BIP-340 with 32 zeros as auxiliary randomness, by the BIP-341 output key without a script tree. */
  signTaproot(digest: Uint8Array, privateKey: Uint8Array): Uint8Array
  /** BIP-32: the private key at the end of a path; hardened indexes have their highest bit set. */
  derive(seed: Uint8Array, indexes: readonly number[]): Uint8Array
}

let plugged: FastCrypto = {}

/** Sets the implementation for the whole process. Call it once, when a host starts. */
export function plugCrypto(crypto: FastCrypto): void {
  plugged = crypto
}

/** The current implementation. */
export const fast = (): FastCrypto => plugged
