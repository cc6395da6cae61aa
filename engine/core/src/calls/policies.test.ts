import { type IntentOf, limits } from '@keywright/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, type Person, passkeyStamper, refusedCall } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, refused, root } from '../../test/support/setting.ts'

let bob: Person

inOrganization()
beforeEach(async () => {
  bob = await addUser(engine, root, 'bob')
})

type NewPolicy = IntentOf<'ACTIVITY_TYPE_CREATE_POLICY_V3'>
const create = (policy: Partial<NewPolicy>, as = root) =>
  as.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: 'policy', effect: 'EFFECT_ALLOW', ...policy })
const read = async (policyId: string) => (await root.query('get_policy', { policyId })).policy
const createWallet = (walletName: string, as = bob.client) =>
  as.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })

const BOB = () => `approvers.any(a, a.id == '${bob.userId}')`
const WALLETS = "activity.resource == 'WALLET' && activity.action == 'CREATE'"

describe('creating policies', () => {
  it('version 3 stores expressions, which apply immediately', async () => {
    expect(await refused(() => createWallet('before'))).toBe('NOT_PERMITTED_BY_POLICY')
    const { policyId } = await create({ condition: WALLETS, consensus: BOB(), notes: 'why' })
    await createWallet('after')
    const time = { seconds: String(Math.floor(engine.clock() / 1000)), nanos: '0' }
    expect(await read(policyId)).toEqual({
      policyId,
      policyName: 'policy',
      effect: 'EFFECT_ALLOW',
      condition: WALLETS,
      consensus: BOB(),
      notes: 'why',
      createdAt: time,
      updatedAt: time,
    })
    expect((await root.query('list_policies')).policies).toEqual([await read(policyId)])
  })

  it('an omitted expression is true', async () => {
    const { policyId } = await create({ effect: 'EFFECT_DENY' })
    expect(await read(policyId)).toMatchObject({ condition: 'true', consensus: 'true', notes: '' })
    const error = await refusedCall(engine, organizationId, () => createWallet('w'))
    expect(error).toMatchObject({ status: 403, errorCode: 'DENIED_BY_POLICY' })
    expect(error.message).toContain(policyId)
    expect(error.body.details).toContainEqual(
      expect.objectContaining({ policyEvaluations: [{ policyId, outcome: 'OUTCOME_DENY_EXPLICIT' }] }),
    )
  })

  it('version 2 translates selectors of several targets', async () => {
    const activity = await root.submit('ACTIVITY_TYPE_CREATE_POLICY_V2', {
      policyName: 'selected',
      effect: 'EFFECT_ALLOW',
      selectors: [
        { subject: 'activity.type', operator: 'OPERATOR_IN', targets: ['ACTIVITY_TYPE_CREATE_WALLET', 'X'] },
      ],
    })
    expect(Object.keys(activity.intent)).toEqual(['createPolicyIntentV2'])
    const { policyId } = (activity.result as { createPolicyResult: { policyId: string } }).createPolicyResult
    expect(await read(policyId)).toMatchObject({
      condition: "activity.type in ['ACTIVITY_TYPE_CREATE_WALLET', 'X']",
    })
    await createWallet('selected')
  })

  it.each([
    [{ subject: 'activity.type', operator: 'OPERATOR_EQUAL' }, 'no target'],
    [{ subject: 'activity.type', target: 'x' }, 'operator'],
    [{ subject: 'activity.color', operator: 'OPERATOR_EQUAL', target: 'x' }, 'color'],
    [{ operator: 'OPERATOR_EQUAL', target: 'x' }, 'character 1'],
    [
      { subject: 'wallet.id', operator: 'OPERATOR_EQUAL', target: 'x'.repeat(limits.expressionLength) },
      'longer than 16384 characters',
    ],
  ] as const)('rejects the selector %o', async (selector, reason) => {
    const error = await refusedCall(engine, organizationId, () =>
      root.run('ACTIVITY_TYPE_CREATE_POLICY', {
        policyName: 'p',
        effect: 'EFFECT_ALLOW',
        selectors: [selector],
      }),
    )
    expect(error).toMatchObject({ status: 400, errorCode: 'POLICY_EXPRESSION_INVALID' })
    expect(error.message).toContain(reason)
  })

  it.each([
    ['eth.tx.to ==', 13],
    ['eth.tx.color == 1', 8],
    ["wallet.id == 'w' && private_key.id == 'k'", 21],
  ])('rejects the condition %j at its character %i', async (condition, position) => {
    const error = await refusedCall(engine, organizationId, () => create({ condition }))
    expect(error.errorCode).toBe('POLICY_EXPRESSION_INVALID')
    expect(error.message).toContain(`condition at character ${position}: `)
    expect(error.body.details).toContainEqual(
      expect.objectContaining({ fieldViolations: [expect.objectContaining({ field: 'condition' })] }),
    )
  })

  it('names the clause that no request can match, in every call that stores a condition', async () => {
    const condition = 'eth.tx.value > 1 && solana.tx.transfers.count() > 0'
    const { policyId } = await create({ policyName: 'stored' })
    const policy = { policyName: 'p', effect: 'EFFECT_DENY' as const, condition }
    for (const store of [
      () => create(policy),
      () => root.run('ACTIVITY_TYPE_CREATE_POLICIES', { policies: [policy] }),
      () => root.run('ACTIVITY_TYPE_UPDATE_POLICY_V2', { policyId, policyCondition: condition }),
    ]) {
      const error = await refusedCall(engine, organizationId, store)
      expect(error).toMatchObject({ status: 400, errorCode: 'POLICY_EXPRESSION_INVALID' })
      expect(error.message).toContain('`solana.tx.transfers.count() > 0` never applies')
    }
  })

  it('creates several or none, and at most a hundred', async () => {
    const policies = Array.from({ length: 100 }, (_, n) => ({
      policyName: `policy ${n}`,
      effect: 'EFFECT_DENY' as const,
      condition: `eth.tx.chain_id == ${n}`,
    }))
    const many = (list: NewPolicy[]) => root.run('ACTIVITY_TYPE_CREATE_POLICIES', { policies: list })
    const spoiled = [...policies.slice(0, 2), { ...policies[2]!, consensus: '1' }]
    const error = await refusedCall(engine, organizationId, () => many(spoiled))
    expect(error.body.details).toContainEqual(
      expect.objectContaining({
        fieldViolations: [expect.objectContaining({ field: 'policies.2.consensus' })],
      }),
    )
    expect(await refused(() => many([policies[0]!, policies[0]!]))).toBe('POLICY_NAME_TAKEN')
    const { policyIds } = await many(policies)
    expect(new Set(policyIds).size).toBe(100)
    expect(await refused(() => create({}))).toBe('RESOURCE_LIMIT_REACHED')
    expect((await root.query('list_policies')).policies).toHaveLength(100)
  })
})

