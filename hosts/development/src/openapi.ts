/** The OpenAPI description of a development host: the calls of the contract and the `/dev` routes. */
import { openapi } from '@keywright/contract/reference'
import type { Route } from './firstRoutes.ts'
import summaries from './routes.json' with { type: 'json' }

/** @param serverUrl URL of this host */
export function devOpenapi(serverUrl: string, routes: readonly Route[]): object {
  const description = openapi({ serverUrl })
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, input } of routes) {
    const summary = (summaries as Readonly<Record<string, string>>)[`${method} ${path}`]!
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      operationId: operationIdOf(method, path),
      ...operationOf(path, summary, input),
    }
  }
  return {
    ...description,
    tags: [
      ...description.tags,
      { name: 'development', 'x-displayName': 'Development', description: 'Routes of a development server.' },
    ],
    paths: { ...description.paths, ...paths },
  }
}

const operationIdOf = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replace(/\W+/g, '_')}`.replace(/_$/, '')

function operationOf(path: string, summary: string, input: Route['input']) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const schema = { type: 'object', properties: input, additionalProperties: false }
  return {
    tags: ['development'],
    summary,
    description: `${summary}.`,
    security: [],
    ...(parameters.length > 0 && { parameters }),
    ...(input && { requestBody: { content: { 'application/json': { schema } } } }),
    responses: {
      '2XX': { description: 'Done.' },
      '4XX': {
        description: 'An error: code, message, details.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
      },
    },
  }
}
