/** Gives the engine the fast cryptography of this host: node:crypto, and secp256k1 as WebAssembly. */
import type { Log } from '@keywright/host'
import { plugCrypto } from '@keywright/keys'
import { nodeCrypto } from './nodeCrypto.ts'
import { loadWasmSecp256k1 } from './wasmSecp256k1.ts'

let isPlugged = false

/** Once for the process, whatever starts in it. Whoever cannot have the binary signs by @noble/curves as before. */
export function plugNodeCrypto(log: Log): void {
  if (isPlugged) return
  isPlugged = true
  try {
    plugCrypto({ ...nodeCrypto, secp256k1: loadWasmSecp256k1() })
  } catch (error) {
    plugCrypto(nodeCrypto)
    const reason = error instanceof Error ? error.message : String(error)
    log({ level: 'warn', message: 'secp256k1 is computed by the slower library', reason })
  }
}
