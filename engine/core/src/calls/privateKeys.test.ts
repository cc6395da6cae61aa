import type { PrivateKeyParams } from '@keywright/contract'
import { addressOf, parseHex } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../test/support/index.ts'
import { engine, inOrganization, refused, root } from '../../test/support/setting.ts'

inOrganization()

const params = (change: Partial<PrivateKeyParams> = {}): PrivateKeyParams => ({
  privateKeyName: 'hot',
  curve: 'CURVE_SECP256K1',
  privateKeyTags: [],
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
  ...change,
})
const create = (...privateKeys: PrivateKeyParams[]) =>
  root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys })
const read = async (privateKeyId: string) =>
  (await root.query('get_private_key', { privateKeyId })).privateKey
const createTag = async (privateKeyTagName: string, privateKeyIds: string[] = []) =>
  (await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', { privateKeyTagName, privateKeyIds }))
    .privateKeyTagId

describe('creating private keys', () => {
  it('version 2 returns ids and addresses', async () => {
    const { privateKeys } = await create(
      params(),
      params({
        privateKeyName: 'cold',
        curve: 'CURVE_ED25519',
        addressFormats: ['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_SUI'],
      }),
    )
    const [hot, cold] = await Promise.all(privateKeys.map((key) => read(key.privateKeyId!)))
    expect(hot).toMatchObject({
      privateKeyName: 'hot',
      curve: 'CURVE_SECP256K1',
      exported: false,
      imported: false,
    })
    expect(hot!.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(cold!.publicKey).toMatch(/^[0-9a-f]{64}$/)
    for (const [n, key] of [hot!, cold!].entries()) {
      expect(privateKeys[n]!.addresses).toEqual(key.addresses)
      for (const { format, address } of key.addresses) {
        expect(address).toBe(addressOf(format!, parseHex(key.publicKey, 'public key')))
      }
    }
    const { privateKeys: listed } = await root.query('list_private_keys')
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual(hot)
  })

  it('rejects all keys if one is invalid', async () => {
    const good = params({ privateKeyName: 'good' })
    const tagId = await createTag('hot')
    const cases: [Partial<PrivateKeyParams>, unknown][] = [
      [{ addressFormats: ['ADDRESS_FORMAT_SOLANA'] }, 'ADDRESS_FORMAT_MISMATCH'],
      [{ privateKeyName: 'good' }, 'NAME_TAKEN'],
      [{ privateKeyTags: ['nothing'] }, 'RESOURCE_NOT_FOUND'],
      [{ privateKeyTags: [tagId, 'nothing'] }, 'RESOURCE_NOT_FOUND'],
      [{ curve: 'CURVE_P384' as never }, 'ENUM_UNKNOWN'],
    ]
    for (const [change, refusal] of cases) {
      expect(await refused(() => create(good, params(change)))).toEqual(refusal)
    }
    expect((await root.query('list_private_keys')).privateKeys).toEqual([])
    expect(await refused(() => read('nothing'))).toBe('RESOURCE_NOT_FOUND')
  })
})

describe('deleting private keys', () => {
  const remove = (privateKeyIds: string[], deleteWithoutExport?: boolean) =>
    root.run('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', {
      privateKeyIds,
      ...(deleteWithoutExport === undefined ? {} : { deleteWithoutExport }),
    })
  const exportKey = (privateKeyId: string) =>
    root.run('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId, targetPublicKey: engine.apiKey().publicKey })

  it('requires an export of every key, or confirmation that none is needed', async () => {
    const { privateKeys } = await create(params(), params({ privateKeyName: 'cold' }))
    const ids = privateKeys.map((key) => key.privateKeyId!)
    expect(await refused(() => remove(ids))).toBe('DELETE_UNEXPORTED')
    await exportKey(ids[0]!)
    expect(await refused(() => remove(ids, false))).toBe('DELETE_UNEXPORTED')
    expect(await refused(() => remove([...ids, 'nothing'], true))).toBe('RESOURCE_NOT_FOUND')
    expect(await refused(() => remove([ids[0]!, ids[0]!], true))).toBe('DUPLICATE_ENTRY')
    expect((await root.query('list_private_keys')).privateKeys).toHaveLength(2)
    expect(await remove([ids[0]!])).toEqual({ privateKeyIds: [ids[0]] })
    expect(await remove([ids[1]!], true)).toEqual({ privateKeyIds: [ids[1]] })
    expect((await root.query('list_private_keys')).privateKeys).toEqual([])
  })

  it('frees name and addresses', async () => {
    const { privateKeys } = await create(params())
    const [key] = privateKeys
    await remove([key!.privateKeyId!], true)
    await create(params())
    for (const signWith of [key!.privateKeyId!, key!.addresses![0]!.address!]) {
      const sign = () =>
        root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith,
          payload: 'hello',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        })
      expect(await refused(sign)).toBe('SIGNER_NOT_FOUND')
    }
  })
})

describe('private key tags', () => {
  const update = (privateKeyTagId: string, add: string[], remove: string[], newPrivateKeyTagName?: string) =>
    root.run('ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG', {
      privateKeyTagId,
      addPrivateKeyIds: add,
      removePrivateKeyIds: remove,
      ...(newPrivateKeyTagName === undefined ? {} : { newPrivateKeyTagName }),
    })
  let hot: string
  let cold: string

  beforeEach(async () => {
    const { privateKeys } = await create(params(), params({ privateKeyName: 'cold' }))
    ;[hot, cold] = privateKeys.map((key) => key.privateKeyId!) as [string, string]
  })

  it('are visible to policies, which do not bind the root quorum', async () => {
    const tagId = await createTag('hot', [hot])
    const policy = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) =>
      root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: condition, effect, condition })
    const trader = await addUser(engine, root, 'trader')
    await policy('EFFECT_ALLOW', `private_key.tags.contains('${tagId}') && activity.action == 'SIGN'`)
    const sign = async (signWith: string, client = trader.client) => {
      engine.clock.advance({ milliseconds: 1 })
      const payload = { payload: 'order', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const }
      return client
        .run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith,
          ...payload,
          hashFunction: 'HASH_FUNCTION_SHA256',
        })
        .then(
          () => 'signed',
          (error: { errorCode?: string }) => error.errorCode,
        )
    }
    expect([await sign(hot), await sign(cold)]).toEqual(['signed', 'NOT_PERMITTED_BY_POLICY'])
    await update(tagId, [cold], [hot])
    expect([await sign(hot), await sign(cold)]).toEqual(['NOT_PERMITTED_BY_POLICY', 'signed'])
    await policy('EFFECT_DENY', `private_key.id == '${cold}'`)
    expect([await sign(cold), await sign(cold, root)]).toEqual(['DENIED_BY_POLICY', 'signed'])
  })
})
