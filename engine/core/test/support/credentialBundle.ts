/** The client's side of sealed credentials: a target key, and the key from a returned bundle. */
import {
  type ApiKeyPair,
  generateP256KeyPair,
  openCredentialBundle,
  p256PublicKeyOf,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'

export interface TargetKey {
  /** Uncompressed, hex, as requests contain it. */
  readonly targetPublicKey: string
  /** @throws KeysError if the bundle is not sealed to this key */
  open(credentialBundle: string): Promise<ApiKeyPair>
}

export function createTargetKey(random: (length: number) => Uint8Array): TargetKey {
  const target = generateP256KeyPair(random)
  return {
    targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)),
    async open(credentialBundle) {
      const privateKey = await openCredentialBundle(credentialBundle, target.privateKey)
      return {
        curve: 'API_KEY_CURVE_P256',
        privateKey: toHex(privateKey),
        publicKey: toHex(p256PublicKeyOf(privateKey)),
      }
    },
  }
}
