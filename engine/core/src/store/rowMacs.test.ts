/** Whatever is written to the database without the engine leads to a rejection. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addPrivateKey,
  apiKeyStamper,
  type Client,
  createTargetKey,
  ETHEREUM,
  putRow,
} from '../../test/support/index.ts'
import { addUser } from '../../test/support/people.ts'
import {
  codeOf,
  engine,
  inOrganization,
  organizationId,
  restarted,
  root,
  rootUserId,
  store,
  stored,
  tamper,
} from '../../test/support/setting.ts'
import { openVault } from '../vault.ts'
import { commitAlone } from './commitAlone.ts'
import { rememberFacts } from './knownFacts.ts'
import { openPartition } from './partition.ts'
import { RowAltered } from './rowMacs.ts'
import { API_KEY_CREDENTIALS, DATA_KEYS_LOOKUP, JOURNALED_TABLES, type TableName } from './tables.ts'
import { beginTransaction, type Transaction } from './transaction.ts'
import { collectContents, type WholeStore } from './wholeStore.ts'

inOrganization('row MACs')

const begin = (): Transaction => {
  const { rootSecret, random } = engine.ports
  return beginTransaction(store, { staging: commitAlone(store), vault: openVault(rootSecret, random) })
}
const altered = (table: string, id: string) =>
  expect.objectContaining({ name: 'RowAltered', organizationId, table, id })

describe.each(JOURNALED_TABLES)('a row of %s', (table) => {
  const id = '00000000-0000-4000-8000-000000000001'
  const other = '00000000-0000-4000-8000-000000000002'
  // Also a user: without lists of credentials, no version could be stored.
  const credentials = { apiKeys: [], authenticators: [] }
  const row = (n: number) => ({ n, status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', ...credentials })
  const put = (n: number) => putRow(engine.ports, organizationId, [table as 'tags', id, row(n) as never])
  const get = async (of = id) => (await begin().organization(organizationId)).get(table, of)
  const list = async () => (await begin().organization(organizationId)).list(table as TableName)

  beforeEach(async () => {
    await put(1)
    await put(2)
  })

  it('can be read after the engine wrote it', async () => {
    expect(await get()).toEqual(row(2))
    expect(await list()).toContainEqual(row(2))
    expect(await get(other)).toBeUndefined()
  })

  it.each([
    ['altered', () => tamper(table, id, row(3))],
    ['put back to an earlier version', () => tamper(table, id, row(1))],
  ])('is rejected if it was %s', async (_how, change) => {
    await change()
    await expect(get()).rejects.toEqual(altered(table, id))
    await expect(list()).rejects.toEqual(altered(table, id))
  })

  it('is rejected if it was removed', async () => {
    await tamper(table, id, undefined)
    await expect(get()).rejects.toEqual(altered(table, id))
  })

  it('is rejected if it was added, even with the value of another row', async () => {
    await tamper(table, other, row(2))
    await expect(get(other)).rejects.toEqual(altered(table, other))
    await expect(list()).rejects.toEqual(altered(table, other))
  })

  it('is rejected if it was rolled back with all rows and MACs of that time', async () => {
    const snapshot = (await collectContents(store.readAll())).rows
    await put(3)
    for (const [, name, rowId, value] of snapshot) {
      if (name !== 'heads' && name !== 'journal') await tamper(name, rowId, JSON.parse(value))
    }
    await expect(get()).rejects.toEqual(altered('macs', 'index'))
    for (const [, name, rowId, value] of snapshot)
      if (name === 'heads') await tamper(name, rowId, JSON.parse(value))
    await expect(get()).rejects.toEqual(altered('heads', 'head'))
  })
})

it('reads a credential and the bucket with its MAC in one call', async () => {
  // More rows of lookups than the index holds itself.
  const keys = Array.from({ length: 40 }, () => engine.apiKey())
  await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: keys.map(({ publicKey }, n) => ({
      userName: `user ${n}`,
      apiKeys: [{ apiKeyName: 'key', publicKey }],
      authenticators: [],
      userTags: [],
    })),
  })
  expect(Object.keys((await stored<{ buckets: object }>('macs', 'index')).buckets)).not.toEqual([])
  const { client } = restarted()
  const get = vi.spyOn(store, 'get')
  for (const key of keys) await client(organizationId, apiKeyStamper(key)).query('whoami')
  expect(get.mock.calls.filter(([, table]) => table === 'macs')).toEqual([])
})

it('rejects an organization whose head or index is missing', async () => {
  for (const [table, id] of [
    ['heads', 'head'],
    ['macs', 'index'],
  ] as const) {
    const before = await stored(table, id)
    await tamper(table, id, undefined)
    await expect(begin().organization(organizationId)).rejects.toBeInstanceOf(RowAltered)
    await tamper(table, id, before)
  }
})

it('detects a missing row in any range of a list', async () => {
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) await putRow(engine.ports, organizationId, ['policies', id, { id } as never])
  await tamper('policies', 'c', undefined)
  const list = async (range: object) =>
    (await (await begin().organization(organizationId)).list('policies', range)) as unknown as {
      id: string
    }[]
  const lacking = altered('policies', 'c')
  await expect(list({})).rejects.toEqual(lacking)
  await expect(list({ after: 'b' })).rejects.toEqual(lacking)
  await expect(list({ limit: 3 })).rejects.toEqual(lacking)
  await expect(list({ limit: 2, reverse: true })).rejects.toEqual(lacking)
  expect(await list({ limit: 2 })).toHaveLength(2)
  expect(await list({ after: 'c' })).toHaveLength(1)
  expect(await list({ limit: 1, reverse: true })).toHaveLength(1)
})

describe('an engine, running or restarted, rejects', () => {
  const wallet = (client: Client, walletName = 'loot') =>
    client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  /** Errors that a request with this key gets from the running engine and from one that starts now. */
  async function refusals(
    key: Parameters<typeof apiKeyStamper>[0],
    ask: (client: Client) => Promise<unknown>,
  ) {
    const clients = [engine, restarted()].map((of) => of.client(organizationId, apiKeyStamper(key)))
    return Promise.all(clients.map((client) => codeOf(() => ask(client))))
  }
  const BOTH = ['ROW_ALTERED', 'ROW_ALTERED']

  it('a key that was added to a user along with its lookup', async () => {
    const key = engine.apiKey()
    const user = await stored<{ apiKeys: { publicKey: string }[] }>('users', rootUserId)
    const added = { ...user.apiKeys[0], publicKey: key.publicKey }
    await tamper('users', rootUserId, { ...user, apiKeys: [...user.apiKeys, added] })
    await tamper(API_KEY_CREDENTIALS, key.publicKey, rootUserId)
    expect(await refusals(key, (client) => wallet(client))).toEqual(BOTH)
  })

  it('a key whose lookup names another user', async () => {
    const key = engine.apiKey()
    await tamper(API_KEY_CREDENTIALS, key.publicKey, rootUserId)
    expect(await refusals(key, (client) => wallet(client))).toEqual(BOTH)
  })
})

