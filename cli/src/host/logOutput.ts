/** Where a server's log goes. A full disk, or a reader that stops or ends, costs lines of the log and never the server. */
import { fstatSync, writeSync } from 'node:fs'

export interface LogOutput {
  write(line: string): void
  /** Lines lost since the start. */
  dropped(): number
}

/** Upper bound of the bytes that wait for a slow reader. */
const MOST_WAITING = 1024 * 1024

/** @param clock milliseconds since 1970, for the line that reports lost lines */
export function openLogOutput(stdout: NodeJS.WriteStream & { fd: number }, clock: () => number): LogOutput {
  const attempt = isFile(stdout.fd) ? toFile(stdout.fd) : toStream(stdout)
  let dropped = 0
  let reported = 0
  const reportLosses = () => {
    const entry = { time: new Date(clock()).toISOString(), level: 'warn', message: 'log lines were lost' }
    if (!attempt(`${JSON.stringify({ ...entry, lines: dropped - reported })}\n`)) return false
    reported = dropped
    return true
  }
  return {
    write(line) {
      const isWritten = (dropped === reported || reportLosses()) && attempt(line)
      if (!isWritten) dropped += 1
    },
    dropped: () => dropped,
  }
}

const isFile = (fd: number): boolean => {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** Node closes the stream of a file when the disk is full. Written directly, the file works again once there is space. */
function toFile(fd: number): (text: string) => boolean {
  let isTorn = false
  return (text) => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text)
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written)
      isTorn = false
      return true
    } catch {
      isTorn ||= written > 0
      return false
    }
  }
}

function toStream(stream: NodeJS.WriteStream): (text: string) => boolean {
  let hasEnded = false
  // Other commands end when their output is lost.
  stream.removeAllListeners('error').on('error', () => {
    hasEnded = true
  })
  return (text) => {
    if (hasEnded || stream.writableLength > MOST_WAITING) return false
    stream.write(text)
    return true
  }
}
