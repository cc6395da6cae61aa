/** JSON whose integers keep every digit. */
import { parseExactJson } from '@keywright/policy'
import { usageFailure } from './failure.ts'
import { nameOfInput, whyNoJson } from './files.ts'

/** @throws Failure (usage) that names the file */
export function readJson(text: string, path: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    // Parsed again as it stands, so that the position in the message is one of the file.
    try {
      JSON.parse(text)
    } catch (error) {
      throw usageFailure(
        `${nameOfInput(path)} is not JSON: ${whyNoJson(text, error)}`,
        'it holds one JSON document, as --help of the command shows',
      )
    }
    throw usageFailure(`${nameOfInput(path)} is not JSON that can be read`)
  }
}

/** The same value with bigints as decimal text, which JSON can hold. */
export const toJsonSafe = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)))
