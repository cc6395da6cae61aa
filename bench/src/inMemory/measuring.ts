/** The process that `benchInMemory` measures: the engine in memory, in turns with the raw libraries it uses. */
import { apiKeyStamper, createTestEngine } from '@keywright/engine/testing'
import { platformRandom } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { median } from '../measure.ts'
import { ETHEREUM_ACCOUNT, expectOk, stampedRequest } from '../stampedRequest.ts'

/** Microseconds of processor time, of all threads. */
export interface InMemory {
  /** With the cryptography that servers plug in, and the pair in turns with it. */
  readonly onServer: { readonly signature: number; readonly platformPair: number }
  readonly inPage: { readonly signature: number; readonly platformPair: number; readonly libraryPair: number }
}

const SIGNATURES = 14_000

/**
 * Stamping, and making the `Request`, is the client's work: both are done before the clock runs. Ids are random as hosts
 * have them: the seeded source of tests hashes for each.
 * The engine verifies P-256 by WebCrypto where the platform has it: that pair is the measure. The pair of the
 * JavaScript library alone stands below it.
 */
async function measure(): Promise<InMemory> {
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
    return stampedRequest(posted, stamp).request()
  })
  const pair = await rawPair()
  // In turns, so that what else the machine does falls on all alike.
  const half = requests.length / 2
  const turns = await inTurns(requests.slice(0, half), test.handle, [pair.platform, pair.library])
  const [signature, platformPair, libraryPair] = turns as [number, number, number]
  // What servers plug in stays for the rest of the process.
  plugNodeCrypto(() => undefined)
  const plugged = (await inTurns(requests.slice(half), test.handle, [pair.platform])) as [number, number]
  return {
    onServer: { signature: plugged[0], platformPair: plugged[1] },
    inPage: { signature, platformPair, libraryPair },
  }
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

process.send!(await measure())
