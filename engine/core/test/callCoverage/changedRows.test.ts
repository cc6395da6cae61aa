/** Policies see the id of every object that a request changes or removes, so a deny can name whatever `execute` writes. */
import { callList, resourceLimits } from '@keywright/contract'
import { type DecideInput, idKindsOfActivity, kindOfActivity, ROOT_ONLY_KINDS } from '@keywright/policy'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { JOURNALED_TABLES, type UserRow } from '../../src/store/tables.ts'
import { collectContents } from '../../src/store/wholeStore.ts'
import { allow, apiKeyStamper, type Client } from '../support/index.ts'
import { type SubmitType, submitPreparations } from './accepted/index.ts'
import { createWorld, newTargetPublicKey, newUser, type World } from './world.ts'

const versions = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote'
    ? call.versions
        .map(({ type, intent }) => ({ type: type as SubmitType, kind: kindOfActivity(type), intent }))
        // No policy takes part.
        .filter(({ kind }) => !ROOT_ONLY_KINDS.has(kind))
    : [],
)

/** Rows that policies can't name. */
const UNNAMED: readonly string[] = [
  // The organization that the request names.
  'organization',
  // The request itself.
  'activities',
  // Codes serve one request each, and expire.
  'otps',
  // Its id is that of its user, and the request names the user.
  'imports',
  'erasures',
  'checkpoints',
]
let world: World
let store: ReturnType<typeof createMemoryStore>
let decisions: DecideInput[] = []

beforeAll(async () => {
  store = createMemoryStore()
  world = await createWorld('changed rows', { store, observe: ({ input }) => decisions.push(input) })
})

type Objects = ReadonlyMap<string, { readonly table: string; readonly id: string; readonly text: string }>

async function objects(): Promise<Objects> {
  const found = new Map<string, { table: string; id: string; text: string }>()
  for (const [organizationId, table, id, text] of (await collectContents(store.readAll())).rows) {
    if (UNNAMED.includes(table) || !(JOURNALED_TABLES as string[]).includes(table)) continue
    const add = (kind: string, ownId: string, value: unknown) =>
      found.set(`${organizationId} ${id} ${kind} ${ownId}`, {
        table: kind,
        id: ownId,
        text: JSON.stringify(value),
      })
    if (table !== 'users') {
      add(table, id, text)
      continue
    }
    const { apiKeys, authenticators, oauthProviders, userTags, ...user } = JSON.parse(text) as UserRow
    add(table, id, { ...user, updatedAt: 0, readOnlySessions: [] })
    // The caller's credential is proven by any request, not by `execute`.
    for (const { isClaimed: _, ...key } of apiKeys) add('apiKeys', key.apiKeyId, key)
    for (const { isClaimed: _, ...passkey } of authenticators)
      add('authenticators', passkey.authenticatorId, passkey)
    for (const provider of oauthProviders) add('providers', provider.providerId, provider)
    for (const session of user.readOnlySessions ?? []) add('sessions', session.sessionId, session)
    for (const tagId of userTags) add('tags of users', tagId, '')
  }
  return found
}

/** What the request changed or removed, and whether policies saw its id. */
async function changedBy(client: Client, type: SubmitType, parameters: object) {
  const before = await objects()
  decisions = []
  await client.submit(type, parameters as never)
  const after = await objects()
  const seen = JSON.stringify(
    decisions.map(({ facts }) => facts),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  return [...before]
    .filter(([key, { text }]) => after.get(key)?.text !== text)
    .map(([, { table, id }]) => ({ table, id, isSeen: seen.includes(`"${id}"`) }))
}

it.each(everyNth(6, versions))('$type names what it changes', async ({ type }) => {
  const { client, parameters } = await submitPreparations[type](world)
  const changed = await changedBy(client, type, parameters)
  expect(changed.filter(({ isSeen }) => !isSeen)).toEqual([])
})

/** The client of a root user of the organization. */
function rootOf(organizationId: string): Client {
  const { root, sub, subOrganizations } = world
  if (organizationId === world.organizationId) return root
  return [sub, ...subOrganizations].find((each) => each.organizationId === organizationId)!.alice
}

/** Gives each user as many expiring keys and sessions as possible, half of them used, so that any new one evicts one. */
async function crowd(organizationId: string, userIds: readonly string[], count: number): Promise<void> {
  const { engine, unique } = world
  const root = rootOf(organizationId)
  for (const userId of userIds) {
    for (const isUsed of [true, false]) {
      const keys = Array.from({ length: count }, () => engine.apiKey())
      await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
        userId,
        apiKeys: keys.map(({ publicKey }) => ({
          apiKeyName: unique('session'),
          publicKey,
          curveType: 'API_KEY_CURVE_P256' as const,
          expirationSeconds: '3600',
        })),
      })
      if (!isUsed) continue
      for (const key of keys) {
        const session = engine.client(organizationId, apiKeyStamper(key))
        await session.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
        // The same body by another key at another time is another activity.
        engine.clock.advance({ milliseconds: 1 })
      }
    }
  }
}

