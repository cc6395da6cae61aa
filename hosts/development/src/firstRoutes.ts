/** The routes that every page of the sandbox uses. The others load on demand (`routes.ts`). */
import { missing, readInput } from './input.ts'
import type { Members } from './inputs.ts'
import type { DevhostParts } from './parts.ts'

interface Asked {
  readonly request: Request
  readonly query: URLSearchParams
  readonly name: string
}

export interface Route {
  readonly method: string
  /** Such as `/dev/inbox/{id}`. */
  readonly path: string
  readonly input?: Members
  /** Which cross-site requests to accept. Default: CORS requests from allowed origins. */
  readonly crossSite?: 'links too' | 'none'
  readonly answer: (host: DevhostParts, asked: Asked) => unknown | Promise<unknown>
}

/** Routes by method and path. A test compares them with their summaries in `routes.json`. */
export type RouteTable = Readonly<Record<string, Omit<Route, 'method' | 'path'>>>

export const toRoutes = (table: RouteTable): readonly Route[] =>
  Object.entries(table).map(([name, route]) => {
    const [method, path] = name.split(' ') as [string, string]
    return { method, path, ...route }
  })

const ORGANIZATION = { organizationName: { type: 'string' } } as const satisfies Members

export const FIRST_ROUTES: RouteTable = {
  'GET /dev': {
    crossSite: 'links too',
    answer: (host) => aboutOf(host),
  },
  'GET /dev/organizations': {
    answer: async ({ running }) => ({ organizations: await running().organizations.list() }),
  },
  'POST /dev/organizations': {
    input: ORGANIZATION,
    answer: async ({ running, pass }, { request }) => {
      const { organizationName } = await readInput(request, ORGANIZATION)
      return created(await pass(() => running().organizations.create(organizationName)))
    },
  },
  'GET /dev/requests/{id}': { answer: ({ requestLog }, { name }) => found('request', requestLog.get(name)) },
}

/** The response of `GET /dev`, without private keys. */
export function aboutOf({ running }: DevhostParts) {
  const { state, engine, issuer, clock } = running()
  return {
    development: true,
    organizationId: state.organizationId,
    apiPublicKey: state.apiKey.publicKey,
    signerPublicKey: engine.signerPublicKey,
    issuer: issuer.url,
    now: clock(),
  }
}

export const created = (value: unknown) => Response.json(value, { status: 201 })

export function found<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw missing(what)
  return value
}
