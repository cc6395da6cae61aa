/** Sealed bundles: the texts in which secrets enter and leave the key service, for both sides. */

import {
  concat,
  parseBase58check,
  parseBase64url,
  parseHex,
  parseJsonObject,
  parseUtf8,
  toBase58check,
  toHex,
  toUtf8,
} from './encoding.ts'
import { isKeysError, KeysError } from './errors.ts'
import { openSealed, type Sealed, sealTo } from './hpke.ts'
import {
  compressP256PublicKey,
  type P256KeyPair,
  parseP256PublicKey,
  signP256,
  uncompressP256PublicKey,
  verifyP256,
} from './p256.ts'
import type { Random } from './random.ts'

// ─── Credential bundle: email auth, recovery, OTP auth, OAuth, read-write sessions ───

/**
 * A credential's private key (32 bytes) sealed to a client:
 * base58check(compressed one-time key (33) ‖ ciphertext (48)).
 * @param targetPublicKey hexadecimal, as the client sent it
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`
 */
export async function createCredentialBundle(
  privateKey: Uint8Array,
  targetPublicKey: string,
  random: Random,
): Promise<string> {
  const sealed = await sealTo(privateKey, parseTargetPublicKey(targetPublicKey), random)
  return toBase58check(concat(compressP256PublicKey(sealed.encappedPublic), sealed.ciphertext))
}

/**
 * The private key in a credential bundle. Also accepts base64url of the same bytes, as old frames do.
 * @throws KeysError `BUNDLE_MALFORMED`, `BUNDLE_NOT_OPENED`, `PRIVATE_KEY_OUT_OF_RANGE`
 */
export async function openCredentialBundle(
  bundle: string,
  targetPrivateKey: Uint8Array,
): Promise<Uint8Array> {
  const bytes = readCredentialBytes(bundle)
  if (bytes.length !== CREDENTIAL_BUNDLE_LENGTH) {
    throw malformed(`it has ${bytes.length} bytes, a credential bundle has ${CREDENTIAL_BUNDLE_LENGTH}`)
  }
  return openSealed(
    { encappedPublic: bytes.subarray(0, 33), ciphertext: bytes.subarray(33) },
    targetPrivateKey,
  )
}

/** One-time key, private key, tag. */
const CREDENTIAL_BUNDLE_LENGTH = 33 + 32 + 16

function readCredentialBytes(bundle: string): Uint8Array {
  try {
    return parseBase58check(bundle, 'bundle')
  } catch {
    if (bundle.length > MAX_BUNDLE_LENGTH) throw malformed('it is too long')
    return readable(() => parseBase64url(bundle, 'credential bundle'))
  }
}

// ─── Signed bundles: an outer JSON text whose data is signed by the service ───

/** The service's P-256 key pair that signs bundles. Clients pin its uncompressed public key. */
export type BundleSigner = P256KeyPair

/** Expected values that a client checks in a signed bundle. */
export interface ExpectedBundle {
  /** The pinned signer, hexadecimal, compressed or uncompressed. */
  readonly signerPublicKey: string
  readonly organizationId: string
}

/**
 * An export bundle: `plaintext` (a phrase in UTF-8, or a raw 32-byte key) sealed to a client.
 * @param options.targetPublicKey hexadecimal, as the client sent it
 * @param options.organizationId the organization that owns the key
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`
 */
export async function createExportBundle(
  plaintext: Uint8Array,
  options: {
    readonly targetPublicKey: string
    readonly organizationId: string
    readonly signer: BundleSigner
    readonly random: Random
  },
): Promise<string> {
  const { targetPublicKey, organizationId, signer, random } = options
  const sealed = await sealTo(plaintext, parseTargetPublicKey(targetPublicKey), random)
  return signBundle({ ...sealedToMembers(sealed), organizationId }, signer)
}

/**
 * The plaintext of an export bundle, after verifying its signature and organization.
 * @throws KeysError `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_MISMATCH`,
 *   `BUNDLE_MEMBER_MISMATCH`, `BUNDLE_NOT_OPENED`
 */
export async function openExportBundle(
  bundle: string,
  targetPrivateKey: Uint8Array,
  expected: ExpectedBundle,
): Promise<Uint8Array> {
  const data = await readSignedBundle(bundle, expected)
  return openSealed(readSealed(data), targetPrivateKey)
}

/** An import bundle: the signed public key to which one user's import is sealed. */
export const createImportBundle = (options: {
  /** The one-time target, 33 or 65 bytes; its private key stays with the service. */
  readonly targetPublicKey: Uint8Array
  readonly organizationId: string
  readonly userId: string
  readonly signer: BundleSigner
}): string =>
  signBundle(
    {
      targetPublic: toHex(uncompressP256PublicKey(options.targetPublicKey)),
      organizationId: options.organizationId,
      userId: options.userId,
    },
    options.signer,
  )

/**
 * The client's response to an import bundle: verifies it, then seals `plaintext` to its target. The text is the
 * `encryptedBundle` of an import.
 * @throws KeysError as `openExportBundle`
 */
