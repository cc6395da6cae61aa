import type {
  Delivery,
  DevAbout,
  DevOrganization,
  Fault,
  FaultRequest,
  Letter,
  LetterFilter,
  TokenRequest,
} from './types.ts'

export interface DevClientConfig {
  /** Address of the development host, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string
  /** Sends requests. Default: the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The host rejected the request (unknown route, missing object, invalid input), or isn't a development host. */
export class DevHostError extends Error {
  override readonly name = 'DevHostError'
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export type DevClient = ReturnType<typeof createDevClient>

/** A time, in one of two units. */
type Step = { readonly seconds: number } | { readonly milliseconds: number }

/**
 * A client of the routes under `/dev`. Their requests need no stamp. A team server returns 404 for them.
 * @throws DevHostError from each of its functions
 */
export function createDevClient(options: DevClientConfig) {
  const ask = createAsk(options)
  return {
    /** Describes this host. */
    about: () => ask<DevAbout>('GET', ''),
    inbox: {
      /** Newest first. */
      list: async (filter: LetterFilter = {}) =>
        (await ask<{ messages: Letter[] }>('GET', `/inbox${queryOf(filter)}`)).messages,
      clear: () => ask<void>('DELETE', '/inbox'),
    },
    /** The engine's time in milliseconds since 1970. */
    clock: {
      now: async () => (await ask<{ now: number }>('GET', '/clock')).now,
      /** Moves the clock forward and delivers what becomes due. @returns the new time */
      advance: async (step: Step) => (await ask<{ now: number }>('POST', '/clock/advance', step)).now,
      freeze: async () => (await ask<{ now: number }>('POST', '/clock/freeze')).now,
      resume: async () => (await ask<{ now: number }>('POST', '/clock/resume')).now,
    },
    faults: {
      list: async () => (await ask<{ faults: Fault[] }>('GET', '/faults')).faults,
      add: (fault: FaultRequest) => ask<Fault>('POST', '/faults', fault),
      remove: (id: string) => ask<void>('DELETE', `/faults/${id}`),
    },
    issuer: {
      /** Issues an ID token for any identity, and returns it with its claims. */
      mint: (request: TokenRequest = {}) =>
        ask<{ token: string; claims: Readonly<Record<string, unknown>> }>('POST', '/issuer/token', request),
    },
    organizations: {
      /** The organizations created here, newest first. */
      list: async () =>
        (await ask<{ organizations: DevOrganization[] }>('GET', '/organizations')).organizations,
      /** Creates an empty organization with a root user and an API key. */
      create: (organizationName?: string) =>
        ask<DevOrganization>('POST', '/organizations', { organizationName }),
    },
    webhooks: {
      /** Newest first. */
      list: async () => (await ask<{ deliveries: Delivery[] }>('GET', '/webhooks')).deliveries,
    },
    snapshots: {
      take: (name: string) => ask<{ name: string }>('POST', `/snapshots/${encodeURIComponent(name)}`),
      restore: (name: string) =>
        ask<{ organizationId: string }>('POST', `/snapshots/${encodeURIComponent(name)}/restore`),
    },
  }
}

function createAsk({ baseUrl, fetch: post = (request) => fetch(request) }: DevClientConfig) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const init = {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }
    let response: Response
    try {
      response = await post(new Request(`${baseUrl.replace(/\/+$/, '')}/dev${path}`, init))
    } catch (cause) {
      throw new DevHostError(0, `no response from ${baseUrl}: is \`keywright dev\` running there?`, { cause })
    }
    const text = await response.text()
    if (!response.ok) throw new DevHostError(response.status, messageOf(text, response.status))
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T
    } catch (cause) {
      const message = `${baseUrl} is not a development host: it returned ${text.slice(0, 40)}`
      throw new DevHostError(response.status, message, { cause })
    }
  }
}

function messageOf(text: string, status: number): string {
  try {
    return JSON.parse(text).message ?? text
  } catch {
    return `the host returned ${status} without a development host's error: is it one?`
  }
}

function queryOf(filter: LetterFilter): string {
  const set = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
