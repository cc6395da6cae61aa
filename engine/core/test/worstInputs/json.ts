/** JSON of requests. */
import { limits } from '@keywright/contract'
import { parseJson } from '@keywright/keys'
import { inOnePiece, many, numbered } from './worst.ts'

const BODY = limits.bodyBytes

export const json = inOnePiece(parseJson, [
  ['empty lists', () => `[${many(BODY - 2, '[]', ',')}]`],
  ['members', () => `{${numbered(80_000, (n) => `"${n}":0`)}}`],
  ['escaped members', () => `{${numbered(60_000, (n) => `"\\n${n}":0`)}}`],
  ['escapes', () => `["${many(BODY - 4, '\\u0041')}"]`],
  ['quotes', () => `["${many(BODY - 4, '\\"')}"]`],
  ['digits', () => `[${many(BODY - 2, '9')}]`],
  ['numbers', () => `[${many(BODY - 2, '9', ',')}]`],
  ['nested lists', () => '['.repeat(BODY / 2) + ']'.repeat(BODY / 2)],
  ['nested objects', () => `${'{"a":'.repeat(BODY / 6)}1${'}'.repeat(BODY / 6)}`],
  ['lists that do not end', () => '['.repeat(BODY)],
  ['a long text', () => `"${'a'.repeat(BODY - 2)}"`],
  ['long names', () => `{${numbered(100, (n) => `"${'a'.repeat(BODY / 100 - 20)}${n}":0`)}}`],
  ['integers with many digits', () => `[${many(BODY - 2, '9'.repeat(100), ',')}]`],
  ['integers above the safe ones', () => `[${many(BODY - 2, '9007199254740993', ',')}]`],
  ['fractions', () => `[${many(BODY - 2, '1.1e-9', ',')}]`],
  ['spaces', () => `[${' '.repeat(BODY - 2)}]`],
  ['surrogates', () => `["${many(BODY - 4, '\\ud800')}"]`],
])
