/** Why a server did not start or an operator's command did not work, with what to do about it. */
export type ServerErrorCode =
  | 'PORT_TAKEN'
  | 'HOST_NOT_LOOPBACK'
  | 'STATE_MALFORMED'
  | 'SEED_MISMATCH'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_NOT_DEVELOPMENT'
  | 'DATABASE_IS_DEVELOPMENT'
  | 'DATABASE_NOT_INITIALIZED'
  | 'DATABASE_INITIALIZED_ALREADY'
  | 'ROOT_SECRET_MALFORMED'
  | 'ROOT_SECRET_MISMATCH'
  | 'ROOT_SECRET_PUBLIC'
  | 'SNAPSHOT_NOT_FOUND'
  | 'SNAPSHOT_MALFORMED'
  | 'SNAPSHOT_NAME_MALFORMED'
  | 'FAULT_MALFORMED'
  | 'CARRIER_MALFORMED'
  | 'KEY_FILE_NOT_WRITTEN'

export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ServerErrorCode
  /** What the reader can do. */
  readonly hint: string

  constructor(code: ServerErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
  }
}
