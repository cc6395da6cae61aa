/** `migrate`: brings the tables of a database up to this release, or only says what that would do. */
import { databaseError } from '../store/databaseError.ts'
import { type Migration, migrate, planMigrations } from '../store/postgres/migrations.ts'

/** What a start of this release would do, and what was done before; changes nothing. @throws ServerError */
export const planMigration = (databaseUrl: string): Promise<Migration[]> =>
  planMigrations(databaseUrl).catch(told)

/** Does what is missing. @returns that @throws ServerError */
export const migrateDatabase = (databaseUrl: string): Promise<Migration[]> => migrate(databaseUrl).catch(told)

const told = (error: unknown): never => {
  throw databaseError(error, 'DATABASE_URL')
}
