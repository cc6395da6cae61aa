/**
 * Passkeys (WebAuthn Level 3): assertions as stamps (§7.2), attestations at registration (§7.1). Loaded with the
 * first passkey.
 *
 * The relying party id is not checked, because the protocol doesn't tell the server which one applies. The origin is
 * checked if the organization names one. Signature counters (§6.1.1) are not stored: synced passkeys always send
 * zero, and a request may be posted again, or arrive after a later one, with its original counter.
 */
import { ApiError } from '@keywright/contract'
import {
  parseBase64url,
  parseJsonObject,
  parseUtf8,
  recoverP256PublicKeys,
  sha256,
  sha256Hex,
  toBase64url,
  toHex,
  toUtf8,
} from '@keywright/keys'
import { type WebAuthnStamp, withoutPadding } from './webauthnStamp.ts'

/** Loaded on demand: it has a quarter of the engine's size. */
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/**
 * What is wrong with an assertion apart from signature and origin, or undefined. Needs no passkey.
 * @param body the bytes that it must sign
 */
export async function flawOf(stamp: WebAuthnStamp, body: Uint8Array): Promise<string | undefined> {
  const { parseAuthenticatorData } = await loadHelpers()
  try {
    const { type, challenge } = readClientData(stamp.clientDataJson)
    if (type !== 'webauthn.get') return 'its client data is not of type `webauthn.get`'
    if (challenge !== challengeOf(body)) return 'the challenge is not the SHA-256 of this body in hex'
    const data = parseBase64url(stamp.authenticatorData, 'authenticator data')
    return parseAuthenticatorData(asBuffer(data)).flags.up ? undefined : 'user presence is missing'
  } catch {
    return 'its client data or authenticator data cannot be read'
  }
}

/** Why an assertion's origin isn't allowed, or undefined. @param origin the only one allowed; absent or empty for any */
export function originFlawOf(stamp: WebAuthnStamp, origin: string | undefined): string | undefined {
  const seen = readClientData(stamp.clientDataJson)['origin']
  if (!origin || seen === origin) return undefined
  return `the origin ${String(seen).slice(0, 200)} is not ${origin}`
}

/**
 * Whether the assertion's signature is by this passkey. `flawOf` checks what was signed.
 * @param publicKey base64url of the COSE key stored at registration
 */
export async function verifyWebAuthnStamp(stamp: WebAuthnStamp, publicKey: string): Promise<boolean> {
  const { verifySignature } = await loadHelpers()
  try {
    return await verifySignature({
      signature: asBuffer(parseBase64url(stamp.signature, 'signature')),
      data: asBuffer(signedBy(stamp)),
      credentialPublicKey: asBuffer(parseBase64url(publicKey, 'public key')),
    })
  } catch {
    return false
  }
}

/** The P-256 keys that may have made the assertion's signature, as compressed points in hex; none for other keys. */
export function signersOf(stamp: WebAuthnStamp): string[] {
  const signature = parseBase64url(stamp.signature, 'signature')
  return recoverP256PublicKeys(signature, signedBy(stamp)).map(toHex)
}

/** WebAuthn §6.3.3: authenticator data ‖ SHA-256 of the client data. */
function signedBy({ authenticatorData, clientDataJson }: WebAuthnStamp): Uint8Array {
  const clientDataHash = sha256(parseBase64url(clientDataJson, 'client data'))
  return new Uint8Array([...parseBase64url(authenticatorData, 'authenticator data'), ...clientDataHash])
}

/** Client data as the browser wrote it (WebAuthn §5.8.1). @throws KeysError */
const readClientData = (encoded: string): Record<string, unknown> =>
  parseJsonObject(parseUtf8(parseBase64url(encoded, 'client data'), 'client data'), 'client data')

/** The challenge for a body: the ASCII text of its lower-case hex SHA-256, as client data encodes it. */
export function challengeOf(body: Uint8Array): string {
  return toBase64url(toUtf8(sha256Hex(body)))
}

export interface Attestation {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
}

