/**
 * HPKE (RFC 9180) in the protocol's single configuration: mode base, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
 * AES-256-GCM, one message per context.
 */

import { concat, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'
import { p256PublicKeyOf, uncompressP256PublicKey } from './p256.ts'
import type { Random } from './random.ts'
import { withSecret } from './secret.ts'
import { asBufferSource, toArrayBuffer } from './webCrypto.ts'

/** A protocol constant that every public client contains, byte for byte. */
const INFO = toUtf8('turnkey_hpke')

/** The transmitted parts: the sender's one-time public key, and the ciphertext with its 16-byte tag. */
export interface Sealed {
  /** 65 bytes, uncompressed. */
  readonly encappedPublic: Uint8Array
  readonly ciphertext: Uint8Array
}

/** Loaded with the first bundle, because most clients only stamp and sign. */
async function suite() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core')
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
}

/**
 * Seals to a P-256 public key (33 or 65 bytes). The one-time key is derived from 32 random bytes
 * (RFC 9180 §7.1.3 DeriveKeyPair), so equal randomness gives equal bytes.
 * @throws KeysError `PUBLIC_KEY_MALFORMED`
 */
export async function sealTo(
  plaintext: Uint8Array,
  targetPublicKey: Uint8Array,
  random: Random,
): Promise<Sealed> {
  const target = uncompressP256PublicKey(targetPublicKey, 'target public key')
  const hpke = await suite()
  const recipientPublicKey = await hpke.kem.deserializePublicKey(toArrayBuffer(target))
  // A copy, because the library doesn't accept views.
  const ekm = withSecret(random(32), (bytes) => bytes.slice())
  const context = await withSecret(ekm, () =>
    hpke.createSenderContext({
      recipientPublicKey,
      info: toArrayBuffer(INFO),
      ekm: asBufferSource(ekm).buffer,
    }),
  )
  const encappedPublic = new Uint8Array(context.enc)
  const aad = concat(encappedPublic, target)
  const ciphertext = await withSecret(plaintext.slice(), (copy) =>
    context.seal(asBufferSource(copy).buffer, toArrayBuffer(aad)),
  )
  return { encappedPublic, ciphertext: new Uint8Array(ciphertext) }
}

/**
 * Opens a message sealed to the public key of `privateKey` (32 bytes).
 * @throws KeysError `BUNDLE_NOT_OPENED` for any failure; `PRIVATE_KEY_OUT_OF_RANGE` for an invalid key
 */
export async function openSealed(
  { encappedPublic, ciphertext }: Sealed,
  privateKey: Uint8Array,
): Promise<Uint8Array> {
  const target = uncompressP256PublicKey(p256PublicKeyOf(privateKey))
  try {
    const hpke = await suite()
    const enc = uncompressP256PublicKey(encappedPublic)
    const context = await hpke.createRecipientContext({
      recipientKey: {
        privateKey: await withSecret(privateKey.slice(), (copy) =>
          hpke.kem.deserializePrivateKey(asBufferSource(copy).buffer),
        ),
        publicKey: await hpke.kem.deserializePublicKey(toArrayBuffer(target)),
      },
      enc: toArrayBuffer(enc),
      info: toArrayBuffer(INFO),
    })
    const aad = concat(enc, target)
    return new Uint8Array(await context.open(toArrayBuffer(ciphertext), toArrayBuffer(aad)))
  } catch {
    throw new KeysError('BUNDLE_NOT_OPENED', {})
  }
}
