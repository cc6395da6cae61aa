/** Secrets in memory: used, then overwritten. */

/**
 * Runs `use` with a secret and overwrites it with zeros afterwards, even after an error; if `use` returns a promise,
 * after the promise settles. The result must not contain the bytes themselves.
 *
 * Only these bytes are wiped. JavaScript can't overwrite strings and BigInts, and the garbage collector may have
 * moved bytes and left a copy.
 */
export function withSecret<T>(secret: Uint8Array, use: (secret: Uint8Array) => T): T {
  let result: T
  try {
    result = use(secret)
  } catch (error) {
    secret.fill(0)
    throw error
  }
  if (result instanceof Promise) return result.finally(() => secret.fill(0)) as T
  secret.fill(0)
  return result
}
