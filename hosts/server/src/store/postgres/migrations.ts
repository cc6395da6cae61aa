/** The schema, as ordered steps. Every primary key begins with the organization id, so that a distributed database can shard on it. */
import type pg from 'pg'
import { withClient } from './connections.ts'

/** Ordered; each runs once. A released one is never edited. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE organizations (
    organization text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    appends bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE rows (
    organization text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (organization, name, id)
  );
  -- The second part of an outbox row's id is the time when it is due.
  CREATE INDEX due ON rows (organization, split_part(id, '/', 2)) WHERE name = 'outbox';
  -- Unlogged: a crash may lose the allowances of the current second.
  CREATE UNLOGGED TABLE allowances (
    organization text COLLATE "C" PRIMARY KEY,
    second bigint NOT NULL,
    taken int NOT NULL
  );
  -- Unlogged: leases don't outlive a crash.
  CREATE UNLOGGED TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE FUNCTION fail_commit(state text, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    RAISE '%', reason USING ERRCODE = state;
  END $$;
  `,
]

/** Any constant that nothing else in the database locks. */
const MIGRATION_LOCK = 6_579_571

/** Longest wait for a lock on a table, because PostgreSQL makes later statements on the table wait behind it. */
const LOCK_MS = 5_000

/** One migration, as `migrate --plan` shows it. */
export interface Migration {
  /** From 0. */
  readonly number: number
  readonly statements: string
  readonly isDone: boolean
}

/** Lists the migrations without changing anything. */
export async function planMigrations(
  connectionString: string,
  migrations: readonly string[] = MIGRATIONS,
): Promise<Migration[]> {
  return withClient(connectionString, (client) => migrationsIn(client, migrations))
}

/**
 * Runs all missing migrations or none.
 * @param migrations default: those of this release @returns the missing ones
 * @throws SchemaTooNew
 */
export async function migrate(
  connectionString: string,
  migrations: readonly string[] = MIGRATIONS,
  lockMs = LOCK_MS,
): Promise<Migration[]> {
  return withClient(connectionString, async (client) => {
    await client.query('BEGIN')
    // Of the transaction, not of the session: works behind a connection pooler too.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`)
    await client.query('CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY)')
    const missing = (await migrationsIn(client, migrations)).filter(({ isDone }) => !isDone)
    for (const { number, statements } of missing) {
      await client.query(statements)
      await client.query('INSERT INTO migrations (number) VALUES ($1)', [number])
    }
    await client.query('COMMIT')
    return missing
  })
}

/** Another release has changed the schema. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** The schema lacks migrations of this release. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
  readonly isEmpty: boolean

  constructor(missing: number, all: number) {
    super(`the database lacks ${missing} of ${all} migrations`)
    this.isEmpty = missing === all
  }
}

/** @throws SchemaTooOld, SchemaTooNew */
export async function assertMigrated(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const all = await migrationsIn(client, migrations)
  const missing = all.filter(({ isDone }) => !isDone)
  if (missing.length > 0) throw new SchemaTooOld(missing.length, all.length)
}

/** All migrations, and whether this database has them. @throws SchemaTooNew */
export async function migrationsIn(
  client: pg.Client,
  migrations: readonly string[] = MIGRATIONS,
): Promise<Migration[]> {
  const done = await migrationsDone(client)
  const [newest, last] = [Math.max(-1, ...done), migrations.length - 1]
  if (newest > last) {
    throw new SchemaTooNew(
      `another release migrated the database to schema ${newest + 1}, and this one knows schemas up to ${last + 1}`,
    )
  }
  return migrations.map((statements, number) => ({ number, statements, isDone: done.has(number) }))
}

async function migrationsDone(client: pg.Client): Promise<ReadonlySet<number>> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "SELECT to_regclass('migrations') AS name",
  )
  if (found[0]!.name === null) return new Set()
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migrations')
  return new Set(rows.map((row) => row.number))
}
