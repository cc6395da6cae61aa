/** Where requests go, whose they are, and how long they may take. */
import { KeywrightError } from './errors.ts'
import type { Stamper } from './stamper.ts'
import { type Sleep, sleep } from './wait.ts'

export interface ConnectionConfig {
  /** Address of the API, such as `https://engine.example.com`. */
  readonly baseUrl: string
  /** The organization that requests are about unless they name another: a UUID. */
  readonly organizationId?: string
  /** Sends requests. Default: the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Stamps the queries that wait for an activity, where the stamper asks a person each time. Default: the stamper. */
  readonly readStamper?: Stamper
  /** Milliseconds that a call may take in all, with retries and waiting. Default: 60,000. */
  readonly timeout?: number
  /** Milliseconds until an attempt without an answer is given up and tried again. Default: 20,000. */
  readonly attemptTimeout?: number
  /** How often a request without an answer is sent again, always the same bytes. Default: 3. */
  readonly retries?: number
  /** Milliseconds before the first look at an unfinished activity; each wait is longer, to 5 seconds. Default: 500. */
  readonly pollInterval?: number
  /** Milliseconds since 1970. Default: the platform's clock. */
  readonly now?: () => number
  /** Waits. Default: `setTimeout`. */
  readonly sleep?: Sleep
}

/** A checked configuration with its stamper: what calls are made over. */
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
  /** Decimal milliseconds since 1970, never twice the same in one program: two equal submits are two activities. */
  readonly nextTimestamp: () => string
}

/**
 * Checks a configuration.
 * @throws KeywrightError `CONFIG_INVALID`
 */
export function createConnection(config: ConnectionConfig, stamper: Stamper): Connection {
  const { organizationId, now = Date.now } = config
  if (typeof stamper?.stamp !== 'function') throw invalid('a stamper is missing')
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

/** Further ahead of its clock no burst of requests gets: the clock was set back, and is believed. */
const MOST_AHEAD_MS = 60_000

const timeAfter = (last: number, now: number): number =>
  last >= now && last - now < MOST_AHEAD_MS ? last + 1 : now

/** The last time that was given, by clock: two clients of one program share it, as their bodies could be equal too. */
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
    throw invalid(`base URL \`${baseUrl}\` must end before the path of a call`)
  return baseUrl.replace(/\/+$/, '')
}

const invalid = (message: string) =>
  new KeywrightError('CONFIG_INVALID', message, { help: 'correct it where the client is made' })
