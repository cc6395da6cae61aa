/** A page that came over plain http, from another address than the reader's own machine, has no cryptography: browsers withhold it. */

const WORDS =
  'This page was loaded over http, so the browser doesn’t let it create keys or signatures. Open it over https or from http://localhost.'

/** Why nothing signs here, or undefined where it does. */
export const whyNothingSigns = (): string | undefined =>
  globalThis.crypto?.subtle === undefined ? WORDS : undefined

/**
 * What went wrong, in words of use where it is that: else the reader is told of a property of `undefined`. Read from the message,
 * which each browser words in its way: what comes from a worker is of no class any more.
 */
export function inWordsOfUse(error: unknown): unknown {
  const words = whyNothingSigns()
  const isThat = words !== undefined && causes(error).some(({ message }) => /\bundefined\b/.test(message))
  return isThat ? new Error(words) : error
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}
