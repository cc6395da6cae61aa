/** The engine in memory, beside the raw libraries it uses. */
import { createMemoryStore, type Store } from '@keywright/engine'
import { apiKeyStamper, createTestEngine, type Posted } from '@keywright/engine/testing'
import { platformRandom } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { liveHeap, median, microseconds } from './measure.ts'
import { atMost, kb, printTable, type Row, times, us } from './table.ts'

const SIGNATURES = 14_000
const SUB_ORGANIZATIONS = 10_000

const ETHEREUM_ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

export async function benchEngine(): Promise<void> {
  printTable('engine', [await listing(), ...(await subOrganizations())])
}

export async function benchInMemory(): Promise<void> {
  printTable('processor time, in memory', await signing())
}

/**
 * Stamping, and making the `Request`, is the client's work: both are done before the clock runs. Ids are random as hosts
 * have them: the seeded source of tests hashes for each.
 * The engine verifies P-256 by WebCrypto where the platform has it: that pair is the measure. The pair of the
 * JavaScript library alone stands below it.
 */
async function signing(): Promise<Row[]> {
  const test = createTestEngine('bench', { random: platformRandom })
  const { root, rootKey } = await test.organization()
  const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'bench',
    accounts: [ETHEREUM_ACCOUNT],
  })
  const stamp = apiKeyStamper(rootKey)
  const requests = Array.from({ length: SIGNATURES }, (_, n) => {
    const posted = root.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0],
      payload: n.toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
    return requestOf(posted, stamp).request()
  })
  const pair = await rawPair()
  // In turns, so that what else the machine does falls on all alike.
  const half = requests.length / 2
  const turns = await inTurns(requests.slice(0, half), test.handle, [pair.platform, pair.library])
  const [ours, platform, library] = turns as [number, number, number]
  // What servers plug in stays for the rest of the process.
  plugNodeCrypto(() => undefined)
  const plugged = (await inTurns(requests.slice(half), test.handle, [pair.platform])) as [number, number]
  const what = 'stamped sign_raw_payload, in memory'
  const row = (what: string, ours: number, theirs: number, besideWhat: string, most: number): Row => ({
    what,
    value: us(ours),
    beside: `${us(theirs)} ${besideWhat}`,
    ratio: times(ours / theirs),
    ...atMost(ours / theirs, most, `${most} ×`),
  })
  const platformPair = 'WebCrypto P-256 verify + noble secp256k1 sign'
  return [
    row(`${what}, crypto as on a server`, ...plugged, platformPair, 0.85),
    row(`${what}, crypto as in a page`, ours, platform, platformPair, 1.3),
    row(what, ours, library, 'noble P-256 verify + noble secp256k1 sign', 1.3),
  ]
}

const ROUNDS = 20
/** So long V8 still compiles anew: some 3,000 requests, after a start and after what servers plug in. */
const WARM_UP_ROUNDS = 9

/** Median microseconds of processor time, of all threads, of a request, and of each other work, round about. */
async function inTurns(
  requests: readonly Request[],
  handle: (request: Request) => Promise<Response>,
  others: readonly ((n: number) => unknown)[],
): Promise<number[]> {
  const size = Math.floor(requests.length / ROUNDS)
  const works = [async (n: number) => expectOk(await handle(requests[n]!)), ...others]
  const measured = works.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [w, work] of works.entries()) {
      const before = process.cpuUsage()
      for (let n = round * size; n < (round + 1) * size; n++) await work(n)
      const { user, system } = process.cpuUsage(before)
      measured[w]!.push((user + system) / size)
    }
  }
  return measured.map((rounds) => median(rounds.slice(WARM_UP_ROUNDS)))
}

