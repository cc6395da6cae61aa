/** Bounds the bytes that callers can make the store keep: quotas, and data that is never stored. */
import { type Activity, limits, WITHHELD } from '@keywright/contract'
import { fingerprintOf, toUtf8 } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/store/memory.ts'
import { UNREADABLE } from '../../src/store/rowValue.ts'
import { STORAGE, type StorageQuota, WHOLE_ORGANIZATION } from '../../src/store/storage.ts'
import { collectContents, type WholeStore } from '../../src/store/wholeStore.ts'
import { takingTurns } from '../store/takingTurns.ts'
import {
  addSubOrganization,
  addUser,
  allow,
  type Client,
  createTestEngine,
  type TestEngine,
} from '../support/index.ts'

const FULL = { status: 429, errorCode: 'STORAGE_LIMIT_REACHED' }
const QUOTA: StorageQuota = { organizationBytes: 600_000, subOrganizationBytes: 300_000, userBytes: 100_000 }

const engineWith = (storageQuota: StorageQuota) => createTestEngine('storage', { settings: { storageQuota } })

async function stateOf({ ports }: TestEngine): Promise<readonly string[]> {
  const { rows } = await collectContents((ports.store as WholeStore).readAll())
  return rows.map((row) => JSON.stringify(row))
}

const bytesOf = (state: readonly string[]) => state.reduce((sum, row) => sum + row.length, 0)

async function untilRefused(engine: TestEngine, ask: (n: number) => Promise<unknown>) {
  for (let n = 0; n < 2_000; n++) {
    engine.clock.advance({ milliseconds: 1 })
    const before = await stateOf(engine)
    const refusal = await ask(n).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal !== undefined) {
      expect(await stateOf(engine)).toEqual(before)
      return refusal
    }
  }
  throw new Error('never rejected')
}

/** Ways in which a user without grants makes the organization store something. */
const ungranted: [what: string, ask: (client: Client, n: number) => Promise<unknown>][] = [
  ['read-only sessions', (client) => client.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})],
  [
    'padded read-only sessions',
    async (client) => {
      const { path, text } = client.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
      const response = await client.post({ path, text: text + ' '.repeat(limits.bodyPaddingBytes) })
      if (response.status !== 200) throw await refusalIn(response)
    },
  ],
  [
    'requests that wait for approval',
    (client, n) =>
      client.submit('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: `waits ${n}`,
        effect: 'EFFECT_DENY',
        condition: 'false',
        notes: 'é'.repeat(5_000),
      }),
  ],
]

async function refusalIn(response: Response) {
  const { details } = (await response.json()) as { details: { errorCode?: string }[] }
  return { status: response.status, errorCode: details.find(({ errorCode }) => errorCode)?.errorCode }
}

/** A user whose requests may wait for root's approval, without other grants. */
async function withStranger(engine: TestEngine) {
  const { root, rootUserId } = await engine.organization()
  const stranger = await addUser(engine, root, 'stranger')
  await allow(root, "activity.resource == 'POLICY'", `approvers.any(a, a.id == '${rootUserId}')`)
  return { root, stranger }
}

describe('the storage quota of a user', () => {
  it.each(ungranted)('stops %s of a user without a grant, but not those of others', async (_what, ask) => {
    const engine = engineWith(QUOTA)
    const { root, stranger } = await withStranger(engine)
    const before = bytesOf(await stateOf(engine))
    expect(await untilRefused(engine, (n) => ask(stranger.client, n))).toMatchObject(FULL)
    // Lookups and indexes are not fully counted.
    expect(bytesOf(await stateOf(engine)) - before).toBeLessThan(1.5 * QUOTA.userBytes)
    await root.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const other = await addUser(engine, root, 'other')
    await other.client.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  })

  it('reports the user, the used bytes, and the bytes the request needs', async () => {
    const engine = engineWith(QUOTA)
    const { stranger } = await withStranger(engine)
    const refusal = await untilRefused(engine, () =>
      stranger.client.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}),
    )
    expect((refusal as Error).message).toMatch(
      new RegExp(
        `storage of user ${stranger.userId} is full: \\d+ of 100000 bytes are in use, this request needs \\d+$`,
      ),
    )
  })

  it('refills evenly', async () => {
    const engine = engineWith({ ...QUOTA, userBytes: 200_000 })
    const { stranger } = await withStranger(engine)
    const session = () => stranger.client.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    await untilRefused(engine, session)
    engine.clock.advance({ seconds: limits.storageWindow / 4 })
    let served = 0
    await untilRefused(engine, async () => {
      await session()
      served++
    })
    engine.clock.advance({ seconds: limits.storageWindow / 2 })
    let servedLater = 0
    await untilRefused(engine, async () => {
      await session()
      servedLater++
    })
    // Less than twice as many, because each session makes the user's row larger.
    expect(servedLater / served).toBeGreaterThan(1.5)
    expect(servedLater / served).toBeLessThan(2.3)
  })

  it('does not count approved requests', async () => {
    const engine = engineWith({ ...QUOTA, organizationBytes: 10_000_000 })
    const { root, stranger } = await withStranger(engine)
    const [, , [, ask]] = ungranted as [unknown, unknown, (typeof ungranted)[number]]
    for (let n = 0; n < 20; n++) {
      engine.clock.advance({ milliseconds: 1 })
      const { fingerprint } = (await ask(stranger.client, n)) as Activity
      expect((await root.approve(fingerprint)).status).toBe('ACTIVITY_STATUS_COMPLETED')
    }
  })

  it('applies to concurrent requests in processes that share a store', async () => {
    const store = takingTurns(createMemoryStore())
    const engine = createTestEngine('storage', { store, settings: { storageQuota: QUOTA } })
    const other = createTestEngine('other', {
      store,
      rootSecret: engine.ports.rootSecret,
      clock: engine.clock,
      settings: { storageQuota: QUOTA },
    })
    const { stranger } = await withStranger(engine)
    const [, , [, ask]] = ungranted as [unknown, unknown, (typeof ungranted)[number]]
    const before = bytesOf(await stateOf(engine))
    const clients = [stranger.client, other.client(stranger.client.organizationId, stranger.client.stamper)]
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask(clients[n % 2]!, n).then(
          () => 'stored',
          (error: { errorCode: string }) => error.errorCode,
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['stored', 'STORAGE_LIMIT_REACHED']))
    expect(bytesOf(await stateOf(engine)) - before).toBeLessThan(1.5 * QUOTA.userBytes)
  })
})

