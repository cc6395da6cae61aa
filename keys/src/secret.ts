/** Secrets in memory: used, then overwritten. */

/**
 * Runs `use` with a secret and overwrites it with zeros afterwards, whatever came of it; after the promise settles,
 * where `use` answers one. What `use` answers must not hold the bytes themselves.
 *
 * Only these bytes go. Texts and BigInts cannot be overwritten in JavaScript, and an engine's garbage collector may have
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