describe('updating policies', () => {
  it.each(['ACTIVITY_TYPE_UPDATE_POLICY', 'ACTIVITY_TYPE_UPDATE_POLICY_V2'] as const)(
    '%s changes what is given and keeps the rest',
    async (type) => {
      const { policyId } = await create({ condition: WALLETS, consensus: BOB(), notes: 'why' })
      const before = await read(policyId)
      engine.clock.advance({ seconds: 5 })
      const update = (change: object) => root.run(type, { policyId, ...change })
      expect(await update({ policyEffect: 'EFFECT_DENY' })).toEqual({ policyId })
      const updatedAt = { seconds: String(Math.floor(engine.clock() / 1000)), nanos: '0' }
      expect(await read(policyId)).toEqual({ ...before, effect: 'EFFECT_DENY', updatedAt })
      await update({
        policyName: 'other',
        policyCondition: 'true',
        policyConsensus: 'true',
        policyNotes: 'more',
      })
      expect(await read(policyId)).toMatchObject({
        policyName: 'other',
        condition: 'true',
        consensus: 'true',
        notes: 'more',
      })
      expect((await create({})).policyId).not.toBe(policyId)
    },
  )

  it.each(['ACTIVITY_TYPE_UPDATE_POLICY', 'ACTIVITY_TYPE_UPDATE_POLICY_V2'] as const)(
    '%s rejects what creation rejects',
    async (type) => {
      const { policyId } = await create({ policyName: 'first' })
      await create({ policyName: 'second' })
      const update = (change: object) => () => root.run(type, { policyId, ...change })
      const invalid = 'POLICY_EXPRESSION_INVALID'
      expect(await refused(update({ policyName: 'second' }))).toBe('POLICY_NAME_TAKEN')
      expect(await refused(update({ policyCondition: '' }))).toEqual(invalid)
      expect(await refused(update({ policyConsensus: 'eth.tx.value > 1' }))).toEqual(invalid)
      expect(await refused(update({ policyId: 'nothing' }))).toBe('RESOURCE_NOT_FOUND')
      await update({ policyName: 'first' })()
    },
  )
})

