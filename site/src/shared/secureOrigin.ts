/** Browsers disable Web Cryptography on pages loaded over http, except from localhost. */

const WORDS =
  'This page was loaded over http, so the browser doesn’t let it create keys or signatures. Open it over https or from http://localhost.'

/** Explains why signing isn't possible here, or returns undefined. */
export const whyNothingSigns = (): string | undefined =>
  globalThis.crypto?.subtle === undefined ? WORDS : undefined

/**
 * Replaces errors about missing cryptography, such as a property of `undefined`, with an explanation. Matches the message,
 * because errors from a worker lose their class.
 */
export function inWordsOfUse(error: unknown): unknown {
  const words = whyNothingSigns()
  const isThat = words !== undefined && causes(error).some(({ message }) => /\bundefined\b/.test(message))
  return isThat ? new Error(words) : error
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}
