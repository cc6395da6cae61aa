/**
 * Dictionary compression: common texts of activities and journal entries are stored as one control character each, which
 * saves 16 % of a signature's bytes. JSON text contains no control characters except white space.
 */

/** Append only: stored rows depend on the positions. At most 26. */
export const TEXTS = [
  '","status":"ACTIVITY_STATUS_COMPLETED","type":"ACTIVITY_TYPE_',
  '","result":{"',
  '},"votes":[{"id":"',
  '","userId":"',
  '","selection":"VOTE_SELECTION_APPROVED","message":"{',
  '\\"parameters\\":{',
  '\\"organizationId\\":\\"',
  '\\"timestampMs\\":\\"',
  '\\"type\\":\\"ACTIVITY_TYPE_',
  '","publicKey":"',
  '","signature":"',
  '","scheme":"SIGNATURE_SCHEME_TK_API_P256","createdAt":',
  '}],"failure":null,"evaluations":[],"createdAt":',
  ',"updatedAt":',
  '{"sequence":',
  ',"activityId":"',
  ',"changes":[{"table":"activities","id":"',
  '","digest":"',
  '"}],"previous":"',
  '\\"signWith\\":\\"',
  '\\"payload\\":\\"',
  '\\"encoding\\":\\"PAYLOAD_ENCODING_HEXADECIMAL\\",\\"hashFunction\\":\\"HASH_FUNCTION_',
]

/** U+0001 to U+0008 and U+000E to U+001F: the others are white space. */
const signs = TEXTS.map((_, n) => String.fromCharCode(n + (n < 8 ? 1 : 6)))
const signOf = new Map(TEXTS.map((text, n) => [text, signs[n]!]))
const textOf = new Map(TEXTS.map((text, n) => [signs[n]!, text]))
const anyText = new RegExp(TEXTS.map((text) => text.replace(/[\\[{}]/g, '\\$&')).join('|'), 'g')
const anySign = new RegExp(`[${signs.join('')}]`, 'g')

/** Only objects: PostgreSQL itself reads strings, see `follow` of a reading. */
export const abbreviate = (json: string): string =>
  json.startsWith('{') ? json.replace(anyText, (text) => signOf.get(text)!) : json

/** The inverse of `abbreviate`. */
export const spellOut = (stored: string): string => stored.replace(anySign, (sign) => textOf.get(sign)!)
