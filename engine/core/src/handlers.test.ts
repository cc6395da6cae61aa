import { callList, enums, findCallOfType } from '@keywright/contract'
import { kindOfActivity, listActivityKinds, ROOT_ONLY_KINDS, resourceAndActionOf } from '@keywright/policy'
import { expect, it } from 'vitest'
import { loadSubmitHandlers } from './handlers.ts'

/** Votes are not activities: policies never see them. */
const isVote = (type: string) => ['approve_activity', 'reject_activity'].includes(findCallOfType(type)!.name)
const submitted = enums.ActivityType.filter((type) => !isVote(type))

it.each(submitted)('%s has the same resource and action in policies as in the contract', (type) => {
  expect(resourceAndActionOf(type)).toEqual({
    resource: findCallOfType(type)!.resource,
    action: findCallOfType(type)!.action,
  })
})

it('the root-only activities of policies are those that the contract reserves for the root quorum', () => {
  const rootOnly = callList.flatMap((call) =>
    call.kind === 'submit' && call.authority === 'root' ? [kindOfActivity(call.postedType)] : [],
  )
  expect([...ROOT_ONLY_KINDS].sort()).toEqual(rootOnly.sort())
})

it('every activity type has a handler and a kind in policies', async () => {
  const handlerOf = await loadSubmitHandlers('approve_activity')
  for (const type of submitted) {
    expect(listActivityKinds()).toContain(kindOfActivity(type))
    expect(handlerOf(type).execute).toBeTypeOf('function')
  }
})
