/** The world of the engine's call coverage, inside a development server that is reached over a socket. */
import { furnishWorld, type World } from '@keywright/engine/callCoverage/world'
import {
  addUser,
  createClient,
  createPasskey,
  type Issuer,
  type Stamper,
  seededRandom,
  type TestEngine,
} from '@keywright/engine/test'
import { generateApiKeyPair } from '@keywright/keys'
import type { TestDev } from '@keywright/server/test'

interface Letter {
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly template: Record<string, unknown>
}

/**
 * @param dev furnished here: to be used for one world only
 * @param webhookReceiver origin to which webhooks go
 */
export async function createDevWorld(dev: TestDev, webhookReceiver: string): Promise<World> {
  const { url, organizationId, apiKey, signerPublicKey } = dev.server
  const random = seededRandom('interoperability')
  const mails: Letter[] = []
  const messages: Letter[] = []
  const client = (about: string, stamper: Stamper) =>
    createClient({
      handle: (request) => fetch(request),
      clock: Date.now,
      organizationId: about,
      stamper,
      baseUrl: url,
    })
  const host: Partial<{ [K in keyof TestEngine]: unknown }> = {
    random,
    clock: Date.now,
    mails,
    messages,
    signerPublicKey,
    client,
    apiKey: (curve?: Parameters<TestEngine['apiKey']>[0]) => generateApiKeyPair(random, curve),
    passkey: () => createPasskey({ random }),
    /** Reads the inbox, which holds what was sent until now. */
    async idle() {
      const { messages: letters } = await dev.get<{ messages: Letter[] }>('/dev/inbox?limit=1000')
      const oldestFirst = letters.reverse()
      mails.splice(0, mails.length, ...oldestFirst.filter(({ kind }) => kind === 'mail'))
      messages.splice(0, messages.length, ...oldestFirst.filter(({ kind }) => kind === 'sms'))
    },
  }
  // What preparations use of an engine; none of them reaches into it.
  const engine = host as unknown as TestEngine
  const rootKey = { curve: 'API_KEY_CURVE_P256' as const, ...apiKey }
  const { userId: rootUserId } = await dev.root.query('whoami')
  const { client: stranger, key: strangerKey } = await addUser(engine, dev.root, 'stranger')
  return furnishWorld({
    engine,
    issuer: devIssuer(dev),
    root: dev.root,
    rootKey,
    organizationId,
    rootUserId,
    stranger,
    strangerKey,
    webhookReceiver,
  })
}

/** The server's own issuer, as preparations ask for tokens. */
function devIssuer(dev: TestDev): Issuer {
  return {
    url: `${dev.server.url}/dev/issuer`,
    fetched: [],
    fetch,
    async token(claims = {}) {
      const answer = await dev.post<{ token: string }>('/dev/issuer/token', { audience: 'app', claims })
      return answer.token
    },
  }
}
