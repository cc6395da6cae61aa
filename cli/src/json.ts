/** JSON whose integers keep every digit. */
import { usageFailure } from './failure.ts'

/**
 * As `JSON.parse`, but integers become bigints, whatever their size: a balance of 10^18 is not rounded.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // Strings are matched first, so that digits inside of them stay as they are.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) ? `{"$integer":"${token}"}` : token,
  )
  return JSON.parse(marked, (_, value) => {
    const integer = (value as { $integer?: unknown } | null)?.$integer
    return typeof integer === 'string' ? BigInt(integer) : value
  })
}

/** @throws Failure (usage) that names the file */
export function readJson(text: string, path: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    // Parsed again as it stands, so that the position in the message is one of the file.
    try {
      JSON.parse(text)
    } catch (error) {
      throw usageFailure(`${path} is not JSON: ${(error as Error).message}`)
    }
    throw usageFailure(`${path} is not JSON that can be read`)
  }
}

/** The same value with bigints as decimal text, which JSON can hold. */
export const toJsonSafe = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)))
