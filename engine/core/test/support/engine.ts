/** An engine for tests: in memory, seeded, with a stopped clock, and with mail and SMS in lists. */
import { type ApiKeyPair, generateApiKeyPair } from '@keywright/keys'
import { createPasskey, type Passkey, type PasskeyOptions } from '@keywright/keys/passkey'
import { createEngine, type Engine } from '../../src/engine.ts'
import type { Mail, Ports, Sms, WebhookDelivery } from '../../src/ports.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { shareCommits } from '../../src/store/shareCommits.ts'
import { apiKeyStamper, type Client, createClient, type Stamper } from './client.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import { seededRandom } from './random.ts'

export interface TestEngine extends Engine {
  /** Clients post to this function: a test may replace it, for example with a socket. */
  handle: Engine['handle']
  readonly clock: FakeClock
  /** Randomness of the clients, separate from the engine's. */
  readonly random: (length: number) => Uint8Array
  readonly mails: Mail[]
  readonly messages: Sms[]
  readonly deliveries: WebhookDelivery[]
  /** Faults of the engine; a test that expects none can assert that this is empty. */
  readonly faults: unknown[]
  apiKey(curve?: ApiKeyPair['curve']): ApiKeyPair
  passkey(options?: Omit<PasskeyOptions, 'random'>): Passkey
  /** A client of any user. */
  client(organizationId: string, stamper: Stamper): Client
  /** A parent organization with one root user `root`, whose client is returned. */
  organization(
    name?: string,
  ): Promise<{ organizationId: string; rootUserId: string; root: Client; rootKey: ApiKeyPair }>
}

/** @param changes ports to replace, such as `fetch` for an issuer */
export function createTestEngine(seed = 'test', changes: Partial<Ports> = {}): TestEngine {
  const clock = fakeClock()
  const random = seededRandom(`${seed} clients`)
  const mails: Mail[] = []
  const messages: Sms[] = []
  const deliveries: WebhookDelivery[] = []
  const faults: unknown[] = []
  const engine = createEngine({
    store: createMemoryStore(),
    clock,
    random: seededRandom(`${seed} engine`),
    rootSecret: seededRandom(`${seed} root secret`)(32),
    mail: async (mail) => void mails.push(mail),
    sms: async (sms) => void messages.push(sms),
    webhook: async (delivery) => void deliveries.push(delivery),
    fetch: async (url) => {
      throw new Error(`unexpected fetch of ${url}`)
    },
    log: (_id, error) => void faults.push(error),
    // As on a server; a page uses less.
    share: shareCommits(),
    ...changes,
    // The origin of the links that tests send.
    settings: { messageLinkOrigins: ['https://app.example.com', 'https://example.com'], ...changes.settings },
  })
  const client = (organizationId: string, stamper: Stamper) =>
    createClient({ handle: (request) => testEngine.handle(request), clock, organizationId, stamper })
  const apiKey = (curve?: ApiKeyPair['curve']) => generateApiKeyPair(random, curve)

  const testEngine: TestEngine = {
    ...engine,
    clock,
    random,
    mails,
    messages,
    deliveries,
    faults,
    apiKey,
    passkey: (options) => createPasskey({ random, ...options }),
    client,
    async organization(organizationName = 'Example') {
      const rootKey = apiKey()
      const { organizationId, rootUserIds } = await engine.createOrganization({
        organizationName,
        rootUsers: [
          {
            userName: 'root',
            userEmail: 'root@example.com',
            apiKeys: [{ apiKeyName: 'root key', publicKey: rootKey.publicKey }],
          },
        ],
      })
      const root = client(organizationId, apiKeyStamper(rootKey))
      return { organizationId, rootUserId: rootUserIds[0]!, root, rootKey }
    },
  }
  return testEngine
}
