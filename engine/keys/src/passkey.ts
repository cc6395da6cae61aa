/** A passkey authenticator in software: creates attestations (format `none`) and assertions, like a browser. */
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'
import { ed25519 } from '@noble/curves/ed25519.js'
import { toCoseKey } from './cose.ts'
import { concat, toBase64url, toUtf8 } from './encoding.ts'
import { sha256, sha256Hex } from './hash.ts'
import { generateP256KeyPair, type P256KeyPair, signP256 } from './p256.ts'

export interface PasskeyOptions {
  readonly random: (length: number) => Uint8Array
  /** Default: `https://app.example.com`. */
  readonly origin?: string
  /** Default: `app.example.com`. */
  readonly rpId?: string
  /** Default: 16 random bytes. */
  readonly rawId?: Uint8Array
  /** Default: a new key pair. */
  readonly keyPair?: P256KeyPair
  /** EdDSA on Ed25519 instead of ES256, with a new key: an algorithm that not all servers accept. */
  readonly isEd25519?: boolean
}

export interface Passkey {
  /** base64url. */
  readonly credentialId: string
  readonly keyPair: P256KeyPair
  /** Parameters of an authenticator (version 2), by default for a random challenge. */
  register(
    name?: string,
    challengeBytes?: Uint8Array,
    isUserVerified?: boolean,
  ): {
    authenticatorName: string
    challenge: string
    attestation: {
      credentialId: string
      clientDataJson: string
      attestationObject: string
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL']
    }
  }
  /** The value of the `X-Stamp-WebAuthn` header for a body. */
  stamp(body: Uint8Array): string
  /** The same members for a given challenge, as a browser returns them. */
  assert(
    challenge: Uint8Array,
    isUserVerified?: boolean,
  ): {
    authenticatorData: string
    clientDataJson: string
    credentialId: string
    signature: string
  }
}

// Authenticator data flags (WebAuthn §6.1).
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED_DATA = 0x40

export function createPasskey(options: PasskeyOptions): Passkey {
  const { random, origin = 'https://app.example.com', rpId = 'app.example.com' } = options
  const { keyPair = generateP256KeyPair(random), rawId = random(16), isEd25519 = false } = options
  const ed25519Key = isEd25519 ? ed25519.keygen(random(32)) : undefined
  const credentialId = toBase64url(rawId)

  const clientDataOf = (type: string, challenge: string) =>
    toUtf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** rpIdHash (32) ‖ flags (1) ‖ counter (4) ‖ attested data */
  const authenticatorDataOf = (flags: number, attested = new Uint8Array()) =>
    concat(sha256(toUtf8(rpId)), Uint8Array.of(flags, 0, 0, 0, 0), attested)

  const coseKey = ed25519Key ? toEd25519CoseKey(ed25519Key.publicKey) : toCoseKey(keyPair.publicKey)
  const sign = (message: Uint8Array) =>
    ed25519Key ? ed25519.sign(message, ed25519Key.secretKey) : signP256(message, keyPair.privateKey)
  const flagsOf = (isUserVerified: boolean) => USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)

  function assert(challenge: Uint8Array, isUserVerified = true) {
    const clientData = clientDataOf('webauthn.get', toBase64url(challenge))
    const authenticatorData = authenticatorDataOf(flagsOf(isUserVerified))
    const signature = sign(concat(authenticatorData, sha256(clientData)))
    return {
      authenticatorData: toBase64url(authenticatorData),
      clientDataJson: toBase64url(clientData),
      credentialId,
      signature: toBase64url(signature),
    }
  }

  return {
    credentialId,
    keyPair,
    register(authenticatorName = 'passkey', challengeBytes = random(32), isUserVerified = true) {
      const challenge = toBase64url(challengeBytes)
      // aaguid (16) ‖ length of the id (2) ‖ id ‖ COSE key
      const attested = concat(new Uint8Array(16), Uint8Array.of(0, rawId.length), rawId, coseKey)
      const authData = authenticatorDataOf(flagsOf(isUserVerified) | ATTESTED_DATA, new Uint8Array(attested))
      const object = encodeCBOR(
        new Map<string, CBORType>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        authenticatorName,
        challenge,
        attestation: {
          credentialId,
          clientDataJson: toBase64url(clientDataOf('webauthn.create', challenge)),
          attestationObject: toBase64url(object),
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
        },
      }
    },
    stamp: (body) => JSON.stringify(assert(toUtf8(sha256Hex(body)))),
    assert,
  }
}

/** kty OKP, alg EdDSA, crv Ed25519, x (RFC 9053 §7.2). */
const toEd25519CoseKey = (publicKey: Uint8Array): Uint8Array =>
  encodeCBOR(
    new Map<number, CBORType>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, publicKey],
    ]),
  )
