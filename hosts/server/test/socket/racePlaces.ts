/** Setups for races: one process on SQLite, one on PostgreSQL, two on one PostgreSQL. */

import { type JournalVerdict, verifyJournal } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import type { Log } from '@keywright/host'
import type { ApiKeyPair } from '@keywright/keys'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { startTestDev } from '../support/devServer.ts'
import { openOperator } from '../support/operator.ts'
import type { TestPostgres } from '../support/postgres.ts'
import { startTestTeam } from '../support/teamServer.ts'

/** Idle connections stay open, because a client in a busy process might send on a connection that is being closed. */
const timeouts = { idleMs: 600_000 }

export interface RacePlace {
  /** A client of the root user per process. */
  readonly roots: readonly Client[]
  /** A client of another user of the organization, at process n modulo the number of processes. */
  clientOf(key: ApiKeyPair, n: number): Client
  verifyJournal(): Promise<JournalVerdict>
  close(): Promise<void>
}

export async function startDevPlace(log: Log, postgres?: TestPostgres): Promise<RacePlace> {
  const database = postgres && { databaseUrl: await postgres.createDatabase() }
  const dev = await startTestDev({ log, timeouts, ...database })
  const operator = await openOperator(dev, { ...database, clock: Date.now })
  return {
    roots: [dev.root],
    clientOf: (key) => clientAt(dev.server.url, dev.server.organizationId, key),
    verifyJournal: () => operator.verifyJournal(dev.server.organizationId),
    async close() {
      await operator.close()
      await dev.close()
    },
  }
}

/** @param connections database connections per process */
export async function startTeamPlace(log: Log, connections: number): Promise<RacePlace> {
  const team = await startTestTeam()
  const servers = [
    await team.start({ log, connections, timeouts }),
    await team.start({ log, connections, timeouts }),
  ]
  const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
  return {
    roots: servers.map(({ url }) => team.clientAt(url)),
    clientOf: (key, n) => clientAt(servers[n % servers.length]!.url, team.organizationId, key),
    verifyJournal: () => verifyJournal(store, team.organizationId),
    async close() {
      await store.close()
      await team.close()
    },
  }
}

const clientAt = (baseUrl: string, organizationId: string, key: ApiKeyPair) =>
  createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    stamper: apiKeyStamper(key),
    baseUrl,
  })
