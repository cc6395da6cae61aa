/** Calls as people name them: by name, by path, or by activity type. */
import { type Call, callList, findCall, findCallOfType, type SubmitCall } from '@keywright/contract'
import { usageFailure } from './failure.ts'
import { nearest } from './nearest.ts'

export interface NamedCall {
  readonly call: Call
  /** The type that was named, for calls named by one. */
  readonly type?: string
}

/** @throws Failure (usage) with the nearest name */
export function resolveCall(text: string): NamedCall {
  const named =
    callList.find(({ name }) => name === text) ?? findCall(text.startsWith('/') ? text : `/${text}`)
  if (named) return { call: named }
  const type = findType(text)
  if (type) return { call: findCallOfType(type) as unknown as Call, type }
  // `createWallet` and `create-wallet` are how other clients spell `create_wallet`.
  const snake = text
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  const names = callList.map(({ name }) => name)
  const near = nearest(snake, names)
  throw usageFailure(
    `no call \`${text}\``,
    near === undefined ? callsLike(snake, names) : `did you mean ${near}?`,
  )
}

const MOST_NAMED = 12

/** Those that share most words with what was typed: people turn words around, and forget others. */
function callsLike(text: string, names: readonly string[]): string {
  const words = text.split('_')
  const shared = (name: string) => name.split('_').filter((word) => words.includes(word)).length
  const most = Math.max(...names.map(shared))
  const like = most === 0 ? [] : names.filter((name) => shared(name) === most)
  if (like.length === 0 || like.length > MOST_NAMED) return 'the documentation lists the calls at /api/'
  return `${like.length === 1 ? 'did you mean' : 'one of:'} ${like.join(', ')}${like.length === 1 ? '?' : ''}`
}

/** The activity type of that name, as the API spells it or as commands print it, such as `SIGN_RAW_PAYLOAD_V2`. */
function findType(text: string): string | undefined {
  const wanted = text
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^ACTIVITY_TYPE_/, '')
  const type = `ACTIVITY_TYPE_${wanted}`
  return findCallOfType(type) ? type : undefined
}

/** @throws Failure (usage) with the nearest type */
export function parseType(text: string): string {
  const found = findType(text)
  if (found !== undefined) return found
  const types = callList.flatMap((call) =>
    call.kind === 'submit' ? call.versions.map(({ type }) => type.replace('ACTIVITY_TYPE_', '')) : [],
  )
  const near = nearest(text.toUpperCase().replace(/^ACTIVITY_TYPE_/, ''), types)
  throw usageFailure(
    `no activity type \`${text}\``,
    near === undefined
      ? 'a type is named as its call, such as CREATE_WALLET; the documentation lists them at /api/'
      : `did you mean ${near}?`,
  )
}

/** The type to post: the one that was named, else the newest. @throws Failure (usage) */
export function resolveType(call: SubmitCall, type: string | undefined): string {
  if (type === undefined) return call.postedType
  const types = call.versions.map((version) => version.type as string)
  const named = findType(type)
  if (named !== undefined && types.includes(named)) return named
  throw usageFailure(`${call.name} has no activity type \`${type}\``, `one of: ${types.join(', ')}`)
}
