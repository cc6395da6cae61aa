/** Settings of `keywright serve` from flags and the environment. Passwords are never arguments. */
import { isOrigin } from '@keywright/contract'
import { nearestWord } from '@keywright/policy'
import { createProxies, type ServerOptions } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import type { Context } from '../command.ts'
import { readText } from '../files/files.ts'
import { resolveKeptSecret } from '../files/token.ts'
import { usageFailure } from '../output/failure.ts'

/** @throws Failure (usage) for incomplete settings */
export async function resolveCarriers({
  input,
  host,
}: Context): Promise<Pick<ServerOptions, 'smtp' | 'smsEndpoint'>> {
  const file = input.flag('smtp-url-file')
  const url = (file === undefined ? host.env['KEYWRIGHT_SMTP_URL'] : await readText(host, file))?.trim()
  const from = input.flag('mail-from') ?? host.env['KEYWRIGHT_MAIL_FROM']
  const smsUrl = input.flag('sms-url') ?? host.env['KEYWRIGHT_SMS_URL']
  if (Boolean(url) !== Boolean(from)) {
    throw usageFailure(
      url ? 'the sender of emails is missing' : 'the URL of the SMTP server is missing',
      url
        ? 'set KEYWRIGHT_MAIL_FROM, for example to Keywright <no-reply@example.com>'
        : 'set KEYWRIGHT_SMTP_URL, for example to smtps://user:password@mail.example.com:465',
    )
  }
  return {
    ...(url && from && { smtp: { url, from } }),
    ...(smsUrl && { smsEndpoint: { url: smsUrl } }),
  }
}

/** @throws Failure (usage) */
export function resolveProcess(
  context: Context,
): Pick<ServerOptions, 'connections' | 'heads' | 'migrate' | 'operatorPort' | 'operatorSocket'> {
  const connections = readSetting(context, 'connections', 1, 1_000)
  const operatorPort = readSetting(context, 'operator-port', 0, 65_535)
  const { text: heads } = textOf(context, 'heads')
  const { text: operatorSocket } = textOf(context, 'operator-socket')
  return {
    migrate: context.input.isOn('migrate'),
    ...(heads && { heads }),
    ...(connections && { connections }),
    ...(operatorPort !== undefined && { operatorPort }),
    ...(operatorSocket && { operatorSocket }),
  }
}

/** @returns milliseconds @throws Failure (usage) */
export const resolveDrainMs = (context: Context): number =>
  1_000 * (readSetting(context, 'drain-seconds', 0, 3_600) ?? 0)

/** Reads a number from a flag or its environment variable. @throws Failure (usage) */
function readSetting(context: Context, flag: string, least: number, most: number) {
  const { text, name } = textOf(context, flag)
  return text ? readWholeNumber(name, text, least, most) : undefined
}

/** The text of a flag or its environment variable, and the name of the one that is set. */
function textOf({ input, host }: Context, flag: string) {
  const text = input.flag(flag)
  const variable = `KEYWRIGHT_${flag.toUpperCase().replaceAll('-', '_')}`
  return text ? { text, name: `--${flag}` } : { text: host.env[variable], name: variable }
}

type StorageQuota = NonNullable<ServerOptions['storageQuota']>

/** @throws Failure (usage) */
export function resolveLimits(
  context: Context,
): Pick<
  ServerOptions,
  'rateLimit' | 'anonymousRateLimit' | 'organizationRateLimit' | 'storageQuota' | 'proxies' | 'addressHeader'
> {
  const limit = (name: string) => readSetting(context, name, 1, 1_000_000)
  const [requestsPerSecond, organizationRateLimit] = [limit('rate-limit'), limit('organization-rate-limit')]
  const anonymousRateLimit = limit('anonymous-rate-limit')
  const quota = (flag: string, member: keyof StorageQuota) => {
    const mebibytes = limit(flag)
    return mebibytes ? { [member]: mebibytes * 1_048_576 } : {}
  }
  const storageQuota: StorageQuota = {
    ...quota('organization-storage', 'organizationBytes'),
    ...quota('sub-organization-storage', 'subOrganizationBytes'),
    ...quota('user-storage', 'userBytes'),
  }
  const header = textOf(context, 'address-header')
  const proxies = textOf(context, 'proxies').text
  return {
    ...(proxies && { proxies: proxies.split(',').map(readProxy) }),
    ...(header.text && { addressHeader: readHeader(header.text, header.name) }),
    ...(requestsPerSecond && { rateLimit: { requestsPerSecond } }),
    ...(anonymousRateLimit && { anonymousRateLimit }),
    ...(organizationRateLimit && { organizationRateLimit }),
    ...(Object.keys(storageQuota).length > 0 && { storageQuota }),
  }
}

/** @throws Failure (usage) */
function readProxy(text: string): string {
  const entry = text.trim()
  try {
    createProxies([entry])
    return entry
  } catch (error) {
    const hint = 'pass --proxies as a comma-separated list, such as 10.0.0.5,10.1.0.0/16'
    throw usageFailure((error as Error).message, hint)
  }
}

