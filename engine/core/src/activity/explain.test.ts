/** The explained policy input equals the input that decides the same request when it is submitted. */
import { callList } from '@keywright/contract'
import { type DecideInput, parseExactJson, type RequestFacts, writeExactJson } from '@keywright/policy'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { type SubmitType, submitPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, newSubOrganization, type World } from '../../test/callCoverage/world.ts'

const types = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote'
    ? call.versions.map(({ type }) => type as SubmitType)
    : [],
)

interface PolicyRequest extends Pick<DecideInput, 'approvers' | 'users' | 'isBuiltInAllowed'> {
  readonly request: RequestFacts
  readonly policies: readonly { readonly policyId: string }[]
}

let world: World
let decisions: DecideInput[]

beforeAll(async () => {
  decisions = []
  world = await createWorld('explain', { observe: ({ input }) => decisions.push(input) })
})

const read = (policyRequest: string | undefined) => parseExactJson(policyRequest!) as PolicyRequest
const exact = (value: unknown) => parseExactJson(writeExactJson(value))

describe('get_policy_evaluations', () => {
  // A recovery key may make no other calls.
  it.each(
    everyNth(
      5,
      types.filter((type) => type !== 'ACTIVITY_TYPE_RECOVER_USER'),
    ),
  )('explains the decision about %s, before and after', async (type) => {
    const { client, parameters } = await submitPreparations[type](world)
    const asked = await client.query('get_policy_evaluations', { type, parameters: { ...parameters } })
    const expected = read(asked.policyRequest)
    decisions = []
    const { id } = await client.submit(type, parameters as never)
    const { facts, approvers, isBuiltInAllowed } = decisions.at(-1)!
    expect(exact({ request: facts, approvers, isBuiltInAllowed })).toEqual({
      request: expected.request,
      approvers: expected.approvers,
      isBuiltInAllowed: expected.isBuiltInAllowed,
    })
    if (type === 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION') return
    const after = await client.query('get_policy_evaluations', { activityId: id, explain: true })
    expect(read(after.policyRequest).request.activity).toMatchObject({ type })
  })

  it('shows policies, and only emails that count for them', async () => {
    const { root, bob } = world
    await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'desk',
      effect: 'EFFECT_ALLOW',
      condition: `target_user.id == '${bob.userId}'`,
    })
    await bob.client.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', {
      userId: bob.userId,
      userEmail: 'ceo@example.com',
    })
    const { policyRequest } = await bob.client.query('get_policy_evaluations', {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      parameters: { walletName: 'new', accounts: [] },
    })
    const { policies, approvers, users } = read(policyRequest)
    const listed = (await root.query('list_policies')).policies.map(({ policyId }) => policyId)
    expect(policies.map(({ policyId }) => policyId)).toEqual(expect.arrayContaining(listed))
    expect(approvers).toMatchObject([{ id: bob.userId, email: '' }])
    expect(users.find(({ id }) => id === bob.userId)).toEqual(approvers[0])
  })

  it('shows users of a sub-organization nothing of the parent that decides', async () => {
    const { alice, organizationId } = await newSubOrganization(world)
    const { policyId } = await world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'codes',
      effect: 'EFFECT_ALLOW',
      condition: "activity.kind == 'INIT_OTP'",
    })
    const inSub = world.bob.client.about(organizationId)
    const { id } = await inSub.submit('ACTIVITY_TYPE_INIT_OTP', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'somebody@example.com',
    })
    const asked = { activityId: id, explain: true }
    const refused = alice.query('get_policy_evaluations', asked)
    await expect(refused).rejects.toMatchObject({ errorCode: 'ORGANIZATION_MISMATCH' })
    expect((await alice.query('get_policy_evaluations', { activityId: id })).policyEvaluations).toEqual([])
    const seen = await inSub.query('get_policy_evaluations', asked)
    expect(seen).toHaveProperty('policyRequest')
    expect(seen.policyEvaluations[0]!.policyEvaluations).toContainEqual({
      policyId,
      outcome: 'OUTCOME_ALLOW',
    })
    const own = await alice.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'own', accounts: [] })
    const ofOwn = { activityId: own.id, explain: true }
    for (const client of [alice, inSub])
      expect(await client.query('get_policy_evaluations', ofOwn)).toHaveProperty('policyRequest')
  })

  it('executes nothing, and rejects what a submit would reject', async () => {
    const { bob, root } = world
    const before = await root.query('list_activities')
    const ask = (type: SubmitType, parameters: object) =>
      bob.client.query('get_policy_evaluations', { type, parameters: { ...parameters } })
    await ask('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'never', accounts: [] })
    await expect(ask('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds: ['none'] })).rejects.toMatchObject({
      errorCode: 'RESOURCE_NOT_FOUND',
    })
    await expect(ask('ACTIVITY_TYPE_DELETE_WALLETS', {})).rejects.toMatchObject({
      errorCode: 'MEMBER_MISSING',
    })
    await expect(ask('ACTIVITY_TYPE_APPROVE_ACTIVITY' as SubmitType, {})).rejects.toMatchObject({
      errorCode: 'MEMBER_TYPE',
    })
    await expect(bob.client.query('get_policy_evaluations')).rejects.toMatchObject({
      errorCode: 'MEMBER_MISSING',
    })
    expect(await root.query('list_activities')).toEqual(before)
  })
})
