/** A raw connection to a server, for bytes that no HTTP client sends. */
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  readonly socket: Socket
  /** Whether neither side has ended it. */
  readonly isOpen: () => boolean
  /** Everything that the server sent, once the connection is closed. */
  readonly answer: Promise<string>
  write(bytes: string | Uint8Array): void
  end(): void
  reset(): void
  /** Writes the bytes repeatedly, at an interval in milliseconds, until the connection is closed. */
  trickle(bytes: string, everyMs: number): void
}

/** @param options `staysOpen`: keep sending after the server closed its half */
export function openRaw(url: string, { staysOpen = false } = {}): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let text = ''
  let isOpen = true
  socket.setEncoding('utf8')
  socket.on('data', (piece) => {
    text += piece
  })
  // The server may disconnect the client while it writes.
  socket.on('error', () => undefined)
  socket.on('end', () => {
    isOpen = false
    if (!staysOpen) socket.end()
  })
  const answer = new Promise<string>((resolve) => {
    socket.on('close', () => {
      isOpen = false
      resolve(text)
    })
  })
  return {
    socket,
    answer,
    isOpen: () => isOpen,
    write: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    trickle(bytes, everyMs) {
      const timer = setInterval(() => socket.writable && socket.write(bytes), everyMs)
      socket.on('close', () => clearInterval(timer))
    },
  }
}

/** Sends bytes on a new connection and returns everything received until the server closed it. */
export function exchange(url: string, bytes: string | Uint8Array, { end = false } = {}): Promise<string> {
  const connection = openRaw(url)
  connection.write(bytes)
  if (end) connection.end()
  return connection.answer
}

export interface ParsedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Parses the responses of a connection, which all have a Content-Length. */
export function parseAnswers(text: string): ParsedAnswer[] {
  const answers: ParsedAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
    const length = Number(headers.get('content-length'))
    const body = rest.slice(headEnd + 4, headEnd + 4 + length)
    if (headEnd < 0 || body.length !== length) throw new Error(`incomplete response: ${rest.slice(0, 200)}`)
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body })
    rest = rest.slice(headEnd + 4 + length)
  }
  return answers
}
