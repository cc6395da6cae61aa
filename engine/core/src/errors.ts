/** Maps anything a request threw to an entry of the contract's error catalog. */
import { ApiError, type ErrorCode } from '@keywright/contract'
import { isKeysError, type KeysError, type KeysErrorCode } from '@keywright/keys'
import { RowAltered } from './store/rowMacs.ts'
import { StoreConflict } from './store/store.ts'
import { StoreUnavailable, type UnavailableReason } from './store/unavailable.ts'

/**
 * The error for a request that can't succeed: an `ApiError` unchanged, or the catalog entry for unreadable key
 * material.
 * @returns undefined for a fault of the engine or its store
 */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  return isKeysError(error) ? fromKeysError(error) : undefined
}

/** 503 if the store failed, 500 otherwise. */
export function faultOf(cause: unknown, errorId: string): ApiError {
  if (cause instanceof RowAltered) {
    const { organizationId, table, id } = cause
    return new ApiError('ROW_ALTERED', { organizationId, table, id, errorId }, { cause }) as ApiError
  }
  const reason = unavailableBy(cause)
  const error = reason
    ? new ApiError('STORE_UNAVAILABLE', { reason, errorId }, { cause })
    : new ApiError('INTERNAL', { errorId }, { cause })
  return error as ApiError
}

/** The reason if the same request may succeed on a retry; undefined for other faults. */
function unavailableBy(error: unknown): UnavailableReason | undefined {
  // Another commit came first in every attempt.
  if (error instanceof StoreConflict) return 'it is too busy'
  return error instanceof StoreUnavailable ? error.reason : undefined
}

/** The catalog entry for key material that a caller sent; undefined if the fault is in our storage. */
export function fromKeysError(error: KeysError, field?: string): ApiError | undefined {
  const { code, params } = error as { code: KeysErrorCode; params: Readonly<Record<string, unknown>> }
  const entry =
    code === 'MALFORMED_HEX' || code === 'PUBLIC_KEY_MALFORMED' ? byWhat(params['what']) : ENTRIES[code]
  if (!entry) return undefined
  const extras = { ...(field === undefined ? {} : { field }), cause: error }
  const filled = { ...DEFAULT_PARAMS, reason: error.message, field: field ?? params['what'], ...params }
  return new ApiError(entry as 'DERIVATION_PATH_INVALID', renamed(filled) as never, extras) as ApiError
}

const ENTRIES: Partial<Record<KeysErrorCode, ErrorCode>> = {
  PATH_MALFORMED: 'DERIVATION_PATH_INVALID',
  PATH_UNHARDENED: 'DERIVATION_PATH_INVALID',
  ADDRESS_FORMAT_UNKNOWN: 'ADDRESS_FORMAT_MISMATCH',
  ADDRESS_FORMAT_MISMATCH: 'ADDRESS_FORMAT_MISMATCH',
  CURVE_UNKNOWN: 'ADDRESS_FORMAT_MISMATCH',
  PAYLOAD_ENCODING_UNKNOWN: 'PAYLOAD_MALFORMED',
  PAYLOAD_MALFORMED: 'PAYLOAD_MALFORMED',
  MALFORMED_JSON: 'PAYLOAD_MALFORMED',
  DIGEST_LENGTH_MISMATCH: 'PAYLOAD_NOT_DIGEST',
  HASH_FUNCTION_UNKNOWN: 'HASH_FUNCTION_MISMATCH',
  HASH_FUNCTION_MISMATCH: 'HASH_FUNCTION_MISMATCH',
  TRANSACTION_TYPE_UNKNOWN: 'TRANSACTION_TYPE_MISMATCH',
  TRANSACTION_CURVE_MISMATCH: 'TRANSACTION_TYPE_MISMATCH',
  TRANSACTION_MALFORMED: 'TRANSACTION_MALFORMED',
  TRANSACTION_ALREADY_SIGNED: 'TRANSACTION_SIGNED',
  TRANSACTION_SIGNER_MISMATCH: 'TRANSACTION_SIGNER_MISMATCH',
  // Imports don't reveal why they failed.
  BUNDLE_MALFORMED: 'IMPORT_BUNDLE_INVALID',
  BUNDLE_NOT_OPENED: 'IMPORT_BUNDLE_INVALID',
  PRIVATE_KEY_OUT_OF_RANGE: 'IMPORT_BUNDLE_INVALID',
  PHRASE_LENGTH_UNSUPPORTED: 'IMPORT_BUNDLE_INVALID',
  PHRASE_WORD_UNKNOWN: 'IMPORT_BUNDLE_INVALID',
  PHRASE_CHECKSUM_MISMATCH: 'IMPORT_BUNDLE_INVALID',
  MALFORMED_UTF8: 'IMPORT_BUNDLE_INVALID',
  TOKEN_MALFORMED: 'VERIFICATION_TOKEN_INVALID',
  TOKEN_SIGNATURE_MISMATCH: 'VERIFICATION_TOKEN_INVALID',
}

/** The same mistake has different entries, depending on the member. */
function byWhat(what: unknown): ErrorCode | undefined {
  switch (what) {
    case 'target public key':
      return 'TARGET_PUBLIC_KEY_INVALID'
    case 'public key':
      return 'PUBLIC_KEY_INVALID'
    case 'payload':
      return 'PAYLOAD_MALFORMED'
    case 'unsigned transaction':
    case 'transaction':
      return 'TRANSACTION_MALFORMED'
    case 'encapsulated key':
    case 'ciphertext':
      return 'IMPORT_BUNDLE_INVALID'
    default:
      return undefined
  }
}

const DEFAULT_PARAMS = { encoding: 'hexadecimal', curve: 'its curve', what: 'public key' }

/** Some parameters have other names in the keys package than in the catalog. */
function renamed(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...params,
    addressFormat: params['format'] ?? params['curve'],
    bytes: params['length'],
    signWith: params['address'],
    curve: params['with'] ?? params['curve'],
  }
}
