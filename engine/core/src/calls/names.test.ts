/** Names that people cannot distinguish, because they are canonically equivalent in Unicode. */
import { describe, expect, it } from 'vitest'
import { addUser } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, refused, root } from '../../test/support/setting.ts'

const COMPOSED = 'caf\u00e9'
const DECOMPOSED = 'cafe\u0301'

inOrganization('names')

const TAKEN = 'NAME_TAKEN'
const createWallet = (walletName: string) =>
  root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
const createTag = (userTagName: string) =>
  root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds: [] })

describe('two spellings of one name', () => {
  it('are one name', async () => {
    await createWallet(COMPOSED)
    expect(await refused(() => createWallet(DECOMPOSED))).toEqual(TAKEN)
    await addUser(engine, root, DECOMPOSED)
    expect(await refused(() => addUser(engine, root, COMPOSED))).toEqual(TAKEN)
  })

  it('are one name within a request', async () => {
    const privateKeys = [COMPOSED, DECOMPOSED].map((privateKeyName) => ({
      privateKeyName,
      curve: 'CURVE_ED25519' as const,
      addressFormats: [],
      privateKeyTags: [],
    }))
    const create = () => root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys })
    expect(await refused(create)).toEqual(TAKEN)
  })

  it('leave the name to an object that changes from one to the other', async () => {
    const { walletId } = await createWallet(COMPOSED)
    const { userTagId } = await createTag(COMPOSED)
    const { policyId } = await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: COMPOSED,
      effect: 'EFFECT_DENY',
      condition: 'false',
    })
    const { userId } = await addUser(engine, root, COMPOSED)
    const url = 'https://hooks.example'
    const { endpointId } = await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url, name: COMPOSED })
    await root.run('ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName: DECOMPOSED })
    await root.run('ACTIVITY_TYPE_UPDATE_USER_TAG', {
      userTagId,
      newUserTagName: DECOMPOSED,
      addUserIds: [],
      removeUserIds: [],
    })
    await root.run('ACTIVITY_TYPE_UPDATE_POLICY_V2', { policyId, policyName: DECOMPOSED })
    await root.run('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId, userName: DECOMPOSED })
    await root.run('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, name: DECOMPOSED })
    // Otherwise the same bodies would be the same activities.
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => createWallet(COMPOSED))).toEqual(TAKEN)
    expect(await refused(() => createTag(COMPOSED))).toEqual(TAKEN)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })
})
