/** A process that `benchMemory` measures: the engine in memory, alternating with the raw libraries it uses. */
import { addEthereumWallet, apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { platformRandom } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { costOf, median, serializedBy } from './measure.ts'
import { rawPair, signing } from './rawPair.ts'
import { asked } from './server/processes.ts'

/** Whose cryptography is used. */
export type Host = 'server' | 'page'

/** Microseconds of processor time of all threads. */
export interface InMemory {
  readonly signature: number
  /** WebCrypto's P-256 verification and a signature by noble. */
  readonly pair: number
  /** Characters that `JSON.stringify` returned for a signature. */
  readonly serialized: number
}

const ROUNDS = 20
const ROUND = 350
/** V8 keeps optimizing for about 3,000 requests. */
const WARM_UP_ROUNDS = 9

const { host } = await asked<{ host: Host }>()
if (host === 'server') plugNodeCrypto(() => undefined)
// Random ids as on hosts, because the seeded source of tests computes a hash for each.
const test = createTestEngine('bench', { random: platformRandom })
const { root, rootKey } = await test.organization()
const { addresses } = await addEthereumWallet(root)
const stamp = apiKeyStamper(rootKey)
const pair = await rawPair()

/** Stamping and creating the `Request` is the client's work. */
function request(n: number): Request {
  const { path, text } = root.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', signing(addresses[0]!, n))
  const [name, value] = stamp(new TextEncoder().encode(text))
  return new Request(`http://localhost${path}`, { method: 'POST', body: text, headers: { [name]: value } })
}

const sign = async (asked: Request) => {
  const response = await test.handle(asked)
  if (response.status !== 200) throw new Error(`a measured request was refused: ${await response.text()}`)
}
const signatures: number[] = []
const pairs: number[] = []
// Alternate, so that other load affects both equally.
for (let round = 0; round < ROUNDS; round++) {
  const requests = Array.from({ length: ROUND }, (_, n) => request(round * ROUND + n))
  signatures.push(await costOf(ROUND, (n) => sign(requests[n]!)))
  pairs.push(await costOf(ROUND, pair))
}
const typical = (rounds: readonly number[]) => median(rounds.slice(WARM_UP_ROUNDS))
const last = Array.from({ length: ROUND }, (_, n) => request(ROUNDS * ROUND + n))
const serialized = await serializedBy(ROUND, (n) => sign(last[n]!))
process.send!({ signature: typical(signatures), pair: typical(pairs), serialized } satisfies InMemory)
