/** The errors that a call can return: those of every call, those of its kind, and its own. */
import { type Call, type CallName, calls } from './calls.ts'
import { type ErrorCode, errors } from './errors.ts'
import { type FieldInfo, fieldInfosOf, fieldInfosOfEntity, type TypeInfo } from './introspect.ts'
import * as scalars from './scalars.ts'
import { callWords } from './words.ts'

/** Every call. */
export const commonErrors: readonly ErrorCode[] = [
  'BODY_MALFORMED',
  'BODY_NOT_OBJECT',
  'BODY_TOO_LARGE',
  'BODY_TOO_DEEP',
  'METHOD_NOT_ALLOWED',
  'MEMBER_MISSING',
  'MEMBER_TYPE',
  'MEMBER_UNKNOWN',
  'MEMBER_DUPLICATE',
  'CHARACTER_HIDDEN',
  'ENUM_UNKNOWN',
  'ORGANIZATION_ID_MALFORMED',
  'ORGANIZATION_NOT_FOUND',
  'TIMESTAMP_MALFORMED',
  'TIMESTAMP_TOO_OLD',
  'TIMESTAMP_TOO_FAR_AHEAD',
  'STAMP_MISSING',
  'STAMPS_AMBIGUOUS',
  'STAMP_MALFORMED',
  'STAMP_SCHEME_MISMATCH',
  'API_KEY_NOT_FOUND',
  'API_KEY_SIGNATURE_INVALID',
  'PASSKEY_ASSERTION_INVALID',
  'API_KEY_EXPIRED',
  'SESSION_INVALID',
  'RATE_LIMITED',
  'INTERNAL',
  'ROW_ALTERED',
  'STORE_UNAVAILABLE',
]

/** Every submit, in addition to the common errors. */
export const submitErrors: readonly ErrorCode[] = [
  'ACTIVITY_TYPE_UNKNOWN',
  'ACTIVITY_TYPE_MISMATCH',
  'SESSION_READ_ONLY',
  'ORGANIZATION_MISMATCH',
  'WORK_LIMIT_EXCEEDED',
  'STORAGE_LIMIT_REACHED',
  'OBJECT_TOO_LARGE',
]

/** Every query, in addition to the common errors. A recovery key may send only `whoami`, which policies never deny. */
export const queryErrors: readonly ErrorCode[] = [
  'NOT_PERMITTED_BY_POLICY',
  'CALL_PATH_MISMATCH',
  'QUERY_BINDING_MISSING',
]

/** Submits that policies decide. */
export const policyErrors: readonly ErrorCode[] = ['NOT_PERMITTED_BY_POLICY', 'DENIED_BY_POLICY']

/** Errors of one call beyond those of its kind: those that its words list, and those that its members can cause. */
export const ownErrorsOf = (name: CallName): readonly ErrorCode[] => [
  ...new Set([...(callWords[name].errors ?? []), ...memberErrorsOf(name)]),
]

function memberErrorsOf(name: CallName): ErrorCode[] {
  const call: Call = calls[name]
  const schemas = call.kind === 'query' ? [call.request] : call.versions.map(({ intent }) => intent)
  return schemas.flatMap((schema) => errorsOfFields(fieldInfosOf(schema)))
}

const errorsOfFields = (fields: readonly FieldInfo[]): ErrorCode[] =>
  fields.flatMap(({ type }) => errorsOfType(type))

function errorsOfType(type: TypeInfo): ErrorCode[] {
  switch (type.kind) {
    case 'scalar':
      return scalarErrors.get(type.scalar)!
    case 'list':
      return errorsOfType(type.item)
    case 'entity':
      return errorsOfFields(fieldInfosOfEntity(type.name))
    default:
      return []
  }
}

/** Finds the error code of a scalar's rule by breaking it: no rule accepts an empty string or −1. */
const scalarErrors = new Map(
  Object.entries(scalars).map(([name, schema]): [string, ErrorCode[]] => [
    name,
    ['', -1]
      .flatMap((value) => schema.safeParse(value).error?.issues ?? [])
      .map(({ message }) => message)
      .filter(isErrorCode),
  ]),
)

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

/** Every error that a call can return, its own first. */
export function errorsOf(name: CallName): ErrorCode[] {
  const call = calls[name]
  return [
    ...new Set([
      ...ownErrorsOf(name),
      ...(call.kind === 'submit' && call.authority === 'policy' ? policyErrors : []),
      ...(call.kind === 'submit'
        ? submitErrors
        : queryErrors.filter((code) => name !== 'whoami' || code !== 'NOT_PERMITTED_BY_POLICY')),
      ...commonErrors,
    ]),
  ]
}
