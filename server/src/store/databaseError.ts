/** Why a PostgreSQL database was not opened: a wrong password is another matter than a machine that is off. */
import { ServerError } from '../serverError.ts'
import { SchemaTooNew, SchemaTooOld } from './postgres/migrations.ts'

/**
 * PostgreSQL's own codes (appendix A of its manual). Nothing of the address is repeated: it may hold a password.
 * @param setting names where the address came from
 */
export function databaseError(error: unknown, setting: string): ServerError {
  if (error instanceof SchemaTooNew) {
    const hint =
      'Start the release that made it, or a newer one; or restore the backup of before the upgrade.'
    return new ServerError('DATABASE_TOO_NEW', error.message, hint, error)
  }
  if (error instanceof SchemaTooOld) {
    if (error.isEmpty) return notInitialized(error)
    const hint =
      'Run `keywright migrate` as the owner of the tables. On a single machine, `keywright serve --migrate` does both.'
    return new ServerError('DATABASE_NOT_MIGRATED', error.message, hint, error)
  }
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code.startsWith('28') || /SASL|password/i.test(message)) {
    return new ServerError(
      'DATABASE_LOGIN_REFUSED',
      'the database refuses the user or the password',
      `Check user and password in ${setting}, and the rules of pg_hba.conf.`,
      error,
    )
  }
  if (code === '3D000') {
    return new ServerError(
      'DATABASE_NOT_FOUND',
      'the server has no database of that name',
      `Create it with createdb, or name another one in ${setting}.`,
      error,
    )
  }
  if (code === '42501') {
    return new ServerError(
      'DATABASE_LOGIN_REFUSED',
      `the database doesn't let this user do that: ${message}`,
      'Migrations need the owner of the schema. A server needs SELECT, INSERT, UPDATE and DELETE on its tables.',
      error,
    )
  }
  if (code === '53300') {
    return new ServerError(
      'DATABASE_UNREACHABLE',
      'the database takes no more connections',
      'Raise max_connections there, or stop what holds them.',
      error,
    )
  }
  return new ServerError(
    'DATABASE_UNREACHABLE',
    `the database does not answer${reasons[code] ?? ''}`,
    `Check that PostgreSQL runs and that ${setting} names its address, user and database.`,
    error,
  )
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: ': nobody listens at that address',
  ENOTFOUND: ': there is no machine of that name',
  EAI_AGAIN: ': its name cannot be looked up now',
  ETIMEDOUT: ': the connection took too long',
  '57P03': ': it is starting up or shutting down',
}

export function notInitialized(cause?: unknown): ServerError {
  const hint = 'Run `keywright init` once: it makes the root secret and the first organization.'
  return new ServerError('DATABASE_NOT_INITIALIZED', 'the database has no root secret yet', hint, cause)
}