/** One P-256 verification and one secp256k1 signature, each time of other bytes. */
async function rawPair() {
  const bodies = Array.from({ length: SIGNATURES }, (_, n) => new TextEncoder().encode(`${n}`.padStart(400)))
  const apiKey = p256.utils.randomSecretKey()
  const publicKey = p256.getPublicKey(apiKey)
  const signatures = bodies.map((body) => p256.sign(body, apiKey, { format: 'compact' }))
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const point = new Uint8Array(p256.getPublicKey(apiKey, false))
  const platformKey = await crypto.subtle.importKey('raw', point, ecdsa, false, ['verify'])
  const walletKey = secp256k1.utils.randomSecretKey()
  const sign = (n: number) => secp256k1.sign(signatures[n]!.subarray(0, 32), walletKey, { prehash: false })
  return {
    async platform(n: number) {
      const signature = new Uint8Array(signatures[n]!)
      if (!(await crypto.subtle.verify(ecdsa, platformKey, signature, bodies[n]!)))
        throw new Error('no match')
      sign(n)
    },
    library(n: number) {
      if (!p256.verify(signatures[n]!, bodies[n]!, publicKey, { lowS: false })) throw new Error('no match')
      sign(n)
    },
  }
}

/** A page of ten, newest first, in an organization with 100 activities and in one with 100,000. */
async function listing(): Promise<Row> {
  const store = createMemoryStore()
  const test = createTestEngine('bench listing', { store })
  const { root, rootKey, organizationId } = await test.organization()
  for (let n = 0; n < 50; n++) {
    await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: `tag ${n}`, userIds: [] })
  }
  await copyActivities(store, organizationId, 100)
  const stamp = apiKeyStamper(rootKey)
  const text = JSON.stringify({ organizationId })
  const page = () => microseconds(() => test.handle(requestOf({ path: LIST, text }, stamp).request()))
  const few = await page()
  await copyActivities(store, organizationId, 100_000)
  const many = await page()
  return {
    what: 'a page of list_activities among 100,000',
    value: us(many),
    beside: `${us(few)} among 100`,
    ratio: times(many / few),
    aim: '1 ×',
  }
}

const LIST = '/public/v1/query/list_activities'

/** Fills up to `count` activities with copies, whose ids come before all others. */
async function copyActivities(store: Store, organization: string, count: number): Promise<void> {
  const rows = await store.list(organization, 'activities')
  const writes = Array.from({ length: count - rows.length }, (_, n) => {
    const id = `00000000-0000-7000-8000-${(count + n).toString(16).padStart(12, '0')}`
    return {
      organization,
      table: 'activities',
      id,
      value: { ...(rows[n % rows.length]!.value as object), id } as never,
    }
  })
  await store.commit({ guards: [], writes })
}

async function subOrganizations(): Promise<Row[]> {
  const store = createMemoryStore()
  const { root } = await createTestEngine('bench sub-organizations', { store }).organization()
  const before = await liveHeap()
  const started = performance.now()
  for (let n = 0; n < SUB_ORGANIZATIONS; n++) {
    await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: `customer ${n}`,
      rootUsers: [
        {
          userName: `user ${n}`,
          userEmail: `user${n}@example.com`,
          apiKeys: [],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: 'wallet', accounts: [ETHEREUM_ACCOUNT] },
    })
  }
  const seconds = (performance.now() - started) / 1_000
  const after = await liveHeap()
  // The store is read once more after the heap, or it would have been collected with the rest.
  const { length: made } = await store.organizations()
  if (made !== SUB_ORGANIZATIONS + 1) throw new Error(`the store holds ${made} organizations`)
  return [
    {
      what: `memory of one of ${SUB_ORGANIZATIONS} sub-organizations with a wallet`,
      value: kb((after - before) / SUB_ORGANIZATIONS),
      beside: `${(SUB_ORGANIZATIONS / seconds).toFixed(0)} made a second, stamped by their client`,
    },
  ]
}

interface Prepared {
  request(): Request
}

function requestOf({ path, text }: Posted, stamp: ReturnType<typeof apiKeyStamper>): Prepared {
  const [name, value] = stamp(new TextEncoder().encode(text))
  return {
    request: () =>
      new Request(`http://localhost${path}`, { method: 'POST', body: text, headers: { [name]: value } }),
  }
}

async function expectOk(response: Response): Promise<void> {
  if (response.status !== 200) throw new Error(`a measured request was refused: ${await response.text()}`)
}