export interface AttestedCredential {
  /** base64url without padding. */
  readonly credentialId: string
  /** base64url of the COSE key. */
  readonly publicKey: string
  /** The attestation's format, such as `none`. */
  readonly attestationType: string
  /** UUID of the authenticator's model; zeros if it isn't disclosed. */
  readonly aaguid: string
}

/**
 * Reads an attestation. Only the format of the statement is kept: the authenticator's manufacturer is not verified.
 * @param challenge what the caller asked the authenticator to sign, base64url or plain text
 * @param origin the only origin allowed, or undefined for any
 * @param field dotted path of the attestation, for errors
 * @throws ApiError 400 if it is unreadable, or for another challenge, origin, credential or algorithm
 */
export async function readAttestation(
  attestation: Attestation,
  challenge: string,
  origin: string | undefined,
  field: string,
): Promise<AttestedCredential> {
  const { decodeAttestationObject, decodeCredentialPublicKey, parseAuthenticatorData } = await loadHelpers()
  const clientData = attempt(() => {
    const { type, challenge, origin: seenAt } = readClientData(attestation.clientDataJson)
    if (typeof challenge !== 'string') throw new Error()
    return { type, challenge, origin: seenAt }
  }, `${field}.clientDataJson`)
  if (clientData.type !== 'webauthn.create') {
    throw unusable('it is not of type `webauthn.create`', `${field}.clientDataJson`)
  }
  if (!isSameChallenge(clientData.challenge, challenge)) {
    throw unusable('it is for another challenge', `${field}.clientDataJson`)
  }
  if (origin !== undefined && clientData.origin !== origin) {
    throw unusable('it is for another origin', `${field}.clientDataJson`)
  }
  const { key, ...credential } = attempt(() => {
    const object = decodeAttestationObject(
      asBuffer(parseBase64url(attestation.attestationObject, 'attestation')),
    )
    const data = parseAuthenticatorData(asBuffer(object.get('authData')))
    if (!data.credentialID || !data.credentialPublicKey || !data.aaguid || !data.flags.up) throw new Error()
    const key: unknown = decodeCredentialPublicKey(data.credentialPublicKey)
    if (!(key instanceof Map)) throw new Error()
    const credentialId = toBase64url(data.credentialID)
    if (credentialId !== withoutPadding(attestation.credentialId)) throw new Error()
    const attestationType: unknown = object.get('fmt')
    if (typeof attestationType !== 'string') throw new Error()
    return {
      key,
      credentialId,
      publicKey: toBase64url(data.credentialPublicKey),
      attestationType,
      aaguid: toUuid(data.aaguid),
    }
  }, `${field}.attestationObject`)
  if (!isVerifiable(key)) {
    throw unusable(
      `its algorithm ${key.get(3)} is neither ES256 (-7) nor RS256 (-257)`,
      `${field}.attestationObject`,
    )
  }
  return credential
}

/** ES256 on P-256 and RS256 (RFC 9053 §2.1, RFC 8812 §2): what authenticators create and browsers are asked for. */
function isVerifiable(key: ReadonlyMap<unknown, unknown>): boolean {
  const [type, algorithm, curve] = [1, 3, -1].map((label) => key.get(label))
  return (type === 2 && algorithm === -7 && curve === 1) || (type === 3 && algorithm === -257)
}

function attempt<T>(read: () => T, field: string): T {
  try {
    return read()
  } catch {
    throw unusable('it cannot be read', field)
  }
}

/** Clients send the challenge either in base64url, as client data contains it, or as the decoded text. */
function isSameChallenge(inClientData: string, given: string): boolean {
  const seen = withoutPadding(inClientData)
  return seen === withoutPadding(given) || seen === toBase64url(toUtf8(given))
}

function toUuid(aaguid: Uint8Array): string {
  const hex = Array.from(aaguid, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The library's types reject views of shared memory, which don't occur here. */
function asBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>
}

function unusable(reason: string, field: string): ApiError<'ATTESTATION_INVALID'> {
  return new ApiError('ATTESTATION_INVALID', { reason }, { field })
}
