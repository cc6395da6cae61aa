/** Verifies bundles that the server signs: format, signature and the organization and user they name. */
import { fromHex, toHex } from '../encoding.ts'
import { BundleError, malformed, webCrypto } from './bundleErrors.ts'
import type { Sealed } from './hpke.ts'

/** What a signed bundle must name. */
export interface ExpectedBundle {
  /** The server's signer key, 65 bytes in hexadecimal. The server prints it; the application pins it. */
  readonly signerPublicKey: string
  readonly organizationId: string
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** Upper bound of a bundle's text, far above any phrase. */
const MAX_LENGTH = 65_536

type Members = Readonly<Record<string, unknown>>

/**
 * Verifies a bundle and returns its signed data.
 * @throws BundleError `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_INVALID`,
 * `BUNDLE_ORGANIZATION_MISMATCH`, `BUNDLE_USER_MISMATCH`, `CRYPTO_UNAVAILABLE`
 */
export async function readSignedBundle(
  bundle: string,
  { signerPublicKey, organizationId, userId }: ExpectedBundle & { readonly userId?: string },
): Promise<Members> {
  const outer = readJson(bundle)
  if (outer['version'] !== 'v1.0.0') throw malformed('its version is not v1.0.0')
  const signer = hexMember(outer, 'enclaveQuorumPublic')
  if (toHex(signer) !== signerPublicKey.toLowerCase()) {
    throw new BundleError('BUNDLE_SIGNER_MISMATCH', `the bundle is signed by ${toHex(signer)}`)
  }
  const data = hexMember(outer, 'data')
  if (!(await verify(hexMember(outer, 'dataSignature'), data, signer))) {
    throw new BundleError('BUNDLE_SIGNATURE_INVALID', 'the signature of the bundle is invalid')
  }
  const members = readJson(new TextDecoder().decode(data))
  if (members['organizationId'] !== organizationId) {
    const message = `the bundle belongs to organization ${members['organizationId']}, not to ${organizationId}`
    throw new BundleError('BUNDLE_ORGANIZATION_MISMATCH', message)
  }
  if (userId !== undefined && members['userId'] !== userId) {
    throw new BundleError(
      'BUNDLE_USER_MISMATCH',
      `the bundle is for user ${members['userId']}, not for ${userId}`,
    )
  }
  return members
}

/** @throws BundleError `BUNDLE_MALFORMED` */
export const readSealed = (members: Members): Sealed => ({
  encappedPublic: hexMember(members, 'encappedPublic'),
  ciphertext: hexMember(members, 'ciphertext'),
})

/** A sealed message as the text that import calls take. */
export const writeSealed = ({ encappedPublic, ciphertext }: Sealed): string =>
  JSON.stringify({ encappedPublic: toHex(encappedPublic), ciphertext: toHex(ciphertext) })

/** @throws BundleError `BUNDLE_MALFORMED` */
export function readJson(text: string): Members {
  if (text.length > MAX_LENGTH) throw malformed('it is too long')
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object') return value as Members
  } catch {}
  throw malformed('it is not a JSON object')
}

/** @throws BundleError `BUNDLE_MALFORMED` */
export function hexMember(members: Members, name: string): Uint8Array<ArrayBuffer> {
  const value = members[name]
  const bytes = typeof value === 'string' ? fromHex(value) : undefined
  if (!bytes?.length) throw malformed(`member \`${name}\` is missing or not hexadecimal`)
  return bytes
}

async function verify(der: Uint8Array, data: Uint8Array<ArrayBuffer>, signer: Uint8Array<ArrayBuffer>) {
  const subtle = webCrypto()
  const signature = fromDer(der)
  if (!signature) return false
  try {
    const key = await subtle.importKey('raw', signer, ECDSA, false, ['verify'])
    return await subtle.verify(ECDSA, key, signature, data)
  } catch {
    return false
  }
}

/** Converts DER, a SEQUENCE of two INTEGERs (X.690 §8.3), to `r ‖ s`: WebCrypto takes 64 bytes. */
function fromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const signature = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const digits = der.subarray(at + 2, at + 2 + length)
    const value = digits[0] === 0 ? digits.subarray(1) : digits
    if (der[at] !== 0x02 || digits.length !== length || value.length > 32) return undefined
    signature.set(value, end - value.length)
    at += 2 + length
  }
  return at === der.length ? signature : undefined
}
