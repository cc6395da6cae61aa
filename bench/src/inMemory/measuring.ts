/**
 * A process that `benchInMemory` measures: the engine in memory, alternating with the raw libraries it uses. Its
 * argument selects the cryptography of a server or of a page.
 */
import { apiKeyStamper, createTestEngine } from '@keywright/engine/testing'
import { platformRandom } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { median } from '../measure.ts'
import { ETHEREUM_ACCOUNT, expectOk, stampedRequest } from '../stampedRequest.ts'

export type Host = 'server' | 'page'

/** Microseconds of processor time of all threads. */
export interface InMemory {
  readonly signature: number
  /** WebCrypto's P-256 verification and a signature by noble. */
  readonly platformPair: number
  /** Both by noble. */
  readonly libraryPair: number
}

const ROUNDS = 20
const ROUND = 350
/** V8 keeps optimizing for about 3,000 requests. */
const WARM_UP_ROUNDS = 9

/**
 * Ids are random as on hosts, because the seeded source of tests computes a hash for each. The engine verifies P-256
 * with WebCrypto if available, so that pair is the reference. The pair of the JavaScript library is listed below it.
 */
async function measure(host: Host): Promise<InMemory> {
  if (host === 'server') plugNodeCrypto(() => undefined)
  const { nextRequests, handle } = await openEngine()
  const pair = rawPair(ROUND)
  const platform = await pair.platform()
  const measured: Record<keyof InMemory, number[]> = { signature: [], platformPair: [], libraryPair: [] }
  // Alternate, so that other load affects all measurements equally.
  for (let round = 0; round < ROUNDS; round++) {
    // Stamping and creating the `Request` is the client's work: do it before the clock starts, for one round at a
    // time.
    const requests = nextRequests()
    measured.signature.push(await costOf(async (n) => expectOk(await handle(requests[n]!))))
    measured.platformPair.push(await costOf(platform))
    measured.libraryPair.push(await costOf(pair.library))
  }
  const typical = (rounds: readonly number[]) => median(rounds.slice(WARM_UP_ROUNDS))
  return {
    signature: typical(measured.signature),
    platformPair: typical(measured.platformPair),
    libraryPair: typical(measured.libraryPair),
  }
}

/** An organization with a wallet, and distinct signing requests. */
async function openEngine() {
  const test = createTestEngine('bench', { random: platformRandom })
  const { root, rootKey } = await test.organization()
  const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'bench',
    accounts: [ETHEREUM_ACCOUNT],
  })
  const stamp = apiKeyStamper(rootKey)
  let made = 0
  const nextRequest = () => {
    const posted = root.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0],
      payload: (made++).toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
    return stampedRequest(posted, stamp).request()
  }
  return { handle: test.handle, nextRequests: () => Array.from({ length: ROUND }, nextRequest) }
}

/** Microseconds per run in a round of `work`. */
async function costOf(work: (n: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < ROUND; n++) await work(n)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ROUND
}

/** One P-256 verification and one secp256k1 signature, with different bytes each time. */
function rawPair(count: number) {
  const bodies = Array.from({ length: count }, (_, n) => new TextEncoder().encode(`${n}`.padStart(400)))
  const apiKey = p256.utils.randomSecretKey()
  const publicKey = p256.getPublicKey(apiKey)
  const signatures = bodies.map((body) => new Uint8Array(p256.sign(body, apiKey, { format: 'compact' })))
  const walletKey = secp256k1.utils.randomSecretKey()
  const sign = (n: number) => secp256k1.sign(signatures[n]!.subarray(0, 32), walletKey, { prehash: false })
  return {
    async platform() {
      const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
      const point = new Uint8Array(p256.getPublicKey(apiKey, false))
      const key = await crypto.subtle.importKey('raw', point, ecdsa, false, ['verify'])
      return async (n: number) => {
        if (!(await crypto.subtle.verify(ecdsa, key, signatures[n]!, bodies[n]!))) throw new Error('no match')
        sign(n)
      }
    },
    library(n: number) {
      if (!p256.verify(signatures[n]!, bodies[n]!, publicKey, { lowS: false })) throw new Error('no match')
      sign(n)
    },
  }
}

process.send!(await measure(process.argv[2] as Host))
