/** Why a server did not start or an operator's command did not work, with what to do about it. */
import { type DevhostErrorCode, HostError } from '@keywright/devhost'

export type ServerErrorCode =
  | DevhostErrorCode
  | 'PORT_TAKEN'
  | 'HOST_UNUSABLE'
  | 'HOST_NOT_LOOPBACK'
  | 'STATE_IN_USE'
  | 'STATE_OF_ANOTHER'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_LOGIN_REFUSED'
  | 'DATABASE_NOT_FOUND'
  | 'DATABASE_NOT_DEVELOPMENT'
  | 'DATABASE_IS_DEVELOPMENT'
  | 'DATABASE_NOT_INITIALIZED'
  | 'DATABASE_INITIALIZED_ALREADY'
  | 'ROOT_SECRET_MALFORMED'
  | 'ROOT_SECRET_MISMATCH'
  | 'ROOT_SECRET_PUBLIC'
  | 'CARRIER_MALFORMED'
  | 'DATABASE_TOO_NEW'
  | 'DATABASE_NOT_EMPTY'
  | 'BACKUP_MALFORMED'
  | 'BACKUP_NOT_WRITTEN'
  | 'SHARES_NOT_WRITTEN'
  | 'TLS_MALFORMED'
  | 'TELEMETRY_UNAVAILABLE'
  | 'TOKEN_UNAVAILABLE'
  | 'HEADER_PREFIX_MALFORMED'
  | 'KEY_FILE_NOT_WRITTEN'

export class ServerError extends HostError<ServerErrorCode> {
  override readonly name = 'ServerError'
}
