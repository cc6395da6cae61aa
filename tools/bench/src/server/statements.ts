/** PostgreSQL statements per signature, counted where the store sends them. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { shareCommits } from '@keywright/engine'
import { apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { plugNodeCrypto } from '@keywright/server'
import { openTestStore } from '@keywright/server/test'
import pg from 'pg'
import { atMost, type Row } from '../table.ts'
import { customer } from './customer.ts'
import { AT_ONCE } from './signing.ts'

const SIGNATURES = 960
const SUB_ORGANIZATIONS = 63

interface Cost {
  readonly statements: number
  /** How often a signature was started. */
  readonly attempts: number
}

/** Engines in one process represent processes: each has its own connections and cache. */
export async function benchStatements(createDatabase: () => Promise<string>): Promise<Row[]> {
  plugNodeCrypto(() => undefined)
  const spread = await costOf(await createDatabase(), 1, SUB_ORGANIZATIONS)
  const two = await costOf(await createDatabase(), 2, 1)
  const row = (what: string, value: number, unit: string, most: number): Row => ({
    what,
    value: `${value.toFixed(2)} ${unit}`,
    ...atMost(value, most, `${most}`),
  })
  return [
    row(`statements a signature, spread over ${SUB_ORGANIZATIONS}`, spread.statements, 'statements', 3),
    row('  two processes on one organization', two.statements, 'statements', 3),
    row('attempts a signature, two processes on one organization', two.attempts, 'attempts', 1.05),
  ]
}

async function costOf(databaseUrl: string, processes: number, organizations: number): Promise<Cost> {
  let attempts = 0
  const stores = await Promise.all(Array.from({ length: processes }, () => openTestStore(databaseUrl)))
  const engines = stores.map((store, n) =>
    createTestEngine(`bench statements ${n}`, {
      store,
      rootSecret: new Uint8Array(32).fill(7),
      share: shareCommits(() => setImmediate()),
      backOff: (attempt) => setTimeout(Math.random() * Math.min(2 ** attempt, 256)),
      observe: () => void attempts++,
    }),
  )
  const { root, rootKey } = await engines[0]!.organization()
  const clients = await Promise.all(
    Array.from({ length: organizations }, async (_, n) => {
      const { subOrganizationId, wallet } = await root.run(
        'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
        customer(n, { publicKey: rootKey.publicKey, curveType: rootKey.curve }),
      )
      const at = engines.map((engine) => engine.client(subOrganizationId, apiKeyStamper(rootKey)))
      return { at, signWith: wallet!.addresses[0]! }
    }),
  )
  const sign = async (n: number) => {
    const { at, signWith } = clients[n % clients.length]!
    await at[n % at.length]!.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith,
      payload: n.toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  }
  // Warm up the caches of each organization.
  await atOnce(AT_ONCE * 4, sign)
  attempts = 0
  const statements = await countStatements(() => atOnce(SIGNATURES, (n) => sign(n + AT_ONCE * 4)))
  const cost = { statements: statements / SIGNATURES, attempts: attempts / SIGNATURES }
  await Promise.all(engines.map((engine) => engine.idle()))
  await Promise.all(stores.map((store) => store.close()))
  return cost
}

async function atOnce(count: number, task: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await task(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function countStatements(task: () => Promise<void>): Promise<number> {
  const { query } = pg.Client.prototype
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    count++
    return (query as (...of: unknown[]) => unknown).apply(this, asked)
  } as typeof query
  try {
    await task()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}
