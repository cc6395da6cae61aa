import { parseBase64url } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { addSubOrganization, apiKeyStamper, passkeyStamper, SOLANA } from '../../test/support/index.ts'
import {
  engine,
  inOrganization,
  organizationId,
  root,
  rootKey,
  rootUserId,
} from '../../test/support/setting.ts'

inOrganization()

/** A sub-organization with one root user, who has a passkey. */
async function subOrganization(userName = 'alice', passkey = engine.passkey()) {
  const { subOrganizationId } = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: `of ${userName}`,
    rootUsers: [
      {
        userName,
        userEmail: `${userName}@example.com`,
        apiKeys: [],
        authenticators: [passkey.register()],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
    wallet: {
      walletName: 'first',
      accounts: [SOLANA],
    },
  })
  const client = engine.client(subOrganizationId, passkeyStamper(passkey))
  return { subOrganizationId, passkey, client }
}

describe('sub-organizations', () => {
  it('gives a passkey user an organization that the parent can read but not write', async () => {
    const { subOrganizationId, client } = await subOrganization()
    expect(await client.query('whoami')).toMatchObject({
      organizationId: subOrganizationId,
      username: 'alice',
    })
    const { wallets } = await client.query('list_wallets')
    expect(wallets).toHaveLength(1)
    const parent = root.about(subOrganizationId)
    expect((await parent.query('list_wallets')).wallets).toEqual(wallets)
    const head = await engine.verifyJournal(subOrganizationId)
    const attempt = parent.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'mine', accounts: [] })
    await expect(attempt).rejects.toMatchObject({ status: 400, errorCode: 'ORGANIZATION_MISMATCH' })
    expect(await engine.verifyJournal(subOrganizationId)).toEqual(head)
  })

  it('answers whoami for the parent id even if another user registered the id of the passkey', async () => {
    const { subOrganizationId, passkey } = await subOrganization()
    const rawId = parseBase64url(passkey.credentialId, 'credential id')
    const other = await subOrganization('mallory', engine.passkey({ rawId }))
    for (const [stamping, ownId] of [
      [passkey, subOrganizationId],
      [other.passkey, other.subOrganizationId],
    ] as const) {
      await engine.client(ownId, passkeyStamper(stamping)).query('whoami')
      const byParent = engine.client(organizationId, passkeyStamper(stamping))
      expect(await byParent.query('whoami')).toMatchObject({ organizationId: ownId })
    }
    const stranger = engine.client(organizationId, passkeyStamper(engine.passkey({ rawId })))
    await expect(stranger.query('whoami')).rejects.toMatchObject({ errorCode: 'PASSKEY_ASSERTION_INVALID' })
  })

  it('answers whoami for the parent id, unless the credential is ambiguous', async () => {
    const { subOrganizationId, passkey, client } = await subOrganization()
    await client.query('whoami')
    const byParent = engine.client(organizationId, passkeyStamper(passkey))
    expect(await byParent.query('whoami')).toMatchObject({ organizationId: subOrganizationId })
    await expect(byParent.query('list_wallets')).rejects.toMatchObject({
      errorCode: 'PASSKEY_ASSERTION_INVALID',
    })

    const shared = engine.apiKey()
    for (const subOrganizationName of ['one', 'two']) {
      const made = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4', {
        subOrganizationName,
        rootUsers: [
          {
            userName: 'shared',
            apiKeys: [{ apiKeyName: 'shared', publicKey: shared.publicKey }],
            authenticators: [],
          },
        ],
        rootQuorumThreshold: 1,
      })
      await engine.client(made.subOrganizationId, apiKeyStamper(shared)).query('whoami')
    }
    const ambiguous = engine.client(organizationId, apiKeyStamper(shared))
    await expect(ambiguous.query('whoami')).rejects.toMatchObject({
      status: 401,
      errorCode: 'CREDENTIAL_AMBIGUOUS',
    })
  })

  it('answers a key of both organizations as its user in the one that is asked', async () => {
    const apiKeys = [{ apiKeyName: 'k', publicKey: rootKey.publicKey, curveType: rootKey.curve }]
    const { organizationId, userId } = await addSubOrganization(engine, root, { alice: { apiKeys } })
    expect(await root.query('whoami')).toMatchObject({ userId: rootUserId })
    const inChild = root.about(organizationId)
    expect(await inChild.query('whoami')).toMatchObject({ organizationId, userId })
    await inChild.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'as alice', accounts: [] })
  })

  it('lists sub-organizations by every filter, page by page', async () => {
    const made = []
    for (const name of ['ann', 'ben', 'cyd']) {
      const sub = await subOrganization(name)
      await sub.client.query('whoami')
      made.push(sub)
    }
    const ids = async (filters?: Parameters<typeof root.query<'list_suborgs'>>[1]) =>
      (await root.query('list_suborgs', filters)).organizationIds
    const [ann, ben] = made
    expect(await ids({ filterType: 'NAME', filterValue: 'of ann' })).toEqual([ann!.subOrganizationId])
    expect(await ids({ filterType: 'USERNAME', filterValue: 'ben' })).toEqual([ben!.subOrganizationId])
    expect(await ids({ filterType: 'EMAIL', filterValue: 'ben@example.com' })).toEqual([
      ben!.subOrganizationId,
    ])
    expect(await ids({ filterType: 'CREDENTIAL_ID', filterValue: ann!.passkey.credentialId })).toEqual([
      ann!.subOrganizationId,
    ])
    expect(await ids({ filterType: 'EMAIL', filterValue: 'unknown@example.com' })).toEqual([])
    const all = await ids()
    expect(all).toEqual(made.map((one) => one.subOrganizationId).sort())
    expect(await ids({ paginationOptions: { limit: '2' } })).toEqual(all.slice(0, 2))
    expect(await ids({ paginationOptions: { limit: '2', after: all[1]! } })).toEqual(all.slice(2))
    expect(await ids({ paginationOptions: { limit: '1', before: all[2]! } })).toEqual([all[1]])
    const { client } = made.find((one) => one.subOrganizationId === all[1])!
    await client.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    expect(await ids({ paginationOptions: { after: all[1]! } }), 'after a deleted entry').toEqual(
      all.slice(2),
    )
    expect(await ids({ paginationOptions: { before: all[1]! } }), 'before it').toEqual([all[0]])
    const upper = { after: all[0]!.toUpperCase() }
    await expect(ids({ paginationOptions: upper })).rejects.toMatchObject({ errorCode: 'CURSOR_INVALID' })
  })

  it('cannot begin with a quorum that its root users do not reach', async () => {
    const attempt = root.submit('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'lonely',
      rootUsers: [{ userName: 'a', apiKeys: [], authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 2,
    })
    await expect(attempt).rejects.toMatchObject({ errorCode: 'THRESHOLD_TOO_HIGH' })
  })

  it('can be deleted only by its own users, and only after its keys are exported', async () => {
    const { subOrganizationId, client } = await subOrganization()
    await expect(client.submit('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {})).rejects.toMatchObject({
      errorCode: 'DELETE_UNEXPORTED',
    })
    const result = await client.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    expect(result).toEqual({ subOrganizationUuid: subOrganizationId })
    await expect(client.query('whoami')).rejects.toMatchObject({ errorCode: 'ORGANIZATION_NOT_FOUND' })
    expect((await root.query('list_suborgs')).organizationIds).toEqual([])
    expect(await engine.verifyJournal(subOrganizationId)).toMatchObject({ ok: true })
  })
})
