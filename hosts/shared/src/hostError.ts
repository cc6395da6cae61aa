/** An error for operators and developers: code, message with the value, hint. */
export class HostError<Code extends string = string> extends Error {
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
