/** Exit codes of every command. */
export const ExitCode = {
  ok: 0,
  /** The engine said no, an activity failed, a check found something. */
  refused: 1,
  /** The command line, a file or a body is wrong; nothing was sent. */
  usage: 2,
  /** No server answers at the base URL. */
  unreachable: 3,
  /** Accepted, but not done yet: it waits for approvals, for more shares, or for time. */
  waiting: 4,
  /** Stopped by the user, as shells say it: 128 and the number of SIGINT. */
  interrupted: 130,
  /** The reader of the output closed the pipe; shells report it as 128 plus the number of SIGPIPE. */
  brokenPipe: 141,
} as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]
