/**
 * A development server on a socket: stories use it like clients, and its clock and inbox like developers. An
 * operator and an attacker work directly on its database.
 */
import type { Mail, Sms } from '@keywright/engine'
import { seededRandom } from '@keywright/engine/test'
import type { Letter } from '@keywright/server'
import { openOperator, startTestDev } from '@keywright/server/test'
import type { Duration, Host } from './host.ts'
import { tamper } from './tamper.ts'
import { openWebhookReceiver } from './webhookReceiver.ts'

export interface DevServerHost extends Host {
  close(): Promise<void>
}

export interface DevServerHostOptions {
  /** An empty PostgreSQL database. Default: SQLite in a temporary folder. */
  readonly databaseUrl?: string
}

/** A seed freezes the clock until a story advances it. */
const SEED = 52

/** One server can host many stories in sequence. */
export async function startDevServerHost({ databaseUrl }: DevServerHostOptions = {}): Promise<DevServerHost> {
  const faults: unknown[] = []
  const dev = await startTestDev({
    seed: SEED,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    log: (entry) => void (entry.level === 'error' && faults.push(entry)),
  })
  const { url } = dev.server
  const receiver = await openWebhookReceiver()
  const { issuer, now: start } = await dev.get<{ issuer: string; now: number }>('/dev')
  let now = start
  const operator = await openOperator(dev, { databaseUrl, clock: () => now })
  const letters = async (kind: Letter['kind']) => {
    const { messages } = await dev.get<{ messages: Letter[] }>(`/dev/inbox?kind=${kind}&limit=1000`)
    return messages.reverse()
  }
  return {
    handle: (request) => forward(request, url),
    now: () => now,
    async advance(time) {
      const moved = await dev.post<{ now: number }>('/dev/clock/advance', {
        milliseconds: toMilliseconds(time),
      })
      now = moved.now
    },
    random: seededRandom('clients of a development server'),
    createOrganization: operator.createOrganization,
    verifyJournal: operator.verifyJournal,
    signerPublicKey: dev.server.signerPublicKey,
    mails: async () => (await letters('mail')) as readonly Letter[] as readonly Mail[],
    messages: async () => (await letters('sms')) as readonly Letter[] as readonly Sms[],
    async deliveries() {
      // Reading the inbox delivers due messages.
      await dev.get('/dev/webhooks')
      return [...receiver.received]
    },
    webhookReceiver: receiver.url,
    failDeliveries: receiver.fail,
    issuer: {
      url: issuer,
      async token(claims = {}) {
        const { token } = await dev.post<{ token: string }>('/dev/issuer/token', { audience: 'app', claims })
        return token
      },
    },
    tamper: (organizationId, how) => tamper(operator.store, organizationId, how),
    faults,
    async close() {
      await operator.close()
      await dev.close()
      await receiver.close()
    },
  }
}

/** Redirects a request to another origin. */
async function forward(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  return fetch(`${origin}${pathname}${search}`, { method, headers, body: await request.text() })
}

const toMilliseconds = ({ milliseconds = 0, seconds = 0, minutes = 0, hours = 0 }: Duration) =>
  milliseconds + 1_000 * (seconds + 60 * (minutes + 60 * hours))
