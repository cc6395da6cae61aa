/** A team server for tests, with a newly initialized PostgreSQL database and a client of its root user. */
import { apiKeyStamper, type Client, createClient, type Stamper } from '@keywright/engine/test'
import { type ApiKeyPair, generateApiKeyPair, platformRandom } from '@keywright/keys'
import pg from 'pg'
import { type InitializeOptions, initializeServer } from '../../src/serve/initialize.ts'
import { type ServerOptions, startServer, type TeamServer } from '../../src/serve/startServer.ts'
import { type PostgresOptions, startPostgres, type TestPostgres } from './postgres.ts'

/** A new deployment: its organization, and how its root user signs. */
export interface NewTeam {
  readonly organizationId: string
  readonly signerPublicKey: string
  readonly key: ApiKeyPair
  readonly stamper: Stamper
  readonly shares: readonly string[]
  clientAt(url: string): Client
}

/** Initializes an empty database, or again one that is unused. */
export async function initializeTeam(
  databaseUrl: string,
  secret: Pick<InitializeOptions, 'shares' | 'keyFile' | 'again'> = { shares: { count: 3, threshold: 2 } },
): Promise<NewTeam> {
  const key = generateApiKeyPair(platformRandom)
  const made = await initializeServer({
    databaseUrl,
    ...secret,
    organization: {
      organizationName: 'Team',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey }] }],
      features: { FEATURE_NAME_OTP_EMAIL_AUTH: '' },
    },
  })
  const organizationId = made.organizationId!
  const stamper = apiKeyStamper(key)
  const handle = (request: Request) => fetch(request)
  const clientAt = (baseUrl: string) =>
    createClient({ handle, clock: Date.now, organizationId, stamper, baseUrl })
  return { ...made, organizationId, key, stamper, clientAt }
}

/** For servers of tests, whose operators' routes are asked with `fetch`. */
export const TEST_SERVER = { host: '127.0.0.1', port: 0, operatorPort: 0, connections: 4 } as const

export interface TestTeam extends NewTeam {
  readonly postgres: TestPostgres
  readonly databaseUrl: string
  readonly options: ServerOptions
  start(options?: Partial<ServerOptions>): Promise<TeamServer>
  close(): Promise<void>
}

/** Both of its two shares are required. */
export async function startTestTeam(settings?: PostgresOptions): Promise<TestTeam> {
  const postgres = await startPostgres(settings)
  const databaseUrl = await postgres.createDatabase()
  const team = await initializeTeam(databaseUrl, { shares: { count: 2, threshold: 2 } })
  const servers: TeamServer[] = []
  const options = { ...TEST_SERVER, databaseUrl, unseal: { shares: team.shares } }
  return {
    ...team,
    postgres,
    databaseUrl,
    options,
    async start(more = {}) {
      const server = await startServer({ ...options, ...more })
      servers.push(server)
      return server
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await postgres.stop()
    },
  }
}

/** Runs statements on a database while its servers are running. */
export async function query(databaseUrl: string, statements: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statements)).rows
  } finally {
    await client.end()
  }
}
