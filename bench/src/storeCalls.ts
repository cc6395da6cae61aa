/** What a request costs the store: how many calls, and in how many rounds of calls that wait for each other. */
import { createMemoryStore } from '@keywright/engine'
import { apiKeyStamper, type Client, createCountingStore, createTestEngine } from '@keywright/engine/testing'
import { printTable, type Row } from './table.ts'

export async function benchStoreCalls(): Promise<void> {
  printTable('store calls of a request', await storeCalls())
}

async function storeCalls(): Promise<Row[]> {
  const memory = createMemoryStore()
  const store = createCountingStore(memory)
  const made = createTestEngine('store calls', { store: memory })
  const { root, rootKey, organizationId } = await made.organization()
  const wallet = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'bench',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  })
  const userKey = made.apiKey()
  await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName: 'user',
        apiKeys: [{ apiKeyName: 'key', publicKey: userKey.publicKey }],
        authenticators: [],
        userTags: [],
      },
    ],
  })
  await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'sign',
    effect: 'EFFECT_ALLOW',
    condition: "activity.action == 'SIGN'",
    consensus: 'true',
  })
  const counted = createTestEngine('store calls', { store, clock: made.clock })
  const asRoot = counted.client(organizationId, apiKeyStamper(rootKey))
  const asUser = counted.client(organizationId, apiKeyStamper(userKey))
  const sign = (client: Client, n: number) =>
    client.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: wallet.addresses[0]!,
      payload: n.toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  const kinds: [string, () => Promise<unknown>][] = [
    ['whoami', () => asRoot.query('whoami')],
    ['get_wallet', () => asRoot.query('get_wallet', { walletId: wallet.walletId })],
    ['list_activities', () => asRoot.query('list_activities')],
    [
      'list_activities by status and type',
      () =>
        asRoot.query('list_activities', {
          filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
          filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'],
        }),
    ],
    ['sign_raw_payload by the root quorum', () => sign(asRoot, 1)],
    ['sign_raw_payload by a policy', () => sign(asUser, 2)],
    [
      'create_wallet by the root quorum',
      () => asRoot.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'another', accounts: [] }),
    ],
  ]
  const rows: Row[] = []
  for (const [what, request] of kinds) {
    const { calls, rounds } = await store.counted(request)
    await counted.idle()
    rows.push({
      what,
      value: `${calls} calls`,
      reference: 'waits for the store',
      ratio: `${rounds}`,
      aim: '≤ 4',
    })
  }
  return rows
}