/** @throws Failure (usage) */
function readHeader(text: string, setting: string): string {
  if (/^[\w-]+$/.test(text)) return text.toLowerCase()
  throw usageFailure(`${setting} cannot be \`${text}\``, 'pass the name of a header, such as x-forwarded-for')
}

/** Without a key file or a token, the server waits for shares. @throws Failure (usage) */
export async function resolveUnseal(context: Context): Promise<Pick<ServerOptions, 'unseal'>> {
  const unseal = await resolveKeptSecret(context)
  return unseal ? { unseal } : {}
}

/** @throws Failure (usage) if only one file is set */
export function resolveTls({ input, host }: Context): Pick<ServerOptions, 'tls'> {
  const certFile = input.flag('tls-cert') || host.env['KEYWRIGHT_TLS_CERT']
  const keyFile = input.flag('tls-key') || host.env['KEYWRIGHT_TLS_KEY']
  if (certFile && keyFile) return { tls: { certFile, keyFile } }
  if (!certFile && !keyFile) return {}
  throw usageFailure(
    `the TLS ${certFile ? 'private key' : 'certificate'} is missing`,
    'set both --tls-cert and --tls-key, or both KEYWRIGHT_TLS_CERT and KEYWRIGHT_TLS_KEY',
  )
}

/** @throws Failure (usage) */
export function resolveMetrics(context: Context): Pick<ServerOptions, 'metrics'> {
  const { text, name } = textOf(context, 'metrics')
  if (!text) return {}
  const [, address, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+):(\d+)$/i.exec(text) ?? []
  if (address === undefined) {
    throw usageFailure(
      `${name} cannot be \`${text}\``,
      'pass a local address and a port, such as 0.0.0.0:9090 or [::]:9090',
    )
  }
  return {
    metrics: { host: address.replace(/^\[|\]$/g, ''), port: readWholeNumber(name, port!, 0, 65_535) },
  }
}

/** @throws Failure (usage) */
export function resolveWebhooks({
  input,
  host,
}: Context): Pick<ServerOptions, 'webhookHeaderPrefix' | 'internalWebhookHosts'> {
  const prefix = input.flag('webhook-header-prefix') || host.env['KEYWRIGHT_WEBHOOK_HEADER_PREFIX']
  const hosts = input.flag('internal-webhook-hosts') || host.env['KEYWRIGHT_INTERNAL_WEBHOOK_HOSTS']
  return {
    ...(prefix && { webhookHeaderPrefix: prefix.toLowerCase() }),
    ...(hosts && { internalWebhookHosts: hosts.split(',').map(readHost) }),
  }
}

/** @throws Failure (usage) */
export function resolveMessages({ input, host }: Context): {
  readonly messageLinkOrigins?: readonly string[]
} {
  const flag = 'message-link-origins'
  const origins = input.flag(flag) || host.env['KEYWRIGHT_MESSAGE_LINK_ORIGINS']
  return origins ? { messageLinkOrigins: readOrigins(origins, flag) } : {}
}

/** @throws Failure (usage) */
export function resolveOrigins({ input, host }: Context): Pick<ServerOptions, 'ownOrigins'> {
  const flag = 'own-origins'
  const origins = input.flag(flag) || host.env['KEYWRIGHT_OWN_ORIGINS']
  return origins ? { ownOrigins: readOrigins(origins, flag) } : {}
}

/** @throws Failure (usage) */
function readOrigins(text: string, flag: string): string[] {
  return text.split(',').map((part) => {
    const origin = part.trim()
    if (/^https?:/.test(origin) && isOrigin(origin)) return origin
    throw usageFailure(
      `\`${origin}\` is not an origin`,
      `pass --${flag} as a comma-separated list without paths, such as https://app.example.com`,
    )
  })
}

/** @returns the host as URLs spell it @throws Failure (usage) */
function readHost(text: string): string {
  const url = `https://${text.trim()}/`
  if (URL.canParse(url)) {
    const { hostname, href } = new URL(url)
    if (href === `https://${hostname}/`) return hostname
  }
  throw usageFailure(
    `\`${text.trim()}\` is not a host`,
    'pass --internal-webhook-hosts as a comma-separated list without ports, such as hooks.internal,10.0.0.5',
  )
}

/** Variables that no setting reads, and what was probably meant: a limit with a misspelled name isn't in force. */
export function misspelled({ host, program }: Context): [given: string, meant: string][] {
  const known = new Set(JSON.stringify(program).match(/\bKEYWRIGHT_[A-Z0-9_]+/g))
  return Object.keys(host.env).flatMap((name) => {
    const meant = /^KEYWRIGHT_/.test(name) && !known.has(name) ? nearestWord(name, known) : undefined
    return meant === undefined ? [] : [[name, meant] as [string, string]]
  })
}
