/** JSON with exact integers. */
import { parseJson } from '@keywright/keys'
import { parseExactJson } from '@keywright/policy'
import { usageFailure } from '../output/failure.ts'
import { nameOfInput, whyNoJson } from './files.ts'

/** @throws Failure (usage) that names the file */
export function readJson(text: string, path: string): unknown {
  try {
    // Parse the unchanged text first, so that error positions refer to the file.
    parseJson(text)
  } catch (error) {
    throw usageFailure(
      `${nameOfInput(path)} is not JSON: ${whyNoJson(text, error)}`,
      'pass one JSON document; --help shows its fields',
    )
  }
  return parseExactJson(text)
}

/** Converts bigints to decimal strings. */
export const toJsonSafe = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)))
