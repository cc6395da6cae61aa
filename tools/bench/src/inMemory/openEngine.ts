/** The engine in memory, and the cost of a round of requests to it. */
import { apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { platformRandom } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { ETHEREUM_ACCOUNT, expectOk, stampedRequest } from '../stampedRequest.ts'

export type Host = 'server' | 'page'

/**
 * An organization with a wallet, and distinct signing requests. Ids are random as on hosts, because the seeded source
 * of tests computes a hash for each.
 * @param host whose cryptography is used
 * @param round number of requests in a round
 */
export async function openEngine(host: Host, round: number) {
  if (host === 'server') plugNodeCrypto(() => undefined)
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
  return {
    /** Microseconds per signature in a round. Stamping and creating the `Request` is the client's work. */
    costOfRound() {
      const requests = Array.from({ length: round }, nextRequest)
      return costOf(round, async (n) => expectOk(await test.handle(requests[n]!)))
    },
  }
}

/** Microseconds of processor time of all threads per run of `work`. */
export async function costOf(runs: number, work: (n: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < runs; n++) await work(n)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
