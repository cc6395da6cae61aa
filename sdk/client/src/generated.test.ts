/** The generated files are current, and their types equal those of the contract. */
import { readFileSync } from 'node:fs'
import type { ActivityType, ErrorCode, IntentOf, RequestOf, ResponseOf, ResultOf } from '@keywright/contract'
import * as contract from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { generate } from '../generator/generate.ts'
import type { QueryName, SubmitName, VoteName } from './call.ts'
import type * as generated from './generated/types.ts'
import type { Queries, Submits, Votes } from './generated/types.ts'

describe('generated files', () => {
  it.each(Object.entries(generate()))('%s is current: if not, run generator/generate.ts', (file, text) => {
    expect(readFileSync(new URL(`generated/${file}`, import.meta.url), 'utf8')).toBe(text)
  })

  it('has no parameter that collides with a common field', () => {
    const frame = new Set(['timestampMs', 'organizationId', 'parameters'])
    const wrong = contract.callList.flatMap((call) =>
      call.kind === 'query'
        ? []
        : call.versions.flatMap(({ type, intent }) =>
            Object.keys((intent as unknown as { _zod: { def: { shape: object } } })._zod.def.shape)
              .filter((member) => frame.has(member))
              .map((member) => `${type}.${member}`),
          ),
    )
    expect(wrong).toEqual([])
  })
})

it('narrows the intent and the result of an activity by its type', () => {
  const recipientOf = (activity: generated.Activity) => {
    switch (activity.type) {
      case 'ACTIVITY_TYPE_CREATE_WALLET':
        return `${activity.intent.createWalletIntent.walletName} ${activity.result.createWalletResult?.walletId}`
      case 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2':
        return activity.intent.signTransactionIntentV2.unsignedTransaction
      default:
        return undefined
    }
  }
  const intent = { createWalletIntent: { walletName: 'treasury', accounts: [] } }
  const activity = { type: 'ACTIVITY_TYPE_CREATE_WALLET', intent, result: {} }
  expect(recipientOf(activity as unknown as generated.Activity)).toBe('treasury undefined')
})

// ─── types: the compiler checks what follows ───

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Flattens an object type, so that an interface and an inferred object compare equal. */
type Flat<T> =
  T extends Record<string, never>
    ? Record<never, never>
    : T extends readonly (infer I)[]
      ? Flat<I>[]
      : T extends object
        ? { [K in keyof T]: Flat<T[K]> }
        : T
type Same<A, B> = Equal<Flat<A>, Flat<B>>
type Nothing<T extends never> = T

export type UnequalQueries = Nothing<
  {
    [N in Exclude<QueryName, 'get_activity' | 'list_activities'>]: Same<
      Queries[N],
      { request: RequestOf<N>; response: ResponseOf<N> }
    > extends true
      ? never
      : N
  }[Exclude<QueryName, 'get_activity' | 'list_activities'>]
>
export type MissingCalls = Nothing<Exclude<contract.CallName, QueryName | SubmitName | VoteName>>
export type UnequalVersions = Nothing<
  {
    [N in SubmitName]: {
      [T in keyof Submits[N]['versions']]: T extends ActivityType
        ? Same<Submits[N]['versions'][T], { intent: IntentOf<T>; result: ResultOf<T> }> extends true
          ? never
          : T
        : T
    }[keyof Submits[N]['versions']]
  }[SubmitName]
>
export type UnequalVotes = Nothing<
  { [N in VoteName]: Same<Votes[N], { fingerprint: string }> extends true ? never : N }[VoteName]
>
export type UnequalCodes = Nothing<Equal<generated.ErrorCode, ErrorCode> extends true ? never : 'ErrorCode'>
export type UnequalEntities = Nothing<
  {
    [N in Exclude<contract.EntityName, 'Activity'>]: Same<
      generated.EntitiesByName[N],
      contract.Entity<N>
    > extends true
      ? never
      : N
  }[Exclude<contract.EntityName, 'Activity'>]
>
/** The client's activity has the members of the contract's, and knows the intent and the result of each type. */
type Contents = 'type' | 'intent' | 'result'
export type UnequalActivity = Nothing<
  Same<generated.ActivityMembers, Omit<contract.Entity<'Activity'>, Contents>> extends true
    ? never
    : 'Activity'
>
export type UnknownActivityTypes = Nothing<Exclude<ActivityType, keyof generated.ActivityContents>>
