/**
 * HPKE (RFC 9180) as used by bundles: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message per
 * context, both public keys as associated data.
 */
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { fromHex } from '../encoding.ts'
import { BundleError, webCrypto } from './bundleErrors.ts'
import { importTargetPublicKey, type TargetKey } from './targetKey.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A sealed message. */
export interface Sealed {
  /** 65 bytes. */
  readonly encappedPublic: Bytes
  /** Includes the 16-byte tag. */
  readonly ciphertext: Bytes
}

/** Every client of the protocol has this constant. */
const info = new TextEncoder().encode('turnkey_hpke')

const suite = () => new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)

/** @throws BundleError `TARGET_KEY_MALFORMED`, `CRYPTO_UNAVAILABLE` */
export async function seal(plaintext: Bytes, targetPublicKey: string): Promise<Sealed> {
  const recipient = await importTargetPublicKey(targetPublicKey)
  const { encapsulatedSecret, ctx } = await suite().SetupSender(recipient, { info })
  const aad = Uint8Array.of(...encapsulatedSecret, ...fromHex(targetPublicKey)!)
  const ciphertext = await ctx.Seal(plaintext, aad)
  return { encappedPublic: new Uint8Array(encapsulatedSecret), ciphertext: new Uint8Array(ciphertext) }
}

/** @throws BundleError `BUNDLE_FOR_ANOTHER_KEY`, `CRYPTO_UNAVAILABLE` */
export async function open({ encappedPublic, ciphertext }: Sealed, target: TargetKey): Promise<Bytes> {
  webCrypto()
  try {
    const context = await suite().SetupRecipient(target.keyPair, encappedPublic, { info })
    const aad = Uint8Array.of(...encappedPublic, ...fromHex(target.targetPublicKey)!)
    return new Uint8Array(await context.Open(ciphertext, aad))
  } catch {
    throw new BundleError('BUNDLE_FOR_ANOTHER_KEY', 'the bundle was sealed to another target key')
  }
}
