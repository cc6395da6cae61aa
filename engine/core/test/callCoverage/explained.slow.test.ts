/** A request of every activity type can be explained before it is sent. */
import { callList, type SubmitCall } from '@keywright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type SubmitType, submitPreparations } from './accepted/index.ts'
import { createWorld, type World } from './world.ts'

const submits = callList.filter((call) => call.kind === 'submit') as unknown as SubmitCall[]
const types = submits
  // A vote is not subject to policies.
  .filter(({ authority }) => authority !== 'vote')
  .flatMap(({ versions }) => versions.map(({ type }) => type as SubmitType))
  // Only a recovery credential may send it, which may ask nothing.
  .filter((type) => type !== 'ACTIVITY_TYPE_RECOVER_USER')

let world: World
beforeAll(async () => {
  world = await createWorld('explained')
})

describe('the explanation of a request', () => {
  it.each(types)('of %s names policies and the request', async (type) => {
    const { client, parameters } = await submitPreparations[type](world)
    const { policyRequest } = await client.query('get_policy_evaluations', {
      type,
      parameters: parameters as Record<string, unknown>,
    })
    const explained = JSON.parse(policyRequest!) as { policies: unknown[]; request: { activity: object } }
    expect(explained.request.activity).toMatchObject({ type })
    expect(Array.isArray(explained.policies)).toBe(true)
  })
})
