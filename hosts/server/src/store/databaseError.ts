/** Explains why a PostgreSQL database cannot be opened, read or written. */
import { ServerError, type ServerErrorCode } from '../serverError.ts'
import { SchemaTooNew, SchemaTooOld } from './postgres/migrations.ts'

/** Maps error codes (PostgreSQL manual, appendix A). Messages never repeat the URL, which may contain a password. */
export function databaseError(error: unknown): ServerError {
  if (error instanceof SchemaTooNew) {
    const hint =
      'Start the release that migrated the database, or restore the backup from before the upgrade.'
    return new ServerError('DATABASE_TOO_NEW', error.message, hint, error)
  }
  if (error instanceof SchemaTooOld) {
    if (error.isEmpty) return notInitialized(error)
    const hint =
      'Run `keywright migrate` as the owner of the tables. On a single machine, `keywright serve --migrate` does both.'
    return new ServerError('DATABASE_NOT_MIGRATED', error.message, hint, error)
  }
  const { code = '', message = '', syscall } = error as NetworkError
  const isLogin = /SASL|password/i.test(message)
  // A file of a certificate can be missing.
  const isTls = syscall === 'open' || (!/^[0-9A-Z]{5}$/.test(code) && /SSL|certificate/.test(message))
  const known = KNOWN.find(([pattern]) => pattern.test(isLogin ? LOGIN : isTls ? TLS : code))
  if (known) {
    const [, name, say, hint] = known
    return new ServerError(name, say(message), hint, error)
  }
  return new ServerError(
    'DATABASE_UNREACHABLE',
    `the database${addressOf(error as NetworkError)} does not respond${reasonOf(code, message)}`,
    'Check that PostgreSQL is running and that DATABASE_URL has the right address, user and database.',
    error,
  )
}

/** SQLSTATE classes that an operator can act on; the others, such as a syntax error, are bugs. */
const CLASSES = /^(08|25|28|3D|53|55|57|58)...|^42501$/
const LOST = /^(E(CONN|PIPE)|Connection terminated|timeout exceeded when trying to connect)/

/** The error of a command on an open database, explained if the database or the network is at fault. */
export function orDatabaseError(error: unknown): unknown {
  const { code = '', severity, message = '' } = Object(error) as NetworkError & { readonly severity?: string }
  const isFault = severity === undefined ? LOST.test(code) || LOST.test(message) : CLASSES.test(code)
  return isFault ? databaseError(error) : error
}

const LOGIN = '28000'
const TLS = 'TLS'

const KNOWN: readonly (readonly [
  code: RegExp,
  name: ServerErrorCode,
  say: (message: string) => string,
  hint: string,
])[] = [
  [
    /^28/,
    'DATABASE_LOGIN_REFUSED',
    (message) => `the database rejected the login: ${message}`,
    'Check user and password in DATABASE_URL, and the rules in pg_hba.conf.',
  ],
  [
    /^TLS$/,
    'DATABASE_UNREACHABLE',
    (message) => `no TLS connection to the database: ${message}`,
    'Check sslmode in DATABASE_URL. For a certificate from your own authority, add sslrootcert=FILE.',
  ],
  [
    /^3D000$/,
    'DATABASE_NOT_FOUND',
    (message) => `the database cannot be opened: ${message}`,
    'Create it with createdb, or set another one in DATABASE_URL.',
  ],
  [
    /^42501$/,
    'DATABASE_LOGIN_REFUSED',
    (message) => `the database user lacks a permission: ${message}`,
    'Migrations need the owner of the schema. A server needs SELECT, INSERT, UPDATE and DELETE on its tables.',
  ],
  [
    /^55P03$/,
    'DATABASE_LOCKED',
    () => 'another transaction has locked a table',
    'Find it in pg_stat_activity, wait for it or end it, then repeat.',
  ],
  [
    /^53300$/,
    'DATABASE_UNREACHABLE',
    () => 'the database has no free connections',
    'Raise max_connections, or close other connections.',
  ],
  [
    /^25006$/,
    'DATABASE_UNREACHABLE',
    () => 'the database is read-only',
    'Connect to the primary, not to a standby, and check default_transaction_read_only.',
  ],
  [
    /^53100$/,
    'DATABASE_UNREACHABLE',
    () => 'the disk of the database is full',
    'Free some space on its machine, then repeat.',
  ],
]

interface NetworkError {
  readonly code?: string
  readonly message?: string
  readonly syscall?: string
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
  /** One for each address of a host name. */
  readonly errors?: readonly NetworkError[]
}

function addressOf({ hostname, address, port, errors: [first] = [] }: NetworkError): string {
  if (first) return addressOf(first)
  if (address) return ` at ${address}${port ? `:${port}` : ''}`
  return hostname ? ` at ${hostname}` : ''
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: ': connection refused',
  ENOENT: ': no server listens there',
  ENOTFOUND: ': host name not found',
  EAI_AGAIN: ': host name lookup failed temporarily',
  ETIMEDOUT: ': connection timed out',
}

/** PostgreSQL's codes have five characters, and its messages contain no password. */
function reasonOf(code: string, message: string): string {
  return reasons[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? `: ${message}` : '')
}

export function outdated(): ServerError {
  const hint =
    'If another release wrote them, start that one, or restore a backup of this release. Otherwise they were altered: run `keywright journal verify`.'
  return new ServerError(
    'DATABASE_OUTDATED',
    "this release can't verify the rows of any organization in the database",
    hint,
  )
}

export function notInitialized(cause?: unknown): ServerError {
  const hint = 'Run `keywright init` once to create the root secret and the first organization.'
  return new ServerError('DATABASE_NOT_INITIALIZED', 'the database has no root secret yet', hint, cause)
}
