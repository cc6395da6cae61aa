/** Finds calls by name, path or activity type. */
import { type Call, callList, findCall, findCallOfType, type SubmitCall } from '@keywright/contract'
import { usageFailure } from '../output/failure.ts'
import { nearest } from './nearest.ts'

export interface NamedCall {
  readonly call: Call
  /** The activity type, if the call was named by its type. */
  readonly type?: string
}

/** @throws Failure (usage) that suggests a similar name */
export function resolveCall(text: string): NamedCall {
  const named =
    callList.find(({ name }) => name === text) ?? findCall(text.startsWith('/') ? text : `/${text}`)
  if (named) return { call: named }
  const type = findType(text)
  if (type) return { call: findCallOfType(type) as unknown as Call, type }
  // Other clients spell `create_wallet` as `createWallet` or `create-wallet`.
  const snake = text
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  const names = callList.map(({ name }) => name)
  const near = nearest(snake, names)
  throw usageFailure(
    `unknown call \`${text}\``,
    near === undefined ? callsLike(snake, names) : `did you mean ${near}?`,
  )
}

const MOST_NAMED = 12

/** Suggests the calls that share the most words with the input, in any order. */
function callsLike(text: string, names: readonly string[]): string {
  const words = text.split('_')
  const shared = (name: string) => name.split('_').filter((word) => words.includes(word)).length
  const most = Math.max(...names.map(shared))
  const like = most === 0 ? [] : names.filter((name) => shared(name) === most)
  if (like.length === 0 || like.length > MOST_NAMED) return 'the documentation lists all calls at /api/'
  return `${like.length === 1 ? 'did you mean' : 'did you mean one of:'} ${like.join(', ')}?`
}

/** Finds an activity type by its API name or by the short name that commands print, such as `SIGN_RAW_PAYLOAD_V2`. */
function findType(text: string): string | undefined {
  const wanted = text
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^ACTIVITY_TYPE_/, '')
  const type = `ACTIVITY_TYPE_${wanted}`
  return findCallOfType(type) ? type : undefined
}

/** @throws Failure (usage) that suggests a similar type */
export function parseType(text: string): string {
  const found = findType(text)
  if (found !== undefined) return found
  const types = callList.flatMap((call) =>
    call.kind === 'submit' ? call.versions.map(({ type }) => type.replace('ACTIVITY_TYPE_', '')) : [],
  )
  const near = nearest(text.toUpperCase().replace(/^ACTIVITY_TYPE_/, ''), types)
  throw usageFailure(
    `unknown activity type \`${text}\``,
    near === undefined
      ? 'types are named after their call, such as CREATE_WALLET; the documentation lists them at /api/'
      : `did you mean ${near}?`,
  )
}

/** The given activity type, by default the newest. @throws Failure (usage) */
export function resolveType(call: SubmitCall, type: string | undefined): string {
  if (type === undefined) return call.postedType
  const types = call.versions.map((version) => version.type as string)
  const named = findType(type)
  if (named !== undefined && types.includes(named)) return named
  throw usageFailure(`${call.name} has no activity type \`${type}\``, `use one of: ${types.join(', ')}`)
}
