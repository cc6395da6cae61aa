/** The schema, as ordered steps. Every primary key begins with the organization id, so that a distributed database can shard on it. */
import type pg from 'pg'
import { withClient } from './connections.ts'

/** Ordered; each runs once. A released one is never edited. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE organizations (
    organization text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL
  );
  CREATE TABLE rows (
    organization text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (organization, name, id)
  );
  `,
  `CREATE INDEX waiting ON rows (organization) WHERE name = 'outbox';`,
  // Unlogged: a crash may lose the allowances of the current second.
  `
  CREATE UNLOGGED TABLE allowances (
    organization text COLLATE "C" PRIMARY KEY,
    second bigint NOT NULL,
    taken int NOT NULL
  );
  `,
  // Unlogged: leases don't outlive a crash.
  `
  CREATE UNLOGGED TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    until timestamptz NOT NULL
  );
  `,
  // Processes of the previous release don't count appends: each of their commits changes facts.
  `ALTER TABLE organizations ADD COLUMN appends bigint NOT NULL DEFAULT 0;`,
  // Read only by releases before the outbox index below.
  `
  CREATE TABLE notes (
    organization text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL
  );
  INSERT INTO notes (organization, until)
  SELECT organization, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  FROM rows WHERE name = 'outbox' GROUP BY organization;
  INSERT INTO notes
  SELECT '', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + 86400000
  WHERE EXISTS (SELECT FROM organizations);
  `,
  `
  CREATE FUNCTION fail_commit(state text, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    RAISE '%', reason USING ERRCODE = state;
  END $$;
  `,
  // The second part of an outbox row's id is the time when it is due.
  `
  CREATE INDEX due ON rows (organization, split_part(id, '/', 2)) WHERE name = 'outbox';
  DROP INDEX waiting;
  `,
  // Changes nothing. Earlier releases can't read the activities of this one, so they must not start on this database.
  'SELECT 1;',
]

/** How many migrations this release has. */
export const SCHEMA = MIGRATIONS.length

/** Any constant that nothing else in the database locks. */
const MIGRATION_LOCK = 6_579_571

/** One migration, as `migrate --plan` shows it. */
export interface Migration {
  /** From 0. */
  readonly number: number
  readonly statements: string
  readonly isDone: boolean
}

/** Lists the migrations without changing anything. */
export async function planMigrations(connectionString: string): Promise<Migration[]> {
  return withClient(connectionString, migrationsIn)
}

/**
 * Runs all missing migrations or none. @returns the missing ones
 * @throws SchemaTooNew
 */
export async function migrate(connectionString: string): Promise<Migration[]> {
  return withClient(connectionString, async (client) => {
    await client.query('BEGIN')
    // Of the transaction, not of the session: works behind a connection pooler too.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query('CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY)')
    const missing = (await migrationsIn(client)).filter(({ isDone }) => !isDone)
    for (const { number, statements } of missing) {
      await client.query(statements)
      await client.query('INSERT INTO migrations (number) VALUES ($1)', [number])
    }
    await client.query('COMMIT')
    return missing
  })
}

/** A newer release has changed the schema. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** The schema lacks migrations of this release. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
  readonly isEmpty: boolean

  constructor(missing: number) {
    super(`the database lacks ${missing} of ${MIGRATIONS.length} migrations`)
    this.isEmpty = missing === MIGRATIONS.length
  }
}

/** @throws SchemaTooOld, SchemaTooNew */
export async function assertMigrated(client: pg.Client): Promise<void> {
  const missing = (await migrationsIn(client)).filter(({ isDone }) => !isDone)
  if (missing.length > 0) throw new SchemaTooOld(missing.length)
}

/** @throws SchemaTooNew */
function toPlan(done: ReadonlySet<number>): Migration[] {
  const newest = Math.max(-1, ...done)
  if (newest >= MIGRATIONS.length) {
    throw new SchemaTooNew(
      `the database has migration ${newest}, this release ends at ${MIGRATIONS.length - 1}`,
    )
  }
  return MIGRATIONS.map((statements, number) => ({ number, statements, isDone: done.has(number) }))
}

/** All migrations, and whether this database has them. @throws SchemaTooNew */
export const migrationsIn = async (client: pg.Client): Promise<Migration[]> =>
  toPlan(await migrationsDone(client))

async function migrationsDone(client: pg.Client): Promise<ReadonlySet<number>> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "SELECT to_regclass('migrations') AS name",
  )
  if (found[0]!.name === null) return new Set()
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migrations')
  return new Set(rows.map((row) => row.number))
}
