/**
 * A process that `benchInMemory` measures: the engine in memory, alternating with the raw libraries it uses. Its
 * argument selects the cryptography of a server or of a page.
 */
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { median } from '../measure.ts'
import { costOf, type Host, openEngine } from './openEngine.ts'

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
 * The engine verifies P-256 with WebCrypto if available, so that pair is the reference. The pair of the JavaScript library
 * is listed below it.
 */
async function measure(host: Host): Promise<InMemory> {
  const { costOfRound } = await openEngine(host, ROUND)
  const pair = rawPair(ROUND)
  const platform = await pair.platform()
  const measured: Record<keyof InMemory, number[]> = { signature: [], platformPair: [], libraryPair: [] }
  // Alternate, so that other load affects all measurements equally.
  for (let round = 0; round < ROUNDS; round++) {
    measured.signature.push(await costOfRound())
    measured.platformPair.push(await costOf(ROUND, platform))
    measured.libraryPair.push(await costOf(ROUND, pair.library))
  }
  const typical = (rounds: readonly number[]) => median(rounds.slice(WARM_UP_ROUNDS))
  return {
    signature: typical(measured.signature),
    platformPair: typical(measured.platformPair),
    libraryPair: typical(measured.libraryPair),
  }
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
