import { describe, expect, it } from 'vitest'
import { addUser, createTargetKey } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, root, store, tamper } from '../../test/support/setting.ts'
import { ALICE, addSubOrganization } from '../../test/support/subOrganization.ts'
import { USER_VERSIONS } from '../store/tables.ts'
import { remainsOf, versionsOf } from '../store/userVersions.ts'
import type { WholeStore } from '../store/wholeStore.ts'
import { openMac } from '../vault.ts'
import { eraseUser } from './erase.ts'

inOrganization('erase')

const erase = (userId: string, organization = organizationId, into = store) => {
  const mac = openMac(engine.ports.rootSecret)
  const { verifyJournal: verify } = engine
  return eraseUser(into, organization, { userId, now: engine.clock(), mac, verify })
}
const textOf = async (organization: string) =>
  JSON.stringify(await store.scan(organization, undefined, 10_000))
const versions = (userId: string) => store.list(organizationId, USER_VERSIONS, versionsOf(userId))

/** A user whose contact was changed and who was then deleted. */
async function deletedUser(): Promise<string> {
  const { userId } = await addUser(engine, root, 'ada')
  await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail: 'ada@lovelace.example' })
  await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
  return userId
}

describe('erasing a user', () => {
  it('rejects a user who exists or never did', async () => {
    const { userId } = await addUser(engine, root, 'ada')
    expect(await erase(userId)).toBe('exists')
    expect(await erase('another')).toBe('unknown')
  })

  it.each(['ada', 'ADA', 'Ada \\ "the first"', 'Ádá ſ'])(
    'finds the name %j in activities',
    async (userName) => {
      const { userId } = await addUser(engine, root, userName)
      await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
      expect(await erase(userId)).toMatchObject({ activities: 1 })
    },
  )

  it('erases a user of a deleted sub-organization, also in activities of the parent', async () => {
    const sub = await addSubOrganization(engine, root)
    await sub.alice.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'wallet', accounts: [] })
    await sub.alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    await engine.idle()
    expect(await textOf(organizationId)).toContain(ALICE.userEmail)
    expect(await erase(sub.userId, sub.organizationId)).toEqual({ activities: 1, left: {} })
    expect((await textOf(organizationId)) + (await textOf(sub.organizationId))).not.toContain(ALICE.userEmail)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
    const verdict = await engine.verifyJournal(sub.organizationId)
    // Her votes are still checked against what is left of her credentials.
    expect(verdict).toMatchObject({ ok: true, votes: { verified: 2, unverifiable: 0 } })
  })

  it('erases a contact in the message of a failed activity, in its own letter case', async () => {
    const { userId } = await addUser(engine, root, 'ada')
    const userEmail = 'Ada@Lovelace.example'
    await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail })
    const requester = await addUser(engine, root, 'requester')
    await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'two',
      effect: 'EFFECT_ALLOW',
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION'",
      consensus: 'approvers.count() >= 2',
      notes: '',
    })
    const { targetPublicKey } = createTargetKey(engine.random)
    const { fingerprint } = await requester.client.submit('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION', {
      email: userEmail,
      targetPublicKey,
    })
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
    await root.approve(fingerprint)
    const messages = async () => {
      const { activities } = await root.query('list_activities', {
        filterByStatus: ['ACTIVITY_STATUS_FAILED'],
      })
      return activities.map(({ failure }) => failure?.message)
    }
    expect(await messages()).toEqual([expect.stringContaining(userEmail)])
    expect(await erase(userId)).toMatchObject({ left: {} })
    expect(await messages()).toEqual([expect.stringContaining('[erased]')])
  })

  it('leaves other users with the same name or a similar contact alone', async () => {
    const userId = await deletedUser()
    const other = await addUser(engine, root, 'ada')
    await root.run('ACTIVITY_TYPE_UPDATE_USER', {
      userId: other.userId,
      userEmail: 'ada@lovelace.example.org',
    })
    await erase(userId)
    const { user } = await root.query('get_user', { userId: other.userId })
    expect(user).toMatchObject({ userName: 'ada', userEmail: 'ada@lovelace.example.org' })
    const { activities } = await root.query('list_activities', {
      filterByType: ['ACTIVITY_TYPE_UPDATE_USER'],
    })
    expect(activities.map(({ intent }) => JSON.stringify(intent)).join()).toContain(
      'ada@lovelace.example.org',
    )
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it('continues after a crash between any two commits', async () => {
    const userId = await deletedUser()
    for (let commits = 0; ; commits++) {
      let left = commits
      const dying: WholeStore = {
        ...store,
        commit(commit) {
          if (left-- === 0) throw new Error('killed')
          return store.commit(commit)
        },
      }
      const isDone = await erase(userId, organizationId, dying).then(
        () => true,
        () => false,
      )
      expect(await engine.verifyJournal(organizationId), `after ${commits} commits`).toMatchObject({
        ok: true,
      })
      if (isDone) break
    }
    expect(await textOf(organizationId)).not.toContain('ada@lovelace.example')
  })

  it('rejects an activity that was altered past the server', async () => {
    const userId = await deletedUser()
    const activities = await store.list(organizationId, 'activities')
    const { id, value } = activities.find((one) => JSON.stringify(one.value).includes('ada@lovelace'))!
    await tamper('activities', id, { ...(value as object), updatedAt: 0 })
    expect(await erase(userId)).toMatchObject({ ok: false })
    const { verifyJournal: verify } = engine
    const unchecked = { userId, now: engine.clock(), mac: openMac(engine.ports.rootSecret) }
    const isTrusting = async (of: string) => ({ ...(await verify(of)), ok: true }) as never
    await expect(eraseUser(store, organizationId, { ...unchecked, verify: isTrusting })).rejects.toThrow(id)
  })

  it('is the only way to erase: a database writer who replaces or removes a version is found', async () => {
    const userId = await deletedUser()
    const [version] = await versions(userId)
    await tamper(USER_VERSIONS, version!.id, remainsOf(version!.value as never))
    const found = { kind: 'altered', table: USER_VERSIONS, id: version!.id }
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false, problems: [found] })
    await tamper(USER_VERSIONS, version!.id, undefined)
    const gone = { kind: 'missing', table: USER_VERSIONS, id: version!.id }
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false, problems: [gone] })
  })
})
