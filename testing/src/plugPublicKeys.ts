/** Public keys of P-256 by Node's own library: the first one in JavaScript is most of what a short test would wait for. */
import { createECDH } from 'node:crypto'
import { plugCrypto } from '@keywright/keys'

/** For the process, once. */
export const plugPublicKeys = (): void => plugCrypto({ p256PublicKeyOf })

function p256PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return Uint8Array.from(ecdh.getPublicKey(null, 'compressed'))
}
