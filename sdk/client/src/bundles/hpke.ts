/**
 * HPKE (RFC 9180) as used by bundles: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message per
 * context, both public keys as associated data.
 */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromHex } from '../encoding.ts'
import { BundleError } from './bundleErrors.ts'
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
const INFO = new TextEncoder().encode('turnkey_hpke')

const suite = () =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** @throws BundleError `TARGET_KEY_MALFORMED` */
export async function seal(plaintext: Bytes, targetPublicKey: string): Promise<Sealed> {
  const recipientPublicKey = await importTargetPublicKey(targetPublicKey)
  const context = await suite().createSenderContext({ recipientPublicKey, info: INFO.buffer })
  const encappedPublic = new Uint8Array(context.enc)
  const aad = Uint8Array.of(...encappedPublic, ...fromHex(targetPublicKey)!)
  return {
    encappedPublic,
    ciphertext: new Uint8Array(await context.seal(plaintext.slice().buffer, aad.buffer)),
  }
}

/** @throws BundleError `BUNDLE_FOR_ANOTHER_KEY` */
export async function open({ encappedPublic, ciphertext }: Sealed, target: TargetKey): Promise<Bytes> {
  try {
    const enc = encappedPublic.slice().buffer
    const context = await suite().createRecipientContext({
      recipientKey: target.keyPair,
      enc,
      info: INFO.buffer,
    })
    const aad = Uint8Array.of(...encappedPublic, ...fromHex(target.targetPublicKey)!)
    return new Uint8Array(await context.open(ciphertext.slice().buffer, aad.buffer))
  } catch {
    throw new BundleError('BUNDLE_FOR_ANOTHER_KEY', 'the bundle was sealed to another target key')
  }
}