describe('deleting policies', () => {
  it('takes effect with the response', async () => {
    const { policyId } = await create({ consensus: BOB() })
    await createWallet('one')
    expect(await root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId })).toEqual({ policyId })
    expect(await refused(() => createWallet('two'))).toBe('NOT_PERMITTED_BY_POLICY')
    engine.clock.advance({ seconds: 1 })
    const again = () => root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId })
    expect(await refused(again)).toBe('RESOURCE_NOT_FOUND')
    expect(await refused(() => read(policyId))).toBe('RESOURCE_NOT_FOUND')
  })
})

describe('evaluations', () => {
  it('are stored for each vote that policies decided', async () => {
    const carol = await addUser(engine, root, 'carol')
    const both = await create({ policyName: 'both', condition: WALLETS, consensus: 'approvers.count() >= 2' })
    const other = await create({ policyName: 'chain', condition: 'eth.tx.chain_id == 1' })
    const asked = await bob.client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    engine.clock.advance({ seconds: 2 })
    const done = await carol.client.approve(asked.fingerprint)
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED')
    const { policyEvaluations } = await root.query('get_policy_evaluations', { activityId: asked.id })
    const outcomes = (first: string) =>
      expect.arrayContaining([
        { policyId: both.policyId, outcome: first },
        { policyId: other.policyId, outcome: 'OUTCOME_ERROR' },
      ])
    expect(policyEvaluations).toMatchObject([
      { activityId: asked.id, organizationId, voteId: done.votes[0]!.id },
      { activityId: asked.id, organizationId, voteId: done.votes[1]!.id },
    ])
    expect(policyEvaluations.map((each) => each.policyEvaluations)).toEqual([
      outcomes('OUTCOME_REQUIRES_CONSENSUS'),
      outcomes('OUTCOME_ALLOW'),
    ])
  })

  it('are empty for decisions of the root quorum, and 404 for unknown activities', async () => {
    await create({})
    const { id } = await root.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    expect(await root.query('get_policy_evaluations', { activityId: id })).toEqual({ policyEvaluations: [] })
    const unknown = () => root.query('get_policy_evaluations', { activityId: 'nothing' })
    expect(await refused(unknown)).toBe('ACTIVITY_NOT_FOUND')
  })
})

describe('consensus that reads credentials', () => {
  it('can require an approval with a passkey', async () => {
    const passkey = engine.passkey()
    await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: [{ userName: 'carol', apiKeys: [], authenticators: [passkey.register('phone')], userTags: [] }],
    })
    const byPasskey = engine.client(organizationId, passkeyStamper(passkey))
    await create({
      condition: WALLETS,
      consensus: "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
    })
    const asked = await bob.client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    const done = await byPasskey.approve(asked.fingerprint)
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED')
  })
})
