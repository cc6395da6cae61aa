/** Exit codes of every command. */
export const ExitCode = {
  ok: 0,
  /** The engine rejected the request, an activity failed, or a check found problems. */
  refused: 1,
  /** The command line, a file or a body is invalid; nothing was sent. */
  usage: 2,
  /** No response from the server. */
  unreachable: 3,
  /** Accepted, but waiting for approvals or shares, or timed out while waiting. */
  waiting: 4,
  /** Stopped by the user; shells report 128 plus the number of SIGINT. */
  interrupted: 130,
  /** The reader of the output closed the pipe; shells report it as 128 plus the number of SIGPIPE. */
  brokenPipe: 141,
} as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]
