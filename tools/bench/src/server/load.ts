/** The load of a server: its organizations, and the processes that stamp and send requests. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiKeyStamper, createClient } from '@keywright/engine/test'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { initializeServer } from '@keywright/server'
import { quantile } from '../measure.ts'
import { ETHEREUM_ACCOUNT } from '../rawPair.ts'
import { answerOf, type LoadKey, startServe } from './processes.ts'

/** An organization in which the load's key may act. */
export interface Target {
  readonly organizationId: string
  /** An Ethereum address. */
  readonly signWith: string
}

/** More than the concurrency, and odd, so that with two processes each organization is used by both. */
const SUB_ORGANIZATIONS = 63

/** A customer of the load: a sub-organization with one wallet, whose root user has the parent's key. */
const customer = (n: number, publicKey: string) => ({
  subOrganizationName: `customer ${n}`,
  rootUsers: [
    {
      userName: 'end user',
      apiKeys: [{ apiKeyName: 'key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      authenticators: [],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
  wallet: { walletName: 'wallet', accounts: [ETHEREUM_ACCOUNT] },
})

/** Creates the customers of an organization whose root user has the key. */
export async function makeTargets(url: string, organizationId: string, apiKey: LoadKey): Promise<Target[]> {
  const root = createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
    baseUrl: url,
  })
  const targets: Target[] = []
  for (let n = 0; n < SUB_ORGANIZATIONS; n++) {
    const made = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', customer(n, apiKey.publicKey))
    targets.push({ organizationId: made.subOrganizationId, signWith: made.wallet!.addresses[0]! })
  }
  return targets
}

/** An organization in a new database, for processes of `keywright serve`. The root secret is in the folder. */
export async function openDatabase(databaseUrl: string, folder: string) {
  const apiKey = generateApiKeyPair(platformRandom)
  const keyFile = join(folder, 'root secret')
  const { organizationId } = await initializeServer({
    databaseUrl,
    keyFile,
    organization: {
      organizationName: 'Load',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'key', publicKey: apiKey.publicKey }] }],
    },
  })
  const start = () => startServe(databaseUrl, keyFile)
  return { organizationId: organizationId!, apiKey, keyFile, start }
}

export interface LoadQuestion {
  /** Asked in turn. */
  readonly urls: readonly string[]
  readonly targets: readonly Target[]
  readonly apiKey: LoadKey
  /** Requests under way. */
  readonly atOnce: number
  /** It ends at whichever comes first. */
  readonly count?: number
  readonly seconds?: number
}

export interface Loaded {
  /** Per answered request: time of the response since the start, and latency, in milliseconds. */
  readonly answers: readonly (readonly [at: number, milliseconds: number])[]
  /** 503 responses that told the client to retry. */
  readonly sentAgain: number
}

/** Sends requests from a process of its own. */
export const load = (question: LoadQuestion): Promise<Loaded> =>
  answerOf(fileURLToPath(new URL('loadProcess.ts', import.meta.url)), question, ['--import', 'tsx'])

/** Of all processes that sent. The last responses arrive after the last request was sent. */
export function summaryOf(loaded: readonly Loaded[]) {
  const answers = loaded.flatMap((each) => each.answers)
  const latencies = answers.map(([, milliseconds]) => milliseconds)
  const last = answers.reduce((latest, [at]) => Math.max(latest, at), 1)
  return {
    answered: answers.length,
    sentAgain: loaded.reduce((sum, each) => sum + each.sentAgain, 0),
    perSecond: answers.length / (last / 1_000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    p999: quantile(latencies, 0.999),
  }
}
