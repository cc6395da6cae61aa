import { plugCrypto } from '@keywright/keys'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { plugNodeCrypto } from '../crypto/plugNodeCrypto.ts'
import { loadWasmSecp256k1 } from '../crypto/wasmSecp256k1.ts'
import { signP256 } from './fastP256.ts'

let isPlugged = false

/** Plugs in Node's cryptography, and faster P-256 signatures for test clients, which sign every request. Once per process. */
export function plugTestCrypto(): void {
  if (isPlugged) return
  isPlugged = true
  // Servers that start later keep what is plugged in.
  plugNodeCrypto(() => undefined)
  plugCrypto({ ...nodeCrypto, secp256k1: loadWasmSecp256k1(), signP256 })
}
