/** The OpenAPI description of a development host: the calls of the contract and the `/dev` routes. */
import { openapi } from '@keywright/contract/reference'
import type { Members } from './inputs.ts'

export interface RouteAbout {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Such as `/dev/inbox/{id}`. */
  readonly path: string
  readonly summary: string
  readonly input?: Members
}

/** @param serverUrl URL of this host */
export function devOpenapi(serverUrl: string, routes: readonly RouteAbout[]): object {
  const description = openapi({ serverUrl })
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, ...route } of routes) {
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operationOf(path, route)
  }
  return {
    ...description,
    tags: [...description.tags, { name: 'development', 'x-displayName': 'Development' }],
    paths: { ...description.paths, ...paths },
  }
}

function operationOf(path: string, { summary, input }: Omit<RouteAbout, 'path' | 'method'>) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const schema = { type: 'object', ...(input && { properties: input }) }
  return {
    tags: ['development'],
    summary,
    security: [],
    ...(parameters.length > 0 && { parameters }),
    ...(input && { requestBody: { content: { 'application/json': { schema } } } }),
    responses: {
      200: { description: 'Done' },
      default: { description: 'An error: code, message, details' },
    },
  }
}
