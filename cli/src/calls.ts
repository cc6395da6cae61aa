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
  const owner = findCallOfType(text)
  if (owner) return { call: owner as unknown as Call, type: text }
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

/** The type to post: the one that was named, else the newest. @throws Failure (usage) */
export function resolveType(call: SubmitCall, type: string | undefined): string {
  if (type === undefined) return call.postedType
  const types = call.versions.map((version) => version.type as string)
  if (types.includes(type)) return type
  throw usageFailure(`${call.name} has no activity type \`${type}\``, `one of: ${types.join(', ')}`)
}
