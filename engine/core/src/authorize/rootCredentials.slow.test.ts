/** Sign-in credentials of the root quorum are protected from a help desk that may do everything else. */
import { callList } from '@keywright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth, isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { type SubmitType, submitPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, type World } from '../../test/callCoverage/world.ts'
import { addUser, CallRefused, type Client } from '../../test/support/index.ts'

/** Deleting an organization leaves no user to compare. */
const types = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote' && call.name !== 'delete_sub_organization'
    ? call.versions.map(({ type }) => type as SubmitType)
    : [],
)

const EVERYTHING = { effect: 'EFFECT_ALLOW', condition: 'true' } as const
const ROOT_TOO = { effect: 'EFFECT_ALLOW', condition: 'target_user.root' } as const
const NEVER_ROOT = { effect: 'EFFECT_DENY', condition: 'target_user.root' } as const

async function signInOf(root: Client, userIds: readonly string[]) {
  const { users } = await root.query('list_users')
  return userIds.map((id) => {
    const { userEmail, userPhoneNumber, apiKeys, authenticators, oauthProviders } = users.find(
      ({ userId }) => userId === id,
    )!
    return JSON.stringify({ userEmail, userPhoneNumber, apiKeys, authenticators, oauthProviders })
  })
}

describe('a help desk next to root users', () => {
  let world: World
  const changed: string[] = []
  beforeAll(async () => {
    world = await createWorld('root credentials')
  })

  it.each(everyNth(4, types))('needs a policy that names root users for %s', async (type) => {
    const { client, parameters } = await submitPreparations[type](world)
    // The token is bound to the root user's key and optional.
    if (type === 'ACTIVITY_TYPE_UPDATE_USER_EMAIL') Reflect.deleteProperty(parameters, 'verificationToken')
    const { organizationId } = client
    const root =
      world.subOrganizations.find((sub) => sub.organizationId === organizationId)?.alice ?? world.root
    const userIds = (await root.query('list_users')).users.map(({ userId }) => userId)
    const before = await signInOf(root, userIds)
    const desk = await addUser(world.engine, root, world.unique('desk'))
    await root.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds })

    async function attempt(...policies: { effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'; condition: string }[]) {
      const made = policies.map((policy) => ({ policyName: world.unique('policy'), ...policy }))
      const { policyIds } = await root.run('ACTIVITY_TYPE_CREATE_POLICIES', { policies: made as never })
      const came = await desk.client.submit(type, parameters as never).then(
        ({ status }) => status as string,
        (error: unknown) => (error instanceof CallRefused ? error.errorCode : Promise.reject(error)),
      )
      await root.run('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds })
      const after = await signInOf(root, userIds)
      return { came, isChanged: after.join() !== before.join() }
    }
    const refused = await attempt(EVERYTHING)
    expect(refused.isChanged).toBe(false)
    const denied = await attempt(ROOT_TOO, NEVER_ROOT)
    expect(denied.isChanged).toBe(false)
    const named = await attempt(ROOT_TOO)
    if (!named.isChanged) return
    expect([refused.came, denied.came]).toEqual(['NOT_PERMITTED_BY_POLICY', 'DENIED_BY_POLICY'])
    changed.push(type)
  })

  it('was tested with enough calls that change credentials', () => {
    expect(changed.length).toBeGreaterThanOrEqual(isNightly ? 24 : 4)
  })
})
