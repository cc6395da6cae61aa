/** Randomness always comes from the caller. */

import { fast } from './fast.ts'

/** Returns `length` random bytes. Hosts pass the platform's secure source, tests a seeded one. */
export type Random = (length: number) => Uint8Array

/** The platform's secure source, the same in browsers, workers and Node. */
export const platformRandom: Random = (length) =>
  fast().random?.(length) ?? crypto.getRandomValues(new Uint8Array(length))
