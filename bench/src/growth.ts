/** The cost of a request next to a lot of other data: in a large wallet, and behind a silent webhook receiver. */
import { createMemoryStore, type Store } from '@keywright/engine'
import { apiKeyStamper, createTestEngine, type TestEngine, vouchForAll } from '@keywright/engine/testing'
import { median, microseconds } from './measure.ts'
import { ETHEREUM_ACCOUNT } from './stampedRequest.ts'
import { atMost, printTable, type Row, times, us } from './table.ts'

export async function benchGrowth(): Promise<void> {
  printTable('growth, in memory', [await accounts(), await messages()])
}

async function accounts(): Promise<Row> {
  const [one, many] = [await accountAmong(1), await accountAmong(10_000)]
  return {
    what: 'get_wallet_account among 10,000',
    value: us(many),
    reference: `${us(one)} in a wallet with 1`,
    ratio: times(many / one),
    ...atMost(many / one, 1.2, '1.2 ×'),
  }
}

async function accountAmong(count: number): Promise<number> {
  const store = createMemoryStore()
  const test = createTestEngine('bench accounts', { store })
  const { root, rootKey, organizationId } = await test.organization()
  const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'large',
    accounts: [ETHEREUM_ACCOUNT],
  })
  await copyAccount(store, organizationId, walletId, count - 1)
  await vouchForAll(test, organizationId)
  const text = JSON.stringify({ organizationId, walletId, address: addresses[0] })
  const [name, value] = apiKeyStamper(rootKey)(new TextEncoder().encode(text))
  const url = 'http://localhost/public/v1/query/get_wallet_account'
  return microseconds(async () => {
    const request = new Request(url, { method: 'POST', body: text, headers: { [name]: value } })
    const response = await test.handle(request)
    if (!response.ok) throw new Error(await response.text())
  })
}

/** Adds accounts before the existing one, as if they had been derived. */
async function copyAccount(
  store: Store,
  organization: string,
  walletId: string,
  count: number,
): Promise<void> {
  const [row] = await store.list(organization, 'walletAccounts')
  const writes = Array.from({ length: count }, (_, n) => {
    const id = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    const path = `m/44'/60'/0'/1/${n}`
    const value = { ...(row!.value as object), walletAccountId: id, path, address: `0x${n}` } as never
    return [
      { organization, table: 'walletAccounts', id, value },
      { organization, table: `accounts-of:${walletId}`, id, value: null },
      { organization, table: `paths-of:${walletId}`, id: path, value: id },
    ]
  })
  await store.commit({ guards: [], writes: writes.flat() })
}

async function messages(): Promise<Row> {
  const [few, many] = [await signingBehind(50), await signingBehind(1_000)]
  return {
    what: 'sign_raw_payload, 1,000 messages for a dead receiver',
    value: us(many),
    reference: `${us(few)} with 50`,
    ratio: times(many / few),
    ...atMost(many / few, 1.2, '1.2 ×'),
  }
}

/** Includes the client's stamp, which is the same for both. */
async function signingBehind(queued: number): Promise<number> {
  const test = createTestEngine('bench messages', {
    async webhook() {
      throw new Error('the receiver is down')
    },
  })
  const { root } = await test.organization()
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://dead.example/',
  })
  const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'bench',
    accounts: [ETHEREUM_ACCOUNT],
  })
  let n = 0
  const sign = () =>
    root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: (n++).toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  while (n < queued) await sign()
  await test.idle()
  return medianOfOnes(sign, test)
}

/** Few runs, because each adds a message. */
async function medianOfOnes(task: () => Promise<unknown>, test: TestEngine): Promise<number> {
  const waits: number[] = []
  for (let n = 0; n < 30; n++) {
    const started = performance.now()
    await task()
    await test.idle()
    waits.push((performance.now() - started) * 1_000)
  }
  return median(waits)
}
