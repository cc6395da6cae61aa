/** Policies see every id that an activity names, whatever its type. */
import { callList, idKindsOf, idsNamedBy } from '@keywright/contract'
import { type DecideInput, idKindsOfActivity, kindOfActivity } from '@keywright/policy'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SubmitType, submitPreparations } from '../callCoverage/accepted/index.ts'
import { createWorld, type World } from '../callCoverage/world.ts'
import { CallRefused } from '../testing/index.ts'

const versions = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote'
    ? call.versions.map((version) => ({ ...version, kind: kindOfActivity(version.type) }))
    : [],
)

let world: World
let decisions: DecideInput[]

async function begin() {
  decisions = []
  world = await createWorld('named facts', { observe: ({ input }) => decisions.push(input) })
}

describe('named ids', () => {
  beforeAll(begin, 60_000)

  it.each(versions)(
    '$type shows policies each id of its intent, alone and among the others',
    async ({ type, kind, intent }) => {
      expect(idKindsOfActivity(kind)).toEqual(expect.arrayContaining([...idKindsOf(intent)]))
      const { client, parameters } = await submitPreparations[type as SubmitType](world)
      decisions.length = 0
      await client.submit(type, parameters as never)
      const seen = decisions.map(({ facts }) => (facts.activity.params ?? {}) as Record<string, unknown>)
      for (const [idKind, ids] of idsNamedBy(intent, parameters)) {
        for (const id of ids) expect(JSON.stringify(seen)).toContain(`"${id}"`)
        expect(seen.every((params) => `${idKind}_id` in params && `${idKind}_ids` in params)).toBe(true)
      }
    },
  )
})

const CREDENTIAL_CALLS = versions.filter(({ intent, kind }) => {
  const isOfUsers = idKindsOf(intent).has('user')
  return isOfUsers && /API_KEYS|AUTHENTICATORS|OAUTH_PROVIDERS|UPDATE_USER$|EMAIL|PHONE|SESSION/.test(kind)
})

describe.each(CREDENTIAL_CALLS)('a help desk and $type of a root user', ({ type }) => {
  beforeEach(begin)

  async function expectDenied(...policies: { effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'; condition: string }[]) {
    for (const policy of policies) {
      await world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: world.unique('desk'), ...policy })
    }
    const { parameters } = await submitPreparations[type as SubmitType](world)
    const userId = world.rootUserId
    const before = await world.root.query('get_user', { userId })
    const refusal = await world.bob.client
      .submit(type, { ...parameters, userId } as never)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CallRefused)
    expect((refusal as CallRefused).errorCode).toBe('NOT_PERMITTED_BY_POLICY')
    expect(await world.root.query('get_user', { userId })).toEqual(before)
  }

  const desk = { effect: 'EFFECT_ALLOW', condition: 'true' } as const

  it('is denied by policy and changes nothing', async () => {
    await expectDenied(desk)
  })

  it('is denied by a deny about the user, whatever names the user', async () => {
    const named = `activity.params.user_id == '${world.rootUserId}'`
    await expectDenied(
      { ...desk, condition: named },
      { effect: 'EFFECT_DENY', condition: 'target.user.root' },
    )
  })
})

it('a policy may name a root user explicitly', async () => {
  await begin()
  await world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'desk',
    effect: 'EFFECT_ALLOW',
    condition: `target.user.id == '${world.rootUserId}'`,
  })
  const { status } = await world.bob.client.submit('ACTIVITY_TYPE_UPDATE_USER_EMAIL', {
    userId: world.rootUserId,
    userEmail: 'root@example.com',
  })
  expect(status).toBe('ACTIVITY_STATUS_COMPLETED')
})

it.each(['EXPORT_WALLET', 'DELETE_WALLETS'])(
  'a deny about an account stops %s of its wallet',
  async (kind) => {
    for (const [effect, condition] of [
      ['EFFECT_ALLOW', "activity.resource == 'WALLET'"],
      ['EFFECT_DENY', `wallet_account.address == '${world.address}'`],
    ] as const) {
      await world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: effect, effect, condition })
    }
    const type = `ACTIVITY_TYPE_${kind}` as SubmitType
    const { walletId } = world
    const { parameters } = await submitPreparations[type](world)
    const about =
      kind === 'EXPORT_WALLET'
        ? { ...parameters, walletId }
        : { walletIds: [walletId], deleteWithoutExport: true }
    await expect(world.bob.client.submit(type, about as never)).rejects.toMatchObject({
      errorCode: 'NOT_PERMITTED_BY_POLICY',
    })
  },
)
