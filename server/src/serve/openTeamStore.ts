/** The database of a team server. */
import { ServerError } from '../serverError.ts'
import { openPostgresStore, type PostgresStore } from '../store/postgres.ts'

/** @throws ServerError `DATABASE_UNREACHABLE` */
export async function openTeamStore(url: string, connections = 10): Promise<PostgresStore> {
  return openPostgresStore(url, { connections }).catch((error: unknown) => {
    const hint = 'Check that PostgreSQL runs and that DATABASE_URL names its address, user and database.'
    throw new ServerError('DATABASE_UNREACHABLE', 'the database does not answer', hint, error)
  })
}
