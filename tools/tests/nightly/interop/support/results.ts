/** Is what a client hands back what the contract says? */
import { calls, parseWith, type QueryCall, type QueryName, versionOf } from '@keywright/contract'
import type { SubmitType } from '@keywright/engine/callCoverage/accepted'
import { expect } from 'vitest'

export interface ShownActivity {
  readonly status: string
  readonly votes: readonly { readonly selection: string }[]
  readonly result: Readonly<Record<string, unknown>>
}

export function expectAnswer(query: QueryName, answer: unknown): void {
  parseWith((calls[query] as QueryCall).response, answer)
}

/** A finished activity whose result stands under the key of the version, or the activity voted on. */
export function expectFinished(type: SubmitType, activity: ShownActivity): void {
  const { resultKey, result } = versionOf(type)
  if (resultKey === null) {
    const selection = type === 'ACTIVITY_TYPE_APPROVE_ACTIVITY' ? 'APPROVED' : 'REJECTED'
    expect(activity.votes.at(-1)?.selection).toBe(`VOTE_SELECTION_${selection}`)
    return
  }
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
  expect(Object.keys(activity.result)).toEqual([resultKey])
  parseWith(result, activity.result[resultKey])
}
