import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, type Person, refusalOf } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, root } from '../../test/support/setting.ts'

const HOUR = 3_600_000

let bob: Person
let carol: Person

inOrganization('timed policies')
beforeEach(async () => {
  bob = await addUser(engine, root, 'bob')
  carol = await addUser(engine, root, 'carol')
})

const stamp = (milliseconds: number) => `Timestamp('${new Date(milliseconds).toISOString()}')`
const until = (milliseconds: number) => `time.now < ${stamp(milliseconds)}`
const create = (change: object = {}) =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'timed',
    effect: 'EFFECT_ALLOW',
    condition: "activity.kind == 'CREATE_WALLET'",
    consensus: `approvers.any(a, a.id == '${bob.userId}')`,
    ...change,
  })
const update = (policyId: string, change: object) =>
  root.run('ACTIVITY_TYPE_UPDATE_POLICY_V2', { policyId, ...change })
const read = async (policyId: string) => (await root.query('get_policy', { policyId })).policy
let made = 0
const createWallet = () =>
  bob.client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `w ${++made}`, accounts: [] })
const creates = () =>
  createWallet().then(
    () => true,
    () => false,
  )
const pass = (milliseconds: number) => engine.clock.advance({ milliseconds })

describe('the time of a policy', () => {
  it('is stored, returned, changed and removed', async () => {
    const time = until(engine.clock() + HOUR)
    const { policyId } = await create({ time })
    expect(await read(policyId)).toMatchObject({ time })
    await update(policyId, { policyNotes: 'x' })
    expect(await read(policyId)).toMatchObject({ time, notes: 'x' })
    const office = "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')"
    await update(policyId, { time: office })
    expect(await read(policyId)).toMatchObject({ time: office })
    await update(policyId, { time: '' })
    expect(await read(policyId)).not.toHaveProperty('time')
    const { policyIds } = await root.run('ACTIVITY_TYPE_CREATE_POLICIES', {
      policies: [
        { policyName: 'one', effect: 'EFFECT_DENY', time },
        { policyName: 'two', effect: 'EFFECT_DENY', time: '' },
      ],
    })
    expect(await Promise.all(policyIds.map(async (id) => (await read(id)).time))).toEqual([time, undefined])
  })

  it.each(["CronSpan('0 9 * * 1-5', '8h', 'Mars/Olympus')", 'eth.tx.value == 0'])(
    'is rejected: %s',
    async (time) => {
      const refused = 'POLICY_EXPRESSION_INVALID'
      expect(await refusalOf(engine, organizationId, () => create({ time }))).toEqual(refused)
      const { policyId } = await create()
      expect(await refusalOf(engine, organizationId, () => update(policyId, { time }))).toEqual(refused)
      const many = () =>
        root.run('ACTIVITY_TYPE_CREATE_POLICIES', {
          policies: [{ policyName: 'p', effect: 'EFFECT_DENY', time }],
        })
      expect(await refusalOf(engine, organizationId, many)).toEqual(refused)
    },
  )

  it('limits a deny', async () => {
    await create()
    await create({ policyName: 'freeze', effect: 'EFFECT_DENY', time: until(engine.clock() + HOUR) })
    expect(await creates()).toBe(false)
    pass(HOUR)
    expect(await creates()).toBe(true)
  })

  it('is that of the execution for an activity that waits for votes', async () => {
    await create({
      consensus: 'approvers.count() >= 2',
      time: until(engine.clock() + HOUR),
    })
    const ask = () =>
      bob.client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `w ${++made}`, accounts: [] })
    const [inTime, late] = [await ask(), await ask()]
    const approve = (fingerprint: string) =>
      carol.client.submit('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })
    expect(await approve(inTime.fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    pass(HOUR)
    await approve(late.fingerprint).catch(() => undefined)
    const { activity } = await root.query('get_activity', { activityId: late.id })
    expect(activity.status).not.toBe('ACTIVITY_STATUS_COMPLETED')
    expect((await root.query('list_wallets')).wallets).toHaveLength(1)
  })

  it('is part of the explanation of a request', async () => {
    const time = until(engine.clock() + HOUR)
    await create({ time })
    const { policyRequest } = await bob.client.query('get_policy_evaluations', {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      parameters: { walletName: 'w', accounts: [] },
    })
    expect(JSON.parse(policyRequest!)).toMatchObject({ now: engine.clock(), policies: [{ time }] })
  })
})
