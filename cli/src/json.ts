/** JSON whose integers keep every digit. */
import { parseJson } from '@keywright/keys'
import { parseExactJson } from '@keywright/policy'
import { usageFailure } from './failure.ts'
import { nameOfInput, whyNoJson } from './files.ts'

/** @throws Failure (usage) that names the file */
export function readJson(text: string, path: string): unknown {
  try {
    // Parse the unchanged text first, so that error positions refer to the file.
    parseJson(text)
  } catch (error) {
    throw usageFailure(
      `${nameOfInput(path)} is not JSON: ${whyNoJson(text, error)}`,
      'it holds one JSON document, as --help of the command shows',
    )
  }
  return parseExactJson(text)
}

/** The same value with bigints as decimal text, which JSON can hold. */
export const toJsonSafe = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)))
