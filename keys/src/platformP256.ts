/** P-256 by the platform's own library, where it answers at once: Node, Deno and Bun. */

/** What we use of `createECDH` (https://nodejs.org/api/crypto.html#class-ecdh). */
interface Ecdh {
  setPrivateKey(scalar: Uint8Array): void
  getPublicKey(encoding: null, format: 'compressed'): Uint8Array
}

interface PlatformCrypto {
  createECDH(curve: 'prime256v1'): Ecdh
}

type Builtins = { readonly getBuiltinModule?: (name: string) => unknown }

/** Not imported: pages and workers take the same module, and have none. */
const { process } = globalThis as { readonly process?: Builtins }
const platform = process?.getBuiltinModule?.('node:crypto') as Partial<PlatformCrypto> | undefined

/**
 * The compressed public key; undefined where the platform has no such library. The first key in JavaScript takes 30 to
 * 60 ms, for a table of multiples, and a short process, such as a test, rarely needs another.
 * @param privateKey a scalar in range
 */
export function platformP256PublicKey(privateKey: Uint8Array): Uint8Array | undefined {
  const ecdh = platform?.createECDH?.('prime256v1')
  if (!ecdh) return undefined
  ecdh.setPrivateKey(privateKey)
  return Uint8Array.from(ecdh.getPublicKey(null, 'compressed'))
}