export async function sealImport(
  plaintext: Uint8Array,
  importBundle: string,
  expected: ExpectedBundle & { readonly userId: string },
  random: Random,
): Promise<string> {
  const data = await readSignedBundle(importBundle, expected)
  if (data['userId'] !== expected.userId) throw new KeysError('BUNDLE_MEMBER_MISMATCH', { member: 'user' })
  const target = readable(() => parseP256PublicKey(textMember(data, 'targetPublic'), 'target public key'))
  return JSON.stringify(sealedToMembers(await sealTo(plaintext, target, random)))
}

/**
 * The plaintext of an `encryptedBundle` (imports, and one-time codes): JSON of `encappedPublic`, `ciphertext`.
 * @throws KeysError `BUNDLE_MALFORMED`, `BUNDLE_NOT_OPENED`
 */
export async function openEncryptedBundle(bundle: string, targetPrivateKey: Uint8Array): Promise<Uint8Array> {
  return openSealed(readSealed(readMembers(bundle)), targetPrivateKey)
}

/**
 * The signed target for encrypting a one-time code (`otpEncryptionTargetBundle`). The client seals JSON `{otp_code,
 * public_key}` to it; `openEncryptedBundle` opens the response.
 */
export const createOtpTargetBundle = (options: {
  readonly targetPublicKey: Uint8Array
  readonly organizationId: string
  readonly signer: BundleSigner
}): string =>
  signBundle(
    {
      targetPublic: toHex(uncompressP256PublicKey(options.targetPublicKey)),
      organizationId: options.organizationId,
    },
    options.signer,
  )

/** The client's response to an OTP target bundle. @throws KeysError as `openExportBundle` */
export async function sealOtp(
  code: string,
  publicKey: string,
  targetBundle: string,
  expected: ExpectedBundle,
  random: Random,
): Promise<string> {
  const data = await readSignedBundle(targetBundle, expected)
  const target = readable(() => parseP256PublicKey(textMember(data, 'targetPublic'), 'target public key'))
  const plaintext = toUtf8(JSON.stringify({ otp_code: code, public_key: publicKey }))
  return JSON.stringify(sealedToMembers(await sealTo(plaintext, target, random)))
}

/**
 * Parses a client's target key: a point in hexadecimal, 65 bytes or compressed 33. Returns its compressed form.
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`
 */
export const parseTargetPublicKey = (text: string): Uint8Array =>
  parseP256PublicKey(text, 'target public key')

const BUNDLE_VERSION = 'v1.0.0'
/** Far above any phrase; keeps readers from working on megabytes. */
const MAX_BUNDLE_LENGTH = 65_536

function signBundle(data: Record<string, string>, signer: BundleSigner): string {
  const bytes = toUtf8(JSON.stringify(data))
  return JSON.stringify({
    version: BUNDLE_VERSION,
    data: toHex(bytes),
    dataSignature: toHex(signP256(bytes, signer.privateKey)),
    enclaveQuorumPublic: toHex(uncompressP256PublicKey(signer.publicKey)),
  })
}

async function readSignedBundle(bundle: string, expected: ExpectedBundle): Promise<Record<string, unknown>> {
  const outer = readMembers(bundle)
  if (outer['version'] !== BUNDLE_VERSION) throw malformed(`its version is not ${BUNDLE_VERSION}`)
  const signer = readable(() => parseP256PublicKey(textMember(outer, 'enclaveQuorumPublic'), 'signer'))
  if (toHex(signer) !== toHex(parseP256PublicKey(expected.signerPublicKey, 'signer public key'))) {
    throw new KeysError('BUNDLE_SIGNER_MISMATCH', {})
  }
  const bytes = readable(() => parseHex(textMember(outer, 'data'), 'data'))
  const signature = readable(() => parseHex(textMember(outer, 'dataSignature'), 'dataSignature'))
  if (!(await verifyP256(signature, bytes, signer))) throw new KeysError('BUNDLE_SIGNATURE_MISMATCH', {})
  const data = readMembers(readable(() => parseUtf8(bytes, 'data')))
  if (data['organizationId'] !== expected.organizationId) {
    throw new KeysError('BUNDLE_MEMBER_MISMATCH', { member: 'organization' })
  }
  return data
}

const sealedToMembers = ({ encappedPublic, ciphertext }: Sealed) => ({
  encappedPublic: toHex(encappedPublic),
  ciphertext: toHex(ciphertext),
})

const readSealed = (members: Record<string, unknown>): Sealed =>
  readable(() => ({
    encappedPublic: uncompressP256PublicKey(
      parseHex(textMember(members, 'encappedPublic'), '`encappedPublic`'),
      '`encappedPublic`',
    ),
    ciphertext: parseHex(textMember(members, 'ciphertext'), '`ciphertext`'),
  }))

function readMembers(text: string): Record<string, unknown> {
  if (text.length > MAX_BUNDLE_LENGTH) throw malformed('it is too long')
  return readable(() => parseJsonObject(text, 'bundle'))
}

function textMember(members: Record<string, unknown>, member: string): string {
  const value = members[member]
  if (typeof value !== 'string') throw malformed(`member \`${member}\` is missing or not a text`)
  return value
}

/** Runs a reader and reports its error as an error of the bundle. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (isKeysError(error, 'BUNDLE_MALFORMED') || !isKeysError(error)) throw error
    throw malformed(error.message)
  }
}

const malformed = (reason: string) => new KeysError('BUNDLE_MALFORMED', { reason })
