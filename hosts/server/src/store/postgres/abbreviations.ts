/**
 * Earlier versions stored these texts of activities and journal entries as one control character each. Rows and backups
 * from then still have them: JSON text contains no control characters except white space.
 */

/** In the order of the characters. */
const TEXTS = [
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
const textOf = new Map(TEXTS.map((text, n) => [String.fromCharCode(n + (n < 8 ? 1 : 6)), text]))
const anySign = new RegExp(`[${[...textOf.keys()].join('')}]`, 'g')

/** Restores the JSON text of a stored value. */
export const spellOut = (stored: string): string => stored.replace(anySign, (sign) => textOf.get(sign)!)
