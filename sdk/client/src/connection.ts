/** The connection: server, organization, stamper and timeouts. */
import { KeywrightError } from './errors.ts'
import type { Stamper } from './stamper.ts'
import { type Sleep, sleep } from './wait.ts'

export interface ConnectionConfig {
  /** Address of the API, such as `https://engine.example.com`. */
  readonly baseUrl: string
  /** UUID of the organization that requests name by default. */
  readonly organizationId?: string
  /** Sends requests. Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Stamps polling queries when the stamper prompts the user for each stamp. Default: the stamper. */
  readonly readStamper?: Stamper
  /** Time limit of a call in milliseconds, including retries and waiting. Default: 60,000. */
  readonly timeout?: number
  /** Milliseconds until an attempt without a response times out and is retried. Default: 20,000. */
  readonly attemptTimeout?: number
  /** How often to resend a request without a response, always with the same bytes. Default: 3. */
  readonly retries?: number
  /** Milliseconds before the first poll of an unfinished activity. The interval grows to 5 seconds. Default: 500. */
  readonly pollInterval?: number
  /** Milliseconds since 1970. Default: the platform's clock. */
  readonly now?: () => number
  /** Waits. Default: `setTimeout`. */
  readonly sleep?: Sleep
}

/** A validated configuration and its stamper. Calls run over it. */
export interface Connection {
  readonly baseUrl: string
  readonly organizationId: string | undefined
  readonly stamper: Stamper
  readonly readStamper: Stamper
  readonly fetch: (request: Request) => Promise<Response>
  readonly timeout: number
  readonly attemptTimeout: number
  readonly retries: number
  readonly pollInterval: number
  readonly now: () => number
  readonly sleep: Sleep
  /** Decimal milliseconds since 1970, unique within the process, so that two equal submits are two activities. */
  readonly nextTimestamp: () => string
}

/**
 * Validates a configuration.
 * @throws KeywrightError `CONFIG_INVALID`
 */
export function createConnection(config: ConnectionConfig, stamper: Stamper): Connection {
  const { organizationId, now = Date.now } = config
  if (typeof stamper?.stamp !== 'function') throw invalid('the stamper is missing')
  if (organizationId !== undefined) assertOrganizationId(organizationId)
  return {
    baseUrl: readBaseUrl(config.baseUrl),
    organizationId,
    stamper,
    readStamper: config.readStamper ?? stamper,
    fetch: config.fetch ?? ((request) => fetch(request)),
    timeout: config.timeout ?? 60_000,
    attemptTimeout: config.attemptTimeout ?? 20_000,
    retries: config.retries ?? 3,
    pollInterval: config.pollInterval ?? 500,
    now,
    sleep: config.sleep ?? sleep,
    nextTimestamp() {
      const next = timeAfter(given.get(now) ?? 0, now())
      given.set(now, next)
      return String(next)
    },
  }
}

/** No burst of requests gets further ahead of the clock. A larger lead means that the clock was set back. */
const MOST_AHEAD_MS = 60_000

const timeAfter = (last: number, now: number): number =>
  last >= now && last - now < MOST_AHEAD_MS ? last + 1 : now

/** The last timestamp per clock. Shared by all clients of the process, because their bodies could be equal too. */
const given = new WeakMap<() => number, number>()

/** @throws KeywrightError `CONFIG_INVALID` */
export function assertOrganizationId(id: unknown): void {
  if (!/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(String(id))) {
    throw invalid(`organization id \`${id}\` is not a UUID`)
  }
}

function readBaseUrl(baseUrl: string): string {
  if (!baseUrl) throw invalid('`baseUrl` is missing, such as https://engine.example.com')
  if (!/^https?:\/\/[^/?#]/.test(baseUrl))
    throw invalid(`base URL \`${baseUrl}\` does not start with https://`)
  if (/\/public\/v1|[?#]/.test(baseUrl))
    throw invalid(`base URL \`${baseUrl}\` must not contain the path of a call`)
  return baseUrl.replace(/\/+$/, '')
}

const invalid = (message: string) =>
  new KeywrightError('CONFIG_INVALID', message, { help: 'correct the configuration of the client' })
