/** Settings of `keywright serve` from flags and the environment. Passwords are never arguments. */
import { isOrigin } from '@keywright/contract'
import { nearestWord } from '@keywright/policy'
import { createProxies, type ServerOptions } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import { settingOf } from '../arguments/settings.ts'
import type { Context } from '../command.ts'
import { readOnly } from '../files/files.ts'
import { resolveKeptSecret } from '../files/token.ts'
import { usageFailure } from '../output/failure.ts'

/** @throws Failure (usage) for incomplete settings */
export async function resolveCarriers(
  context: Context,
): Promise<Pick<ServerOptions, 'smtp' | 'smsEndpoint'>> {
  const { input, host } = context
  const file = input.flag('smtp-url-file')
  const url = file === undefined ? host.env['KEYWRIGHT_SMTP_URL'] : await readOnly(host, file, 'the SMTP URL')
  const { text: from } = settingOf(context, 'mail-from')
  const { text: smsUrl } = settingOf(context, 'sms-url')
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
  const { text: heads } = settingOf(context, 'heads')
  const { text: operatorSocket } = settingOf(context, 'operator-socket')
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
  const { text, name } = settingOf(context, flag)
  return text ? readWholeNumber(name, text, least, most) : undefined
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
  const header = settingOf(context, 'address-header')
  const proxies = settingOf(context, 'proxies')
  return {
    ...(proxies.text && { proxies: proxies.text.split(',').map((part) => readProxy(part, proxies.name)) }),
    ...(header.text && { addressHeader: readHeader(header.text, header.name) }),
    ...(requestsPerSecond && { rateLimit: { requestsPerSecond } }),
    ...(anonymousRateLimit && { anonymousRateLimit }),
    ...(organizationRateLimit && { organizationRateLimit }),
    ...(Object.keys(storageQuota).length > 0 && { storageQuota }),
  }
}

/** @throws Failure (usage) */
function readProxy(text: string, setting: string): string {
  const entry = text.trim()
  try {
    createProxies([entry])
    return entry
  } catch (error) {
    const hint = `set ${setting} to a comma-separated list, such as 10.0.0.5,10.1.0.0/16`
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
export function resolveTls(context: Context): Pick<ServerOptions, 'tls'> {
  const { text: certFile } = settingOf(context, 'tls-cert')
  const { text: keyFile } = settingOf(context, 'tls-key')
  if (certFile && keyFile) return { tls: { certFile, keyFile } }
  if (!certFile && !keyFile) return {}
  throw usageFailure(
    `the TLS ${certFile ? 'private key' : 'certificate'} is missing`,
    'set both --tls-cert and --tls-key, or both KEYWRIGHT_TLS_CERT and KEYWRIGHT_TLS_KEY',
  )
}

/** @throws Failure (usage) */
export function resolveMetrics(context: Context): Pick<ServerOptions, 'metrics'> {
  const { text, name } = settingOf(context, 'metrics')
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
export function resolveWebhooks(
  context: Context,
): Pick<ServerOptions, 'webhookHeaderPrefix' | 'internalWebhookHosts'> {
  const { text: prefix } = settingOf(context, 'webhook-header-prefix')
  const hosts = settingOf(context, 'internal-webhook-hosts')
  return {
    ...(prefix && { webhookHeaderPrefix: prefix.toLowerCase() }),
    ...(hosts.text && {
      internalWebhookHosts: hosts.text.split(',').map((part) => readHost(part, hosts.name)),
    }),
  }
}

/** @throws Failure (usage) */
export function resolveMessages(context: Context): { readonly messageLinkOrigins?: readonly string[] } {
  const messageLinkOrigins = readOrigins(settingOf(context, 'message-link-origins'))
  return messageLinkOrigins ? { messageLinkOrigins } : {}
}

/** @throws Failure (usage) */
export function resolveOrigins(context: Context): Pick<ServerOptions, 'ownOrigins'> {
  const ownOrigins = readOrigins(settingOf(context, 'own-origins'))
  return ownOrigins ? { ownOrigins } : {}
}

/** @throws Failure (usage) */
function readOrigins({ text, name }: ReturnType<typeof settingOf>): string[] | undefined {
  return text?.split(',').map((part) => {
    const origin = part.trim()
    if (/^https?:/.test(origin) && isOrigin(origin)) return origin
    throw usageFailure(
      `\`${origin}\` is not an origin`,
      `set ${name} to a comma-separated list without paths, such as https://app.example.com`,
    )
  })
}

/** @returns the host as URLs spell it @throws Failure (usage) */
function readHost(text: string, setting: string): string {
  const url = `https://${text.trim()}/`
  if (URL.canParse(url)) {
    const { hostname, href } = new URL(url)
    if (href === `https://${hostname}/`) return hostname
  }
  throw usageFailure(
    `\`${text.trim()}\` is not a host`,
    `set ${setting} to a comma-separated list without ports, such as hooks.internal,10.0.0.5`,
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
