import { limits } from '@keywright/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, apiKeyStamper, type Client, type Person, refusalOf } from '../../test/support/index.ts'
import { engine, inOrganization, refused, root } from '../../test/support/setting.ts'

let ann: Person
let bob: Person

inOrganization()
beforeEach(async () => {
  ann = await addUser(engine, root, 'ann')
  bob = await addUser(engine, root, 'bob')
})

const tagsOf = async ({ userId }: Person) => (await root.query('get_user', { userId })).user.userTags
const create = (userTagName: string, userIds: string[] = []) =>
  root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds })
const update = (userTagId: string, add: Person[], remove: Person[], newUserTagName?: string) =>
  root.run('ACTIVITY_TYPE_UPDATE_USER_TAG', {
    userTagId,
    addUserIds: add.map((user) => user.userId),
    removeUserIds: remove.map((user) => user.userId),
    ...(newUserTagName === undefined ? {} : { newUserTagName }),
  })

describe('user tags', () => {
  it('are added to users at creation', async () => {
    const { userTagId, userIds } = await create('board', [ann.userId])
    expect(userIds).toEqual([ann.userId])
    expect(await tagsOf(ann)).toEqual([userTagId])
    const time = { seconds: String(Math.floor(engine.clock() / 1000)), nanos: '0' }
    expect((await root.query('list_user_tags')).userTags).toEqual([
      { tagId: userTagId, tagName: 'board', tagType: 'TAG_TYPE_USER', createdAt: time, updatedAt: time },
    ])
  })

  it('are not removed by a change of the user that a policy about the tag denies', async () => {
    const { userTagId: kept } = await create('frozen', [bob.userId])
    const { userTagId: other } = await create('other', [bob.userId])
    const policy = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) =>
      root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: condition, effect, condition, notes: '' })
    await policy('EFFECT_ALLOW', "activity.type == 'ACTIVITY_TYPE_UPDATE_USER'")
    await policy('EFFECT_DENY', `activity.params.user_tag_id == '${kept}'`)
    const set = (userTagIds: string[]) =>
      ann.client.run('ACTIVITY_TYPE_UPDATE_USER', { userId: bob.userId, userTagIds })
    for (const tags of [[], [other]]) {
      expect(await refused(() => set(tags))).toBe('DENIED_BY_POLICY')
    }
    expect(await tagsOf(bob)).toEqual([kept, other])
    await ann.client.run('ACTIVITY_TYPE_UPDATE_USER', { userId: bob.userId, userName: 'robert' })
  })

  it('can be moved between users and renamed', async () => {
    const { userTagId } = await create('board', [ann.userId])
    engine.clock.advance({ seconds: 1 })
    expect(await update(userTagId, [bob], [ann], 'council')).toEqual({ userTagId })
    expect(await tagsOf(ann)).toEqual([])
    expect(await tagsOf(bob)).toEqual([userTagId])
    // Again: bob has the tag already, and ann no longer has it.
    await update(userTagId, [bob], [ann])
    expect(await tagsOf(bob)).toEqual([userTagId])
    expect((await root.query('list_user_tags')).userTags).toMatchObject([{ tagName: 'council' }])
    await create('board')
  })

  it('change completely or not at all', async () => {
    const { userTagId } = await create('board', [ann.userId])
    const unknown = { ...bob, userId: 'unknown' }
    expect(await refused(() => update(userTagId, [bob], [unknown], 'x'))).toBe('USER_NOT_FOUND')
    expect(await refused(() => update(userTagId, [bob, unknown], [ann]))).toBe('USER_NOT_FOUND')
    expect(await refused(() => update(userTagId, [bob], [bob]))).toBe('DUPLICATE_ENTRY')
    expect(await refused(() => create('other', [ann.userId, 'unknown']))).toBe('USER_NOT_FOUND')
    expect(await tagsOf(bob)).toEqual([])
    expect(await tagsOf(ann)).toEqual([userTagId])
    expect((await root.query('list_user_tags')).userTags).toMatchObject([{ tagName: 'board' }])
  })

  it('that are unknown leave no unhandled error behind, which would end a server', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    const addUserIds = Array.from({ length: limits.rowsPerRequest + 1 }, (_, n) => `${n}`)
    const change = { userTagId: bob.userId, addUserIds, removeUserIds: [] }
    expect(await refused(() => root.run('ACTIVITY_TYPE_UPDATE_USER_TAG', change))).toBe('WORK_LIMIT_EXCEEDED')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('are removed from users when they are deleted', async () => {
    const board = await create('board', [ann.userId])
    const staff = await create('staff', [ann.userId, bob.userId])
    const kept = await create('kept', [ann.userId])
    const userTagIds = [board.userTagId, staff.userTagId]
    const result = await root.run('ACTIVITY_TYPE_DELETE_USER_TAGS', { userTagIds })
    expect(result.userTagIds).toEqual(userTagIds)
    expect([...result.userIds].sort()).toEqual([ann.userId, bob.userId].sort())
    expect(await tagsOf(ann)).toEqual([kept.userTagId])
    expect(await tagsOf(bob)).toEqual([])
  })

  it('are limited to a hundred in a parent and ten in a sub-organization, both kinds together', async () => {
    const key = engine.apiKey()
    const { subOrganizationId } = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'child',
      rootUsers: [
        {
          userName: 'child',
          apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey, curveType: key.curve }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    })
    const child = engine.client(subOrganizationId, apiKeyStamper(key))
    const tagIn = (client: Client, n: number) =>
      n % 2
        ? client.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: `tag ${n}`, userIds: [] })
        : client.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
            privateKeyTagName: `tag ${n}`,
            privateKeyIds: [],
          })
    for (const [client, limit] of [
      [child, 10],
      [root, 100],
    ] as const) {
      for (let n = 0; n < limit; n++) await tagIn(client, n)
      const oneMore = await refusalOf(engine, client.organizationId, () => tagIn(client, limit))
      expect(oneMore).toBe('RESOURCE_LIMIT_REACHED')
    }
  })
})
