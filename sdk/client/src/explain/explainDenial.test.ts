import { beforeAll, expect, it } from 'vitest'
import { createTestClient, type TestClient } from '../../test/testClient.ts'
import { ApiKeyStamper } from '../apiKey/index.ts'
import type { KeywrightClient } from '../index.ts'
import { type DenialExplanation, explainDenial } from './index.ts'

let test: TestClient
let bob: KeywrightClient
let bobId: string
let address: string

beforeAll(async () => {
  test = await createTestClient('denials')
  const { client, engine, another } = test
  const { publicKey, privateKey } = engine.apiKey()
  const created = await client.createUsers({
    users: [
      {
        userName: 'bob',
        apiKeys: [{ apiKeyName: 'bob', publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  bobId = created.userIds[0]!
  const { addresses } = await client.createWallet({
    walletName: 'payouts',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  })
  address = addresses[0]!
  bob = another({}, new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }))
})

/** One ether. */
const PAYMENT =
  '02f1827a6980843b9aca008483215600825208946fac4d18c912343bf86fa7049364dd4e424ab9c0880de0b6b3a764000080c0'

const pay = () =>
  bob.signTransaction({
    signWith: address,
    unsignedTransaction: PAYMENT,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  })

const denial = async (work: Promise<unknown>): Promise<DenialExplanation | undefined> =>
  explainDenial(await work.then(() => undefined).catch((error: unknown) => error))

it('says that no policy allows the request, and what the root quorum can do', async () => {
  expect(await denial(pay())).toEqual({
    verdict: 'DENIED',
    reason: 'no policy allows it',
    policies: [
      {
        policyName: 'root quorum',
        effect: 'EFFECT_ALLOW',
        clauses: [{ message: '`root` must approve (root quorum)', values: [] }],
      },
    ],
  })
})

it('returns the clauses that failed, with what they read, the nearest policy first', async () => {
  for (const [policyName, condition] of [
    ['two clauses', "eth.tx.value <= 100 && eth.tx.chain_id == 1 && activity.action == 'SIGN'"],
    ['small payments', "activity.action == 'SIGN' && eth.tx.value <= 100"],
  ] as const)
    await test.client.createPolicy({
      policyName,
      effect: 'EFFECT_ALLOW',
      condition,
      consensus: `approvers.any(a, a.id == '${bobId}')`,
    })
  const { policies } = (await denial(pay()))!
  const [small, , two] = policies
  expect(policies.map(({ policyName }) => policyName)).toEqual([
    'small payments',
    'root quorum',
    'two clauses',
  ])
  expect(small!.clauses).toEqual([
    {
      message: '`eth.tx.value <= 100` must hold, and `eth.tx.value` is 1000000000000000000',
      clause: 'eth.tx.value <= 100',
      values: [{ name: 'eth.tx.value', value: '1000000000000000000' }],
    },
  ])
  expect(two!.clauses).toHaveLength(2)
})

it('names the deny that applies first', async () => {
  const { policyId } = await test.client.createPolicy({
    policyName: 'not this chain',
    effect: 'EFFECT_DENY',
    condition: 'eth.tx.chain_id == 31337',
    consensus: 'true',
  })
  const { reason, policies } = (await denial(pay()))!
  expect(reason).toBe('a policy denies it')
  expect(policies[0]).toMatchObject({
    policyId,
    policyName: 'not this chain',
    effect: 'EFFECT_DENY',
    clauses: [{ message: '`eth.tx.chain_id == 31337` must not hold, and `eth.tx.chain_id` is 31337' }],
  })
  await test.client.deletePolicy({ policyId })
})

it('names the people whose approval is missing', async () => {
  await test.client.createPolicy({
    policyName: 'wallets of two',
    effect: 'EFFECT_ALLOW',
    condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
    consensus: `approvers.any(a, a.id == '${bobId}') && approvers.any(a, a.id == '${test.rootUserId}')`,
  })
  const { verdict, policies } = (await denial(bob.createWallet({ walletName: 'x', accounts: [] })))!
  expect(verdict).toBe('CONSENSUS_NEEDED')
  expect(policies[0]).toMatchObject({
    policyName: 'wallets of two',
    clauses: [{ message: '`root` must approve', values: [] }],
  })
})

it('explains what only the root quorum may do without naming policies', async () => {
  const update = bob.updateRootQuorum({ threshold: 1, userIds: [test.rootUserId] })
  const { policies } = (await denial(update))!
  expect(policies.map(({ policyName }) => policyName)).toEqual(['root quorum'])
})

it('tells when policies have come to allow the request', async () => {
  const error = await pay().catch((caught: unknown) => caught)
  const { policyId } = await test.client.createPolicy({
    policyName: 'everything of bob',
    effect: 'EFFECT_ALLOW',
    condition: 'true',
    consensus: `approvers.any(a, a.id == '${bobId}')`,
  })
  expect(await explainDenial(error)).toEqual({
    verdict: 'ALLOWED',
    reason: 'a policy allows it',
    policies: [],
  })
  await test.client.deletePolicy({ policyId })
})

it('explains nothing that policies did not deny', async () => {
  for (const error of [
    await bob.getWallet({ walletId: bobId }).catch((caught: unknown) => caught),
    await test.client.deletePolicy({ policyId: bobId }).catch((caught: unknown) => caught),
    new Error('of the app'),
    undefined,
  ])
    expect(await explainDenial(error)).toBeUndefined()
})

it('leaves the request out of what a log shows', async () => {
  const error = (await pay().catch((caught: unknown) => caught)) as Error
  expect(JSON.stringify(error)).not.toContain(PAYMENT)
  expect(Object.keys(error)).not.toContain('origin')
})
