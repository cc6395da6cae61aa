/** How long a caller waits while another caller sends the most expensive requests. */
import { limits, objectBytesOf, resourceLimits } from '@keywright/contract'
import {
  addUser,
  blankPsbt,
  type Client,
  createTestEngine,
  largeTypedData,
  nestedPolicy,
  type TestEngine,
} from '@keywright/engine/testing'
import { median } from './measure.ts'
import { printTable, type Row } from './table.ts'

export async function benchInnocent(): Promise<void> {
  printTable('whoami of another organization under load', await rows())
}

async function rows(): Promise<Row[]> {
  // A user without grants reaches this quota soon.
  const engine = createTestEngine('innocent', { settings: { storageQuota: { userBytes: 200_000 } } })
  const { root } = await engine.organization()
  const { root: innocent } = await engine.organization('Another')
  const account = (n: number) =>
    ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: `m/44'/60'/0'/0/${n}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    }) as const
  const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'bench',
    accounts: [account(0)],
  })
  const sign = (count: number) => () =>
    root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      signWith: addresses[0]!,
      payloads: Array.from({ length: count }, (_, n) => (n + 1).toString(16).padStart(64, '0')),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  const { client: stranger } = await addUser(engine, root, 'stranger')
  const signTypedData = (client: Client) => () =>
    client.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: largeTypedData(),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  const createPolicy = (condition: string) =>
    root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: 'costly', effect: 'EFFECT_DENY', condition })
  const { root: full } = await engine.organization('Full')
  await fillPolicies(full)
  const alone = await latencies(innocent, idle)
  const hostile: [string, () => Promise<unknown>][] = [
    ['14,000 digests (refused)', sign(14_000)],
    ['150 KB of typed data (refused)', signTypedData(stranger)],
    ['150 KB of typed data', signTypedData(root)],
    [
      'a PSBT of 10,000 inputs (refused)',
      () =>
        root.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
          signWith: addresses[0]!,
          unsignedTransaction: blankPsbt(10_000, 1),
          type: 'TRANSACTION_TYPE_BITCOIN',
        }),
    ],
    ['a policy that costs too much (refused)', () => createPolicy(nestedPolicy(6))],
    [
      'policies that take all steps of a request (refused)',
      async () => {
        const { policyIds } = await root.run('ACTIVITY_TYPE_CREATE_POLICIES', {
          policies: Array.from({ length: 40 }, (_, n) => ({
            policyName: `costly ${n}`,
            effect: 'EFFECT_DENY' as const,
            condition: nestedPolicy(4),
            notes: '',
          })),
        })
        await stranger
          .run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'too much', accounts: [] })
          .catch(() => undefined)
        await root.run('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds })
      },
    ],
    [
      '100 padded sessions without a grant (refused beyond the quota)',
      () => openSessions(engine, stranger, 100),
    ],
    [
      'four lists of the largest policies',
      () => Promise.all(Array.from({ length: 4 }, () => full.query('list_policies'))),
    ],
    [
      'four pages of the largest activities',
      () =>
        Promise.all(
          Array.from({ length: 4 }, () =>
            full.query('list_activities', { paginationOptions: { limit: `${limits.pageMax}` } }),
          ),
        ),
    ],
    [`${limits.payloadsPerRequest} digests`, sign(limits.payloadsPerRequest)],
    [
      `${limits.keysPerRequest} accounts`,
      () =>
        root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
          walletId,
          accounts: Array.from({ length: limits.keysPerRequest }, (_, n) => account(n + 1)),
        }),
    ],
  ]
  const measured: Row[] = []
  for (const [what, ask] of hostile) {
    const waits = await latencies(innocent, ask)
    const added = Math.max(...waits) - median(alone)
    measured.push({
      what,
      value: `${median(waits).toFixed(1)} ms median`,
      reference: `${median(alone).toFixed(1)} ms alone`,
      ratio: `${added.toFixed(0)} ms at worst`,
      aim: '≤ 50 ms added',
    })
  }
  return measured
}

/** As many policies as an organization may have, nearly at maximum size. */
async function fillPolicies(client: Client): Promise<void> {
  const [length, batch] = [objectBytesOf('policies') - 500, 10]
  for (let n = 0; n < resourceLimits.policies.parent; n += batch) {
    await client.run('ACTIVITY_TYPE_CREATE_POLICIES', {
      policies: Array.from({ length: batch }, (_, m) => ({
        policyName: `large ${n + m}`,
        effect: 'EFFECT_DENY' as const,
        condition: 'false',
        notes: 'n'.repeat(length),
      })),
    })
  }
}

/** Sessions of the caller, with the maximum padding of a body. */
async function openSessions({ clock }: TestEngine, client: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    clock.advance({ milliseconds: 1 })
    const { path, text } = client.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    await client.post({ path, text: text + ' '.repeat(limits.bodyPaddingBytes) })
  }
}

/** Milliseconds per request of the innocent caller until `work` is done, including the client's own work. */
async function latencies(innocent: Client, work: () => Promise<unknown>): Promise<number[]> {
  let isDone = false
  const running = work()
    .catch(() => undefined)
    .finally(() => {
      isDone = true
    })
  const waits: number[] = []
  do {
    const started = performance.now()
    await innocent.query('whoami')
    waits.push(performance.now() - started)
  } while (!isDone)
  await running
  return waits
}

const idle = () => new Promise((resolve) => setTimeout(resolve, 500))
