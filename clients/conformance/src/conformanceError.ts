/** A problem with the adapter, which prevents checks of the client. */

const HELP = {
  ADAPTER_NOT_STARTED: 'give the command that runs it after --, as you would type it',
  ADAPTER_ENDED: 'it reads instructions until its standard input ends',
  ADAPTER_LINE_MALFORMED:
    'its standard output is for answers only, one JSON object a line: {"id": 1, "result": {…}}; print everything else to standard error',
  ADAPTER_NO_HELLO: 'its first answer is {"id": 1, "result": {"name": "…"}}',
} as const

export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  readonly code: keyof typeof HELP

  constructor(code: keyof typeof HELP, message: string) {
    super(message)
    this.code = code
  }

  get help(): string {
    return HELP[this.code]
  }
}
