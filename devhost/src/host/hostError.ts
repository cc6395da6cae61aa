/** What went wrong in a host, with what to do about it. */
export type DevhostErrorCode =
  | 'STATE_MALFORMED'
  | 'SEED_MISMATCH'
  | 'SNAPSHOT_MALFORMED'
  | 'SNAPSHOT_NAME_MALFORMED'
  | 'FAULT_MALFORMED'

/** An error for people: code, message with the value, hint. */
export class HostError<Code extends string = DevhostErrorCode> extends Error {
  override readonly name: string = 'HostError'
  readonly code: Code
  /** What the reader can do. */
  readonly hint: string

  constructor(code: Code, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
  }
}
