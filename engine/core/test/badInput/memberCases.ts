/** Everything that can be wrong with one member of a request. */
import type { ErrorCode } from '@keywright/contract'
import { badTexts, freeTexts, namesSomething, unknownIdCodes } from './badTexts.ts'
import { type Json, type JsonObject, type Path, type Place, withValue } from './places.ts'

export interface MemberCase {
  /** Name in the table of counts. */
  readonly kind: string
  readonly path: Path
  /** The value, for display. */
  readonly shown: string
  /** The parameters of a submit or the body of a query. */
  readonly parameters: JsonObject
  readonly codes: readonly ErrorCode[]
  /** The member that the error must name. */
  readonly field?: string
}

/** Ids that the request may not refer to: of another organization, or of another kind. */
export interface ForeignIds {
  /** For the name of a member, such as `walletIds`. */
  readonly [what: string]: (name: string) => string
}

const WRONG_TYPES: Readonly<Record<Place['kind']['is'], readonly Json[]>> = {
  string: [7, true, {}, []],
  number: ['7', true, {}, [], 1.5, 1e99],
  boolean: ['true', 1, {}, []],
  object: ['x', 7, false, []],
  record: ['x', 7, false, []],
  list: ['x', 7, false, {}],
  enum: [7, true, {}, []],
}

/** Longer than any bounded text may be. */
const OVER_LONG = 'a'.repeat(400)
/** Longer than a body may be. */
export const HUGE = 'a'.repeat(1_048_600)

const shownOf = (value: Json | undefined): string =>
  String(JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value)).slice(0, 60)

/** All errors at one place. */
export function* memberCases(
  place: Place,
  parameters: JsonObject,
  foreign: ForeignIds,
): Iterable<MemberCase> {
  const { path, name, kind, presence } = place
  const field = path.join('.')
  const make = (what: string, value: Json | undefined, codes: readonly ErrorCode[], blamed = true) => ({
    kind: what,
    path,
    shown: shownOf(value),
    parameters: withValue(parameters, path, value),
    codes,
    ...(blamed ? { field } : {}),
  })
  const typeCode = kind.is === 'enum' ? 'ENUM_UNKNOWN' : 'MEMBER_TYPE'

  if (presence === 'required') {
    yield make('missing', undefined, ['MEMBER_MISSING'])
    yield make('null', null, ['MEMBER_MISSING'])
  }
  if (presence === 'item') yield make('null', null, [typeCode])
  for (const value of WRONG_TYPES[kind.is]) yield make('wrong type', value, [typeCode])

  if (kind.is === 'enum') {
    const [member] = kind.members
    for (const value of [
      '',
      'NO_SUCH_MEMBER',
      `${member} `,
      member!.toLowerCase().toUpperCase() === member ? member!.toLowerCase() : member!.toUpperCase(),
    ]) {
      yield make('unknown enum', value, ['ENUM_UNKNOWN'])
    }
    yield make('over-long', OVER_LONG, ['ENUM_UNKNOWN'])
  }
  if (kind.is === 'number' && kind.bound) {
    for (const value of [-1, 0, 5, 10, 2_147_483_647].filter((n) => isOutside(kind.bound!, n))) {
      yield make('out of range', value, [kind.bound])
    }
  }
  if (kind.is === 'object') yield* unknownMembers(place, parameters)
  if (kind.is === 'list' && DISTINCT.has(name)) {
    const [id] = path.reduce<Json>((at, key) => (at as JsonObject)[key] ?? null, parameters) as Json[]
    yield make('repeated id', [id!, id!], ['DUPLICATE_ENTRY'], false)
  }
  if (kind.is !== 'string') return

  yield make('over-long', HUGE, ['BODY_TOO_LARGE'], false)
  // A check for hidden characters leaves the format open, so the cases below apply too.
  if (kind.bound === 'CHARACTER_HIDDEN') yield make('wrong encoding', 'a\u202Eb', [kind.bound])
  else if (kind.bound) {
    yield make('over-long', OVER_LONG, [kind.bound])
    for (const text of unfitFor(kind.bound)) yield make('wrong encoding', text, [kind.bound])
    return
  }
  if (freeTexts.has(name) || isIgnored(path)) return
  const bad = badTexts[name]
  if (bad) {
    for (const text of bad.texts) {
      const what = text.length > 10_000 ? 'over-long' : 'wrong encoding'
      yield make(what, text, bad.codes, false)
    }
    if (name === 'signWith' || name === 'fingerprint')
      for (const [what, idFor] of Object.entries(foreign)) yield make(what, idFor(name), bad.codes, false)
    return
  }
  if (!namesSomething(name)) {
    if (kind.bound) return
    throw new Error(`badTexts has no entry for the text ${field}`)
  }
  yield make('over-long', OVER_LONG, unknownIdCodes, false)
  yield make('wrong encoding', 'no id', unknownIdCodes, false)
  for (const [what, idFor] of Object.entries(foreign)) yield make(what, idFor(name), unknownIdCodes, false)
}

/** Lists that reject an id that they already have. Tags, users and keys count once. */
const DISTINCT: ReadonlySet<string> = new Set([
  'authenticatorIds',
  'policyIds',
  'walletAccountIds',
  'walletIds',
])

/** The engine ignores this member: version 1 of an authenticator repeats the request's user id. */
const isIgnored = (path: Path) => path.at(-1) === 'userId' && path.at(-3) === 'authenticators'

/** An unknown member next to those of an object. */
export function* unknownMembers({ path }: Pick<Place, 'path'>, parameters: JsonObject): Iterable<MemberCase> {
  for (const name of ['unheardOf', 'constructor', 'Organizationid']) {
    const at = [...path, name]
    const kind = 'unknown member'
    const codes = ['MEMBER_UNKNOWN'] as const
    yield { kind, path: at, shown: '1', parameters: withValue(parameters, at, 1), codes, field: at.join('.') }
  }
}

/** Texts of ordinary length that fail the check. */
function unfitFor(bound: ErrorCode): readonly string[] {
  switch (bound) {
    case 'NAME_LENGTH':
      return ['']
    case 'EMAIL_MALFORMED':
      return ['', 'x', '@', 'a@', 'a b@example.com', 'a@b@c']
    case 'PHONE_NUMBER_MALFORMED':
      return ['', '15555550123', '+0155555', '+1 555', '+1', '+155555501234567890']
    default:
      return ['', 'x', '-1', '0', '1.5', '0x10', '1e3', ' 1', '٣']
  }
}

function isOutside(bound: ErrorCode, n: number): boolean {
  if (bound === 'THRESHOLD_TOO_LOW') return n < 1
  if (bound === 'OTP_LENGTH_OUT_OF_RANGE') return n < 6 || n > 9
  return true
}
