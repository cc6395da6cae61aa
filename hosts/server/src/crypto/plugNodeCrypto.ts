/** Plugs the fast cryptography of this host into the engine: node:crypto, and secp256k1 as WebAssembly. */
import type { Log } from '@keywright/host'
import { type FastCrypto, plugCrypto } from '@keywright/keys'
import { nodeCrypto, verifyP256InThreads } from './nodeCrypto.ts'
import { loadWasmSecp256k1 } from './wasmSecp256k1.ts'

let isPlugged = false

/** Of commands that verify journals: signatures of a page are verified in threads of their own. */
export const plugVerifyingCrypto = (): void =>
  plug(() => undefined, { ...nodeCrypto, verifyP256: verifyP256InThreads })

/** Runs once per process. Without the binary, the engine falls back to @noble/curves. */
export const plugNodeCrypto = (log: Log): void => plug(log, nodeCrypto)

function plug(log: Log, crypto: FastCrypto): void {
  if (isPlugged) return
  isPlugged = true
  try {
    plugCrypto({ ...crypto, secp256k1: loadWasmSecp256k1() })
  } catch (error) {
    plugCrypto(crypto)
    const reason = error instanceof Error ? error.message : String(error)
    log({ level: 'warn', message: 'falling back to the slower secp256k1 library', reason })
  }
}
