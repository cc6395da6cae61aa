import { callList, enums, findCallOfType } from '@keywright/contract'
import { kindOfActivity, listActivityKinds, ROOT_ONLY_KINDS, resourceAndActionOf } from '@keywright/policy'
import { expect, it } from 'vitest'
import { loadSubmitHandlers } from './calls.ts'

/** Votes are no activities: policies never see them. */
const isVote = (type: string) => ['approve_activity', 'reject_activity'].includes(findCallOfType(type)!.name)
const submitted = enums.ActivityType.filter((type) => !isVote(type))

it.each(submitted)('%s has the resource and action by which policies know it', (type) => {
  expect(resourceAndActionOf(type)).toEqual({
    resource: findCallOfType(type)!.resource,
    action: findCallOfType(type)!.action,
  })
})

it('policies know as root-only what the contract gives to the root quorum alone', () => {
  const rootOnly = callList.flatMap((call) =>
    call.kind === 'submit' && call.authority === 'root' ? [kindOfActivity(call.postedType)] : [],
  )
  expect([...ROOT_ONLY_KINDS].sort()).toEqual(rootOnly.sort())
})

it('every kind of activity that policies know and the engine serves has a handler', async () => {
  const handlerOf = await loadSubmitHandlers('approve_activity')
  for (const type of submitted) {
    expect(listActivityKinds()).toContain(kindOfActivity(type))
    expect(handlerOf(type).execute).toBeTypeOf('function')
  }
})
