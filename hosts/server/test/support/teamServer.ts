/** A team server for tests, with a newly initialized PostgreSQL database and a client of its root user. */
import { apiKeyStamper, type Client, createClient, type Stamper } from '@keywright/engine/test'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import pg from 'pg'
import { initializeServer } from '../../src/serve/initialize.ts'
import { type ServerOptions, startServer, type TeamServer } from '../../src/serve/startServer.ts'
import { type PostgresOptions, startPostgres, type TestPostgres } from './postgres.ts'

export interface TestTeam {
  readonly postgres: TestPostgres
  readonly databaseUrl: string
  readonly organizationId: string
  readonly signerPublicKey: string
  readonly stamper: Stamper
  /** Two shares; both are required. */
  readonly shares: readonly string[]
  readonly options: ServerOptions
  start(options?: Partial<ServerOptions>): Promise<TeamServer>
  clientAt(url: string): Client
  close(): Promise<void>
}

export async function startTestTeam(options?: PostgresOptions): Promise<TestTeam> {
  const postgres = await startPostgres(options)
  const databaseUrl = await postgres.createDatabase()
  const key = generateApiKeyPair(platformRandom)
  const { organizationId, shares, signerPublicKey } = await initializeServer({
    databaseUrl,
    shares: { count: 2, threshold: 2 },
    organization: {
      organizationName: 'Team',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey }] }],
      features: { FEATURE_NAME_OTP_EMAIL_AUTH: '' },
    },
  })
  const stamper = apiKeyStamper(key)
  const servers: TeamServer[] = []
  // Tests ask operators' routes with `fetch`.
  const serverOptions = {
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    operatorPort: 0,
    connections: 4,
    unseal: { shares },
  }
  return {
    postgres,
    databaseUrl,
    organizationId: organizationId!,
    signerPublicKey,
    stamper,
    shares,
    options: serverOptions,
    async start(more = {}) {
      const server = await startServer({ ...serverOptions, ...more })
      servers.push(server)
      return server
    },
    clientAt: (baseUrl) =>
      createClient({
        handle: (request) => fetch(request),
        clock: Date.now,
        organizationId: organizationId!,
        stamper,
        baseUrl,
      }),
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
