/** Sends emails through an SMTP server (RFC 5321). */
import type { Mail } from '@keywright/engine'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import type { Transporter } from 'nodemailer'
import { ServerError } from '../../serverError.ts'
import { MessageRefused } from './messageRefused.ts'

export interface SmtpSettings {
  /**
   * `smtps://user:password@host:465` uses TLS from the start. `smtp://user:password@host:587` upgrades with STARTTLS, which
   * is required for other machines unless `?ignoreTLS=true` is set.
   */
  readonly url: string
  /** Such as `Keywright <no-reply@example.com>`. A sender in a request only sets the name and the reply address. */
  readonly from: string
}

export interface SmtpCarrier {
  /** @throws MessageRefused for a permanent rejection; any other error for a temporary one */
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 4
const ADDRESS = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/u

/** Connects at the first email and keeps the connection. @throws ServerError `CARRIER_MALFORMED` */
export function createSmtpCarrier({ url, from }: SmtpSettings): SmtpCarrier {
  const server = parseSmtpUrl(url)
  const sender = parseSender(from)
  const transport = openTransport(server)
  // Errors are reported per email.
  transport.catch(() => undefined)
  return {
    async send(mail) {
      const { sendFromEmailSenderName: name, replyToEmailAddress: replyTo } = mail.template
      await (await transport)
        .sendMail({
          from: { address: sender.address, name: typeof name === 'string' ? name : sender.name },
          // An object, so that the address cannot inject a second recipient.
          to: { address: mail.to, name: '' },
          subject: mail.subject,
          text: mail.text,
          messageId: messageIdOf(mail, sender.address),
          ...(typeof replyTo === 'string' && { replyTo: { address: replyTo, name: '' } }),
          // Suppresses out-of-office replies (RFC 3834 §5).
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

/** A permanent rejection of this recipient or text. Errors such as a wrong password can be fixed. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')

/** Omits the server's text, which may quote the email. */
const reasonOf = ({ code = 'no response', responseCode }: SmtpError) =>
  responseCode === undefined ? code : `${code} ${responseCode}`

/** The same in all attempts, so that mailboxes show duplicates once. */
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
  // Not repeated, because it may contain a password.
  throw malformed(
    'the URL of the SMTP server is not usable',
    'Set KEYWRIGHT_SMTP_URL to a URL such as smtps://user:password@mail.example.com:465, and percent-encode special characters in the password.',
  )
}

function parseSender(from: string): { name: string; address: string } {
  const { name = '', inner, bare } = ADDRESS.exec(from.trim())?.groups ?? {}
  const address = inner ?? bare
  if (address !== undefined) return { name: name.trim().replace(/^"|"$/g, ''), address }
  throw malformed(
    `the sender \`${from}\` is not an email address`,
    'Set --mail-from to a sender such as Keywright <no-reply@example.com>.',
  )
}

const malformed = (message: string, hint: string) => new ServerError('CARRIER_MALFORMED', message, hint)
