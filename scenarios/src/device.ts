/** A user's device: the key that secrets are sealed to. */
import {
  type ApiKeyPair,
  generateP256KeyPair,
  openCredentialBundle,
  openExportBundle,
  p256PublicKeyOf,
  sealImport,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Host } from './host.ts'

export interface Device {
  /** Uncompressed, hex: what requests carry. */
  readonly targetPublicKey: string
  /** The key of a session, a sign-in or a recovery. @throws KeysError when it is sealed to another device */
  openCredential(credentialBundle: string): Promise<ApiKeyPair>
  /** The phrase or private key of an export of this organization. @throws KeysError */
  openExport(exportBundle: string, organizationId: string): Promise<Uint8Array>
  /** The `encryptedBundle` of an import. @throws KeysError */
  sealImport(secret: Uint8Array, importBundle: string, owner: Owner): Promise<string>
}

export interface Owner {
  readonly organizationId: string
  readonly userId: string
}

export function createDevice({ random, signerPublicKey }: Host): Device {
  const { publicKey, privateKey } = generateP256KeyPair(random)
  return {
    targetPublicKey: toHex(uncompressP256PublicKey(publicKey)),
    async openCredential(credentialBundle) {
      const opened = await openCredentialBundle(credentialBundle, privateKey)
      return {
        curve: 'API_KEY_CURVE_P256',
        privateKey: toHex(opened),
        publicKey: toHex(p256PublicKeyOf(opened)),
      }
    },
    openExport: (exportBundle, organizationId) =>
      openExportBundle(exportBundle, privateKey, { signerPublicKey, organizationId }),
    sealImport: (secret, importBundle, { organizationId, userId }) =>
      sealImport(secret, importBundle, { signerPublicKey, organizationId, userId }, random),
  }
}
