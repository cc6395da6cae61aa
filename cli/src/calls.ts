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
  const near = nearest(
    snake,
    callList.map(({ name }) => name),
  )
  throw usageFailure(
    `no call \`${text}\``,
    near === undefined
      ? `the calls are: ${callList.map(({ name }) => name).join(', ')}`
      : `did you mean ${near}?`,
  )
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
    near === undefined ? 'keywright activities list prints types' : `did you mean ${near}?`,
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
