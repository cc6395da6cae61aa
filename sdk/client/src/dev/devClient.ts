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

/** The host refused (no such route or thing, or input that it cannot use), or what answers there is none. */
export class DevHostError extends Error {
  override readonly name = 'DevHostError'
  /** HTTP status; 0 when nobody answered. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export type DevClient = ReturnType<typeof createDevClient>

/** Time, in one of two units. */
type Step = { readonly seconds: number } | { readonly milliseconds: number }

/**
 * A client of the routes under `/dev`. Their requests need no stamp; a server for a team answers them 404.
 * @throws DevHostError by each of its functions
 */
export function createDevClient({ baseUrl, fetch: post = (request) => fetch(request) }: DevClientConfig) {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }
    let response: Response
    try {
      response = await post(new Request(`${baseUrl.replace(/\/+$/, '')}/dev${path}`, init))
    } catch (cause) {
      throw new DevHostError(0, `no answer from ${baseUrl}: does \`keywright dev\` run there?`, { cause })
    }
    const text = await response.text()
    if (!response.ok) throw new DevHostError(response.status, messageOf(text, response.status))
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T
    } catch (cause) {
      const message = `${baseUrl} is no development host: it answered ${text.slice(0, 40)}`
      throw new DevHostError(response.status, message, { cause })
    }
  }

  return {
    /** What this host is. */
    about: () => ask<DevAbout>('GET', ''),
    inbox: {
      /** Newest first. */
      list: async (filter: LetterFilter = {}) =>
        (await ask<{ messages: Letter[] }>('GET', `/inbox${queryOf(filter)}`)).messages,
      clear: () => ask<void>('DELETE', '/inbox'),
    },
    /** The time that the engine lives in: milliseconds since 1970. */
    clock: {
      now: async () => (await ask<{ now: number }>('GET', '/clock')).now,
      /** Moves it ahead; what is due then is delivered. @returns the new time */
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
      /** An ID token for any identity, with what it claims. */
      mint: (request: TokenRequest = {}) =>
        ask<{ token: string; claims: Readonly<Record<string, unknown>> }>('POST', '/issuer/token', request),
    },
    organizations: {
      /** Newest first: those made here. */
      list: async () =>
        (await ask<{ organizations: DevOrganization[] }>('GET', '/organizations')).organizations,
      /** An empty one, with a root user and an API key. */
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

function messageOf(text: string, status: number): string {
  try {
    return JSON.parse(text).message ?? text
  } catch {
    return `the host answered ${status}, and not as a development host does: is it one?`
  }
}

function queryOf(filter: LetterFilter): string {
  const set = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