const endingKeys = versions.filter(
  ({ kind }, n) => idKindsOfActivity(kind).includes('api_key') && versions[n + 1]?.kind !== kind,
)

describe('of users with as many keys and sessions as possible', () => {
  it.each(everyNth(8, endingKeys))(
    '$type names what it changes, evicts and ends',
    async ({ type, kind, intent }) => {
      const { client, parameters } = await submitPreparations[type](world)
      const { users } = await rootOf(client.organizationId).query('list_users')
      const named = users.filter(({ userId }) => JSON.stringify(parameters).includes(userId))
      // More keys would evict the one that recovers or is deleted.
      const isBare = ['RECOVER_USER', 'DELETE_API_KEYS'].includes(kind)
      const count = isBare ? 1 : resourceLimits.expiringApiKeys.parent
      await crowd(
        client.organizationId,
        (named.length > 0 ? named : users).map(({ userId }) => userId),
        count,
      )
      const { shape } = (intent as unknown as { _zod: { def: { shape: object } } })._zod.def
      const more = 'invalidateExisting' in shape ? { invalidateExisting: true } : {}
      const changed = await changedBy(client, type, { ...parameters, ...more })
      expect(changed.filter(({ isSeen }) => !isSeen)).toEqual([])
    },
  )
})

it('names sessions that end with what opened them, also of another user', async () => {
  const { engine, root } = world
  const [ann, bob] = [await newUser(world), await newUser(world)]
  await allow(
    root,
    "activity.kind == 'CREATE_READ_WRITE_SESSION'",
    `approvers.any(a, a.id == '${ann.userId}')`,
  )
  const key = engine.apiKey()
  await ann.client.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey, expirationSeconds: '900' })
  const session = engine.client(root.organizationId, apiKeyStamper(key))
  await session.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  await session.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
    userId: bob.userId,
    targetPublicKey: newTargetPublicKey(world),
  })
  const changed = await changedBy(root, 'ACTIVITY_TYPE_DELETE_USERS', { userIds: [ann.userId] })
  expect(changed.map(({ table, isSeen }) => `${table} ${isSeen}`).sort()).toEqual([
    'apiKeys true',
    'apiKeys true',
    'apiKeys true',
    'sessions true',
    'users true',
  ])
})

it('lets a deny about a tag or a key keep a user from being deleted', async () => {
  const { root, bob, unique, userTagId } = world
  const desk = await newUser(world)
  await allow(root, "activity.kind == 'DELETE_USERS'", `approvers.any(a, a.id == '${desk.userId}')`)
  const { apiKeys } = await root.query('get_api_keys', { userId: bob.userId })
  const { apiKeyId } = apiKeys[0]!
  for (const condition of [
    `activity.kind == 'DELETE_USERS' && activity.params.user_tag_id == '${userTagId}'`,
    `activity.params.api_key_ids.contains('${apiKeyId}')`,
    `target_user.id == '${bob.userId}' && activity.params.api_key_id == '${apiKeyId}'`,
  ]) {
    const { policyId } = await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: unique('deny'),
      effect: 'EFFECT_DENY',
      condition,
    })
    const { userId } = await newUser(world)
    const attempt = desk.client.submit('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId, bob.userId] })
    await expect(attempt).rejects.toMatchObject({ errorCode: 'DENIED_BY_POLICY' })
    await root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId })
    await desk.client.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
  }
})
