import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { plugCrypto, toHex } from '@keywright/keys'
import { nodeCrypto } from '../../src/crypto/nodeCrypto.ts'
import { plugNodeCrypto } from '../../src/crypto/plugNodeCrypto.ts'
import { loadWasmSecp256k1 } from '../../src/crypto/wasmSecp256k1.ts'

let isPlugged = false

/** Plugs in Node's cryptography, also for the P-256 signatures of test clients, which sign every request. Once per process. */
export function plugTestCrypto(): void {
  if (isPlugged) return
  isPlugged = true
  // Servers that start later keep what is plugged in.
  plugNodeCrypto(() => undefined)
  plugCrypto({ ...nodeCrypto, secp256k1: loadWasmSecp256k1(), signP256 })
}

/** What precedes and follows the 32 bytes of a private key: https://www.rfc-editor.org/rfc/rfc5915#section-3 */
const BEFORE = Buffer.from('30310201010420', 'hex')
const AFTER = Buffer.from('a00a06082a8648ce3d030107', 'hex')

/** Caches parsed keys, because parsing one computes its public key, which takes longer than a signature. */
const keys = new Map<string, KeyObject>()

function keyOf(privateKey: Uint8Array): KeyObject {
  const name = toHex(privateKey)
  const known = keys.get(name)
  if (known) return known
  const der = Buffer.concat([BEFORE, privateKey, AFTER])
  const key = createPrivateKey({ key: der, format: 'der', type: 'sec1' })
  keys.set(name, key)
  return key
}

/** Signed by OpenSSL, with a random nonce: a tenth of the time, but different bytes in each run. */
const signP256 = (message: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  Uint8Array.from(sign('sha256', message, keyOf(privateKey)))
