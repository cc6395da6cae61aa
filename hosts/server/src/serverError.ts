/** Why a server did not start or an operator's command failed, with a hint. */
import { HostError } from '@keywright/host'

export type ServerErrorCode =
  | 'STATE_MALFORMED'
  | 'PORT_TAKEN'
  | 'HOST_UNUSABLE'
  | 'SOCKET_TAKEN'
  | 'SOCKET_UNUSABLE'
  | 'HOST_NOT_LOOPBACK'
  | 'STATE_IN_USE'
  | 'STATE_OF_ANOTHER'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_LOGIN_REFUSED'
  | 'DATABASE_NOT_FOUND'
  | 'DATABASE_LOCKED'
  | 'DATABASE_NOT_DEVELOPMENT'
  | 'DATABASE_IS_DEVELOPMENT'
  | 'DATABASE_NOT_INITIALIZED'
  | 'DATABASE_INITIALIZED_ALREADY'
  | 'ROOT_SECRET_MALFORMED'
  | 'ROOT_SECRET_MISMATCH'
  | 'ROOT_SECRET_PUBLIC'
  | 'CARRIER_MALFORMED'
  | 'DATABASE_TOO_NEW'
  | 'DATABASE_OUTDATED'
  | 'DATABASE_NOT_MIGRATED'
  | 'DATABASE_NOT_EMPTY'
  | 'BACKUP_MALFORMED'
  | 'BACKUP_NOT_WRITTEN'
  | 'SHARES_NOT_PENDING'
  | 'ROTATION_NOT_STARTED'
  | 'ROTATION_STARTED'
  | 'WEBHOOK_KEY_CHANGED'
  | 'WEBHOOK_KEYS_DAMAGED'
  | 'USER_EXISTS'
  | 'USER_UNKNOWN'
  | 'ARCHIVE_MALFORMED'
  | 'JOURNALS_IN_USE'
  | 'JOURNAL_KEPT_CHANGING'
  | 'STREAM_MALFORMED'
  | 'STREAM_NOT_WRITTEN'
  | 'TLS_MALFORMED'
  | 'TELEMETRY_UNAVAILABLE'
  | 'TOKEN_UNAVAILABLE'
  | 'HEADER_PREFIX_MALFORMED'
  | 'KEY_FILE_NOT_WRITTEN'
  | 'KEY_COMMAND_FAILED'

export class ServerError extends HostError<ServerErrorCode> {
  override readonly name = 'ServerError'
}

/** @param what name in messages, such as `key file` */
export const unreadable = (what: string, path: string, code: ServerErrorCode, cause: unknown): ServerError =>
  new ServerError(
    code,
    `the ${what} ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
    'Check the path, and that this user can read the file.',
    cause,
  )
