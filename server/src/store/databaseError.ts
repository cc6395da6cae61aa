/** Why a PostgreSQL database was not opened: a wrong password is another matter than a machine that is off. */
import { ServerError } from '../serverError.ts'
import { SchemaTooNew } from './postgres/migrations.ts'

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
      'the database does not let this user create tables',
      'Grant the user CREATE on the schema, or make it the owner of the database.',
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