it('rejects an earlier head although the index is cached', async () => {
  const before = await stored('heads', 'head')
  await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'later', userIds: [] })
  const client = restarted().client(organizationId, root.stamper)
  await client.query('whoami')
  await tamper('heads', 'head', before)
  const createTag = () => client.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'last', userIds: [] })
  expect(await codeOf(createTag)).toBe('ROW_ALTERED')
})

// Each table's rows are tested above: what was added, changed, removed or rolled back is not read.
describe('decisions depend only on rows that the engine wrote:', () => {
  let alice: Awaited<ReturnType<typeof addUser>>
  const ROW_ALTERED = 'ROW_ALTERED'
  const fresh = (key: Parameters<typeof apiKeyStamper>[0]) =>
    restarted().client(organizationId, apiKeyStamper(key))
  const allow = (effect: string, consensus: string) =>
    root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: `${effect} ${consensus}`,
      effect: effect as 'EFFECT_ALLOW',
      condition: `activity.resource == 'WALLET'`,
      consensus,
    })
  const createWallet = (client: Client) =>
    client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'loot', accounts: [] })

  beforeEach(async () => {
    alice = await addUser(engine, root, 'alice')
  })

  it('a vote that was added to a pending activity does not approve it', async () => {
    const bob = await addUser(engine, root, 'bob')
    await allow('EFFECT_ALLOW', 'approvers.count() >= 3')
    const waiting = await createWallet(alice.client)
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    const row = await stored<{ votes: { userId: string }[] }>('activities', waiting.id)
    const vote = { ...row.votes[0], id: 'forged', userId: rootUserId }
    await tamper('activities', waiting.id, { ...row, votes: [...row.votes, vote] })
    const approve = () => fresh(bob.key).approve(waiting.fingerprint)
    expect(await codeOf(approve)).toBe(ROW_ALTERED)
    await tamper('activities', waiting.id, row)
    expect((await approve()).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
  })

  it('an address that was pointed at another key cannot sign', async () => {
    const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'two',
      accounts: [ETHEREUM, { ...ETHEREUM, path: "m/44'/60'/0'/0/1" }],
    })
    const [mine, theirs] = addresses as [string, string]
    const sign = () =>
      restarted()
        .client(organizationId, root.stamper)
        .submit('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: mine,
          payload: '00'.repeat(32),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        })
    const holders = await stored('addresses', theirs)
    await tamper('addresses', mine, holders)
    expect(await codeOf(sign)).toBe(ROW_ALTERED)
  })

  it('a wallet or private key without its data key is not used', async () => {
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'bare', accounts: [] })
    const privateKeyId = await addPrivateKey(root, 'bare')
    await tamper(DATA_KEYS_LOOKUP.wallets, walletId, undefined)
    await tamper(DATA_KEYS_LOOKUP.privateKeys, privateKeyId, undefined)
    const client = restarted().client(organizationId, root.stamper)
    const { targetPublicKey } = createTargetKey(engine.random)
    const exportWallet = () => client.submit('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
    const sign = () =>
      client.submit('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: privateKeyId,
        payload: '00',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      })
    expect([await codeOf(exportWallet), await codeOf(sign)]).toEqual([ROW_ALTERED, ROW_ALTERED])
  })
})

it('a request keeps its cached index if another request evicts it during the read', async () => {
  const { rootSecret, random, clock } = engine.ports
  const known = rememberFacts(clock)
  const setting = { known, vault: openVault(rootSecret, random) }
  await openPartition(store, setting, organizationId, [])
  const dropping: WholeStore = {
    ...store,
    async read(...of) {
      const moment = await store.read(...of)
      known.forget(organizationId)
      return moment
    },
  }
  const partition = await openPartition(dropping, setting, organizationId, [])
  expect(await partition.get('users', rootUserId)).toMatchObject({ userId: rootUserId })
})
