/** A user's device with the key to which secrets are encrypted. */
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
  /** Public key for requests; uncompressed, hex. */
  readonly targetPublicKey: string
  /** Decrypts the key of a session, sign-in or recovery. @throws KeysError for the bundle of another device */
  openCredential(credentialBundle: string): Promise<ApiKeyPair>
  /** Decrypts an export of the organization. @throws KeysError */
  openExport(exportBundle: string, organizationId: string): Promise<Uint8Array>
  /** Creates the `encryptedBundle` of an import. @throws KeysError */
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
