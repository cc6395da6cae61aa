/** Where requests race: one process on SQLite, one on PostgreSQL, two on one PostgreSQL. */

import { type JournalVerdict, verifyJournal } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/testing'
import type { Log } from '@keywright/host'
import type { ApiKeyPair } from '@keywright/keys'
import { openPostgresStore } from '../store/postgres.ts'
import { startTestDev } from '../testing/devServer.ts'
import { openOperator } from '../testing/operator.ts'
import type { TestPostgres } from '../testing/postgres.ts'
import { startTestTeam } from '../testing/teamServer.ts'

/** A client in a busy process may send on a connection that the server is closing as idle, so none is closed. */
const timeouts = { idleMs: 600_000 }

export interface RacePlace {
  /** The root user at each process. */
  readonly roots: readonly Client[]
  /** Somebody else of the same organization, at the n-th process, counted round and round. */
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

/** @param connections to the database, of each of the two processes */
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
