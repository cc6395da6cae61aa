/** Computes P-256 public keys with Node, because the first one in JavaScript dominates the time of short tests. */
import { createECDH } from 'node:crypto'
import { plugCrypto } from '@keywright/keys'

/** Runs once per process. */
export const plugPublicKeys = (): void => plugCrypto({ p256PublicKeyOf })

function p256PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return Uint8Array.from(ecdh.getPublicKey(null, 'compressed'))
}
