/** The database of a team server. */
import { databaseError } from '../store/databaseError.ts'
import { migrate } from '../store/postgres/migrations.ts'
import { openPostgresStore, type PostgresOptions, type PostgresStore } from '../store/postgres.ts'

export interface TeamStoreOptions extends Pick<PostgresOptions, 'connections' | 'migrations'> {
  /** Runs missing migrations first. Default: false, an old schema is an error. */
  readonly migrate?: boolean
}

/**
 * @throws ServerError `DATABASE_UNREACHABLE`, `DATABASE_LOGIN_REFUSED`, `DATABASE_NOT_FOUND`, `DATABASE_NOT_MIGRATED`,
 *   `DATABASE_TOO_NEW`
 */
export async function openTeamStore(
  url: string,
  { migrate: migrates = false, connections, migrations }: TeamStoreOptions = {},
): Promise<PostgresStore> {
  try {
    if (migrates) await migrate(url, migrations)
    return await openPostgresStore(url, {
      ...(connections && { connections }),
      ...(migrations && { migrations }),
    })
  } catch (error) {
    throw databaseError(error)
  }
}
