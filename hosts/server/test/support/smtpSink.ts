/** An SMTP server without TLS for tests, which records every email. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface SunkMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as received, without SMTP dot-stuffing. */
  readonly raw: string
  readonly text: string
  /** The unfolded value of a header; empty if missing. */
  header(name: string): string
}

export interface SmtpSink {
  readonly url: string
  readonly mails: readonly SunkMail[]
  readonly logins: readonly { readonly user: string; readonly password: string }[]
  close(): Promise<void>
}

export interface SmtpSinkOptions {
  /** Offers AUTH PLAIN. */
  readonly hasLogin?: boolean
  /** The reply to each recipient, such as `451 try later`. Default: accepted. */
  readonly answerTo?: string
  /** Answers no recipient before this settles: a server that hangs. */
  readonly hold?: Promise<unknown>
}

export async function startSmtpSink({
  hasLogin = false,
  answerTo,
  hold,
}: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = []
  const logins: { user: string; password: string }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const say = (line: string) => socket.write(`${line}\r\n`)
    let [from, data, waiting] = ['', '', '']
    let to: string[] = []
    let isData = false
    say('220 sink')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      waiting += chunk
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (isData) takeData(line)
        else takeCommand(line)
      }
    })

    function takeData(line: string): void {
      if (line !== '.') {
        data += `${line.replace(/^\./, '')}\r\n`
        return
      }
      mails.push(toMail(from, to, data))
      isData = false
      say('250 taken')
    }

    function takeCommand(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO') say(hasLogin ? '250-sink\r\n250 AUTH PLAIN' : '250 sink')
      else if (verb === 'AUTH') takeLogin(line)
      else if (verb === 'RCPT' && answerTo !== undefined) say(answerTo)
      else if (verb === 'DATA') {
        isData = true
        data = ''
        say('354 go on')
      } else if (verb === 'STAR') say('502 no TLS here')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else {
        if (verb === 'MAIL') [from, to] = [address, []]
        if (verb === 'RCPT') to = [...to, address]
        if (verb === 'RCPT' && hold) void hold.then(() => say('250 well'))
        else say('250 well')
      }
    }

    /** RFC 4616: an authorization identity, the user and the password, with zero bytes between them. */
    function takeLogin(line: string): void {
      const [, user = '', password = ''] = atob(line.split(' ')[2] ?? '').split('\0')
      logins.push({ user, password })
      say('235 welcome')
    }
  })
  // Listens on all addresses, so that tests can use another host name.
  await new Promise<void>((done) => server.listen(0, done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    logins,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

function toMail(from: string, to: readonly string[], raw: string): SunkMail {
  const split = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, split).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) =>
    headers
      .split('\r\n')
      .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  const body = raw.slice(split + 4)
  const isQuoted = header('content-transfer-encoding') === 'quoted-printable'
  const text = isQuoted ? fromQuotedPrintable(body) : body
  return { from, to, raw, text: text.replace(/\r\n/g, '\n'), header }
}

const fromQuotedPrintable = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
