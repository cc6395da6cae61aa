/** The database of a team server. */
import { databaseError } from '../store/databaseError.ts'
import { openPostgresStore, type PostgresStore } from '../store/postgres.ts'

/** @throws ServerError `DATABASE_UNREACHABLE`, `DATABASE_LOGIN_REFUSED`, `DATABASE_NOT_FOUND` */
export async function openTeamStore(url: string, connections = 10): Promise<PostgresStore> {
  return openPostgresStore(url, { connections }).catch((error: unknown) => {
    throw databaseError(error, 'DATABASE_URL')
  })
}
