/** `migrate`: runs missing migrations, or only lists them. */
import { databaseError } from '../store/databaseError.ts'
import { type Migration, migrate, planMigrations } from '../store/postgres/migrations.ts'

/** All migrations of this release, and which of them the database has. Changes nothing. @throws ServerError */
export const planMigration = (databaseUrl: string): Promise<Migration[]> =>
  planMigrations(databaseUrl).catch(told)

/** Runs the missing migrations. @returns them @throws ServerError */
export const migrateDatabase = (databaseUrl: string): Promise<Migration[]> => migrate(databaseUrl).catch(told)

const told = (error: unknown): never => {
  throw databaseError(error)
}