describe('the storage quota of an organization', () => {
  it('stops its root users, but not other organizations', async () => {
    const engine = engineWith(QUOTA)
    const { root } = await engine.organization()
    const { root: innocent } = await engine.organization('Another')
    const large = (client: Client) => (n: number) =>
      client.submit('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: `large ${n}`,
        effect: 'EFFECT_DENY',
        condition: 'false',
        notes: 'n'.repeat(20_000),
      })
    const refusal = await untilRefused(engine, large(root))
    expect(refusal).toMatchObject(FULL)
    expect((refusal as Error).message).toContain(`organization ${root.organizationId}`)
    await large(innocent)(0)
  })

  it.each([[UNREADABLE], [null], [{}], [{ bytes: null, at: null }], [{ bytes: '0', at: 0 }]])(
    'stops the organization, but no other, if its counter is %j',
    async (value) => {
      const engine = engineWith(QUOTA)
      const [{ organizationId, root }, other] = [await engine.organization(), await engine.organization()]
      const write = { organization: organizationId, table: STORAGE, id: WHOLE_ORGANIZATION, value }
      await engine.ports.store.commit({ guards: [], writes: [write] })
      // Processes that remember the counter don't read it.
      engine.clock.advance({ minutes: 10 })
      const ask = (client: Client) =>
        client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
      const [altered, own] = await Promise.allSettled([ask(root), ask(other.root)])
      expect(altered).toMatchObject({ reason: { errorCode: 'ROW_ALTERED' } })
      expect(own.status).toBe('fulfilled')
      expect(await engine.ports.store.get(organizationId, STORAGE, WHOLE_ORGANIZATION)).toEqual(value)
    },
  )

  it('is smaller in a sub-organization, and stops the user who is its root quorum', async () => {
    const engine = engineWith(QUOTA)
    const { root } = await engine.organization()
    const { alice } = await addSubOrganization(engine, root)
    const refusal = await untilRefused(engine, () =>
      alice.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}),
    )
    expect((refusal as Error).message).toContain(`of ${QUOTA.subOrganizationBytes} bytes`)
    await root.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  })
})

describe('the body of a request that concerns only its submitter', () => {
  it('is in the first response but not stored, for users with and without grants', async () => {
    const engine = createTestEngine()
    const { root, rootUserId } = await engine.organization()
    const { client, userId } = await addUser(engine, root, 'stranger')
    await expectUnstored(engine, client, userId)
    await expectUnstored(engine, root, rootUserId)
  })

  async function expectUnstored(engine: TestEngine, client: Client, userId: string) {
    const posted = client.compose('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId,
      apiKeys: [{ apiKeyName: 'own', publicKey: engine.apiKey().publicKey, curveType: 'API_KEY_CURVE_P256' }],
    })
    const post = async () => {
      const { activity } = (await (await client.post(posted)).json()) as { activity: Activity }
      return activity
    }
    const first = await post()
    expect(first.votes[0]!.message).toBe(posted.text)
    expect((await stateOf(engine)).join()).not.toContain(
      JSON.stringify(JSON.stringify(posted.text)).slice(1, -1),
    )
    // The same body finds the same activity, and the stored digest and signature still prove what was signed.
    const again = await post()
    expect(again).toMatchObject({ id: first.id, fingerprint: fingerprintOf(toUtf8(posted.text)) })
    expect(again.votes[0]).toMatchObject({ message: WITHHELD, signature: first.votes[0]!.signature })
    expect(await engine.verifyJournal(client.organizationId)).toMatchObject({ ok: true })
  }

  it('is stored if the request concerns others', async () => {
    const engine = createTestEngine()
    const { root } = await engine.organization()
    const activity = await root.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    const { activity: later } = await root.query('get_activity', { activityId: activity.id })
    expect(later.votes[0]!.message).toBe(activity.votes[0]!.message)
  })
})

it('a rejected request stores nothing, however large', async () => {
  const engine = createTestEngine()
  const { root } = await engine.organization()
  const { client } = await addUser(engine, root, 'stranger')
  const before = await stateOf(engine)
  const large = () =>
    client.submit('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'large',
      effect: 'EFFECT_DENY',
      condition: 'false',
      notes: 'n'.repeat(400_000),
    })
  await expect(large()).rejects.toMatchObject({ status: 403 })
  expect(await stateOf(engine)).toEqual(before)
})
