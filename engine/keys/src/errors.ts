/** The errors of this package: one catalog with stable codes and typed parameters; texts never contain a secret. */

/**
 * Messages by code. A code is never renamed; a message may improve. `what` names the thing in the caller's words
 * (`payload`, `target public key`, …).
 */
export const keysErrorMessages = {
  MALFORMED_HEX: (p: { what: string; reason: string }) => `${p.what} is not hexadecimal: ${p.reason}`,
  MALFORMED_BASE64URL: (p: { what: string }) => `${p.what} is not base64url`,
  MALFORMED_BASE58CHECK: (p: { what: string }) => `${p.what} is not base58 with a valid checksum`,
  MALFORMED_UTF8: (p: { what: string }) => `${p.what} is not valid UTF-8`,
  MALFORMED_JSON: (p: { what: string; reason: string }) => `${p.what} is not the JSON expected: ${p.reason}`,

  PHRASE_LENGTH_UNSUPPORTED: (p: { words: number }) =>
    `a phrase has 12, 15, 18, 21 or 24 words, this one has ${p.words}`,
  PHRASE_WORD_UNKNOWN: (p: { position: number; language: string }) =>
    `word ${p.position} of the phrase is not in the ${p.language} word list`,
  PHRASE_CHECKSUM_MISMATCH: (_: Record<string, never>) => 'the checksum of the phrase does not match',
  PHRASE_LANGUAGE_UNKNOWN: (p: { language: string }) => `\`${p.language}\` is not a phrase language`,
  ENTROPY_LENGTH_UNSUPPORTED: (p: { length: number }) =>
    `entropy has 16, 20, 24, 28 or 32 bytes, this has ${p.length}`,

  PATH_MALFORMED: (p: { path: string; reason: string }) => `path \`${p.path}\` ${p.reason}`,
  PATH_UNHARDENED: (p: { path: string; step: string }) =>
    `path \`${p.path}\` has the unhardened index \`${p.step}\`, ed25519 keys derive by hardened indexes only`,

  CURVE_UNKNOWN: (p: { curve: string }) => `\`${p.curve}\` is not a curve of these keys`,
  PRIVATE_KEY_OUT_OF_RANGE: (p: { curve: string }) => `the bytes are not a private key of ${p.curve}`,
  PUBLIC_KEY_MALFORMED: (p: { what: string; reason: string }) => `${p.what} ${p.reason}`,
  ADDRESS_FORMAT_UNKNOWN: (p: { format: string }) => `\`${p.format}\` is not an address format`,
  ADDRESS_FORMAT_MISMATCH: (p: { format: string; curve: string }) =>
    `address format \`${p.format}\` does not fit curve \`${p.curve}\``,

  PAYLOAD_ENCODING_UNKNOWN: (p: { encoding: string }) => `\`${p.encoding}\` is not a payload encoding`,
  PAYLOAD_MALFORMED: (p: { encoding: string; reason: string }) =>
    `the payload cannot be read as \`${p.encoding}\`: ${p.reason}`,
  HASH_FUNCTION_UNKNOWN: (p: { hashFunction: string }) => `\`${p.hashFunction}\` is not a hash function`,
  HASH_FUNCTION_MISMATCH: (p: { hashFunction: string; with: string; expected: string }) =>
    `hash function \`${p.hashFunction}\` does not fit ${p.with}, use \`${p.expected}\``,
  DIGEST_LENGTH_MISMATCH: (p: { length: number }) =>
    `with \`HASH_FUNCTION_NO_OP\` the payload is a digest of 32 bytes, this one has ${p.length}`,

  STAMP_MALFORMED: (p: { reason: string }) => `malformed stamp: ${p.reason}`,
  STAMP_SCHEME_UNKNOWN: (p: { scheme: string }) => `\`${p.scheme}\` is not a stamp scheme`,
  API_KEY_CURVE_UNKNOWN: (p: { curve: string }) => `\`${p.curve}\` is not an API key curve`,

  TRANSACTION_TYPE_UNKNOWN: (p: { type: string }) =>
    `\`${p.type}\` is not a transaction type that can be read`,
  TRANSACTION_CURVE_MISMATCH: (p: { type: string; curve: string }) =>
    `\`${p.type}\` cannot be signed by a key on \`${p.curve}\``,
  TRANSACTION_MALFORMED: (p: { type: string; reason: string }) =>
    `the unsigned transaction cannot be read as \`${p.type}\`: ${p.reason}`,
  TRANSACTION_ALREADY_SIGNED: (p: { type: string }) =>
    `the ${p.type} transaction already carries a signature`,
  TRANSACTION_SIGNER_MISMATCH: (p: { type: string; address: string }) =>
    `\`${p.address}\` is not a signer of this ${p.type} transaction`,

  BUNDLE_MALFORMED: (p: { reason: string }) => `the bundle cannot be read: ${p.reason}`,
  BUNDLE_NOT_OPENED: (_: Record<string, never>) => 'the bundle does not open with this key',
  BUNDLE_SIGNATURE_MISMATCH: (_: Record<string, never>) => 'the signature of the bundle does not verify',
  BUNDLE_SIGNER_MISMATCH: (_: Record<string, never>) => 'the bundle is signed by another signer',
  BUNDLE_MEMBER_MISMATCH: (p: { member: string }) => `the bundle names another ${p.member}`,

  SHARE_MALFORMED: (p: { share: number; reason: string }) => `share ${p.share} cannot be read: ${p.reason}`,
  SHARE_SET_MISMATCH: (p: { share: number; set: string; expectedSet: string }) =>
    `share ${p.share} belongs to set ${p.set}, the first one to set ${p.expectedSet}`,
  SHARE_DUPLICATE: (p: { share: number; index: number }) =>
    `share ${p.share} repeats number ${p.index}, which was already given`,
  SHARES_TOO_FEW: (p: { given: number; threshold: number }) =>
    `${p.threshold} shares are needed, ${p.given} given`,
  SHARES_DISAGREE: (_: Record<string, never>) => 'the shares do not make the secret they were split from',
  SHARE_COUNT_OUT_OF_RANGE: (p: { count: number; threshold: number }) =>
    `cannot split into ${p.count} shares with a threshold of ${p.threshold}: ` +
    'both are whole numbers from 2 to 255, the threshold at most the number of shares',
  SECRET_LENGTH_OUT_OF_RANGE: (p: { length: number }) => `a secret of ${p.length} bytes cannot be split`,

  STORED_SECRET_NOT_OPENED: (_: Record<string, never>) =>
    'the stored secret does not open: it was altered, moved, or sealed under another root secret',
  ROOT_SECRET_LENGTH: (p: { length: number }) => `a root secret has 32 bytes, this has ${p.length}`,

  TOKEN_MALFORMED: (p: { reason: string }) => `the token cannot be read: ${p.reason}`,
  TOKEN_SIGNATURE_MISMATCH: (_: Record<string, never>) => 'the signature of the token does not verify',
} as const

export type KeysErrorCode = keyof typeof keysErrorMessages
export type KeysErrorParams<Code extends KeysErrorCode> = Parameters<(typeof keysErrorMessages)[Code]>[0]

/** The only error that functions of this package throw for invalid input. */
export class KeysError<Code extends KeysErrorCode = KeysErrorCode> extends Error {
  override readonly name = 'KeysError'
  readonly code: Code
  readonly params: KeysErrorParams<Code>

  constructor(code: Code, params: KeysErrorParams<Code>) {
    super((keysErrorMessages[code] as (p: KeysErrorParams<Code>) => string)(params))
    this.code = code
    this.params = params
  }
}

/** Whether `error` is a `KeysError`, optionally with a specific code. */
export function isKeysError<Code extends KeysErrorCode>(
  error: unknown,
  code?: Code,
): error is KeysError<Code> {
  return error instanceof KeysError && (code === undefined || error.code === code)
}
