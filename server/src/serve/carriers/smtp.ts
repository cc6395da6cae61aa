/** Hands mails to an SMTP server (RFC 5321). */
import type { Mail } from '@keywright/engine'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import type { Transporter } from 'nodemailer'
import { ServerError } from '../../serverError.ts'
import { MessageRefused } from './messageRefused.ts'

export interface SmtpSettings {
  /**
   * `smtps://user:password@host:465` speaks TLS from the start; `smtp://user:password@host:587` begins it with STARTTLS,
   * and on a machine other than this one sends nothing without it. `?ignoreTLS=true` allows a carrier without TLS.
   */
  readonly url: string
  /** Like `Keywright <no-reply@example.com>`. Senders that callers ask for are passed on as a name and a reply address. */
  readonly from: string
}

export interface SmtpCarrier {
  /** @throws MessageRefused when it will never be taken; any other error when it may be taken later */
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 4
const ADDRESS = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/u

/** Connects at the first mail, and keeps the connection for the next ones. @throws ServerError `CARRIER_MALFORMED` */
export function createSmtpCarrier({ url, from }: SmtpSettings): SmtpCarrier {
  const server = parseSmtpUrl(url)
  const sender = parseSender(from)
  const transport = openTransport(server)
  // Each mail meets what went wrong.
  transport.catch(() => undefined)
  return {
    async send(mail) {
      const { sendFromEmailSenderName: name, replyToEmailAddress: replyTo } = mail.template
      await (await transport)
        .sendMail({
          from: { address: sender.address, name: typeof name === 'string' ? name : sender.name },
          // An object, so that nothing in the address can name a second receiver.
          to: { address: mail.to, name: '' },
          subject: mail.subject,
          text: mail.text,
          messageId: messageIdOf(mail, sender.address),
          ...(typeof replyTo === 'string' && { replyTo: { address: replyTo, name: '' } }),
          // Keeps answers of absent people away (RFC 3834 §5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        .catch((error: SmtpError) => {
          throw isFinal(error) ? new MessageRefused(reasonOf(error)) : new Error(reasonOf(error))
        })
    },
    close: () => void transport.then((opened) => opened.close()).catch(() => undefined),
  }
}

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

/** A server that refuses this receiver or this text for good; a wrong password may be mended. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')

/** Without the server's text, which may repeat the mail. */
const reasonOf = ({ code = 'no answer', responseCode }: SmtpError) =>
  responseCode === undefined ? code : `${code} ${responseCode}`

/** The same in all tries of a mail, so that a mailbox that got it twice shows it once. */
function messageIdOf({ to, subject, text, organizationId }: Mail, address: string): string {
  const id = sha256Hex(toUtf8(JSON.stringify([organizationId, to, subject, text]))).slice(0, 32)
  return `<${id}@${address.slice(address.indexOf('@') + 1)}>`
}

async function openTransport(url: URL): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const { searchParams, username, password, protocol, hostname, port } = url
  const isSecure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere && searchParams.get('ignoreTLS') !== 'true',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
  }) as Transporter
}

function parseSmtpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOurs = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
  if (url && isOurs && url.hostname !== '') return url
  // It may hold a password, so it is not repeated.
  throw malformed(
    'the address of the SMTP server is not usable',
    'Write it like smtps://user:password@mail.example.com:465; encode special characters of the password by %.',
  )
}

function parseSender(from: string): { name: string; address: string } {
  const { name = '', inner, bare } = ADDRESS.exec(from.trim())?.groups ?? {}
  const address = inner ?? bare
  if (address !== undefined) return { name: name.trim().replace(/^"|"$/g, ''), address }
  throw malformed(
    `the sender \`${from}\` is not an email address`,
    'Write it like Keywright <no-reply@example.com>.',
  )
}

const malformed = (message: string, hint: string) => new ServerError('CARRIER_MALFORMED', message, hint)
