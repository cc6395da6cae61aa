/** Plugs the fast cryptography of this host into the engine: node:crypto, and secp256k1 as WebAssembly. */
import type { Log } from '@keywright/host'
import { plugCrypto } from '@keywright/keys'
import { nodeCrypto, verifyP256InThreads } from './nodeCrypto.ts'
import { loadWasmSecp256k1 } from './wasmSecp256k1.ts'

let isPlugged = false

/**
 * Of commands that verify journals: signatures of a page are verified in threads of their own. Nothing signs with
 * secp256k1, whose check at start takes as long as verifying 400 entries.
 */
export function plugVerifyingCrypto(): void {
  if (isPlugged) return
  isPlugged = true
  plugCrypto({ ...nodeCrypto, verifyP256: verifyP256InThreads })
}

/** Runs once per process. Without the binary, the engine falls back to @noble/curves. */
export function plugNodeCrypto(log: Log): void {
  if (isPlugged) return
  isPlugged = true
  try {
    plugCrypto({ ...nodeCrypto, secp256k1: loadWasmSecp256k1() })
  } catch (error) {
    plugCrypto(nodeCrypto)
    const reason = error instanceof Error ? error.message : String(error)
    log({ level: 'warn', message: 'falling back to the slower secp256k1 library', reason })
  }
}
