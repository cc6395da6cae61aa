/** The OpenAPI description of this server: the contract's calls, and the routes that only development has. */
import { openapi } from '@keywright/contract/reference'
import { CLOCK_STEP, FAULT, type Members, TOKEN } from './inputs.ts'

interface Route {
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  readonly summary: string
  readonly input?: Members
  /** A page, for people. */
  readonly isPage?: boolean
}

/** Beside `routes.ts`; a test holds the two together. */
export const ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/dev',
    summary: 'What this server is: organization, public keys, issuer, time; a page when a browser asks',
  },
  { method: 'get', path: '/dev/openapi.json', summary: 'This description' },
  {
    method: 'get',
    path: '/dev/inbox',
    summary: 'Mails and text messages, newest first; filter by `to`, `kind`, `limit`',
  },
  { method: 'get', path: '/dev/inbox.html', summary: 'Mails and text messages, as a page', isPage: true },
  { method: 'get', path: '/dev/inbox/{id}', summary: 'One message' },
  { method: 'delete', path: '/dev/inbox', summary: 'Forget all messages' },
  { method: 'get', path: '/dev/clock', summary: 'The time that the server lives in' },
  {
    method: 'post',
    path: '/dev/clock/advance',
    summary: 'Move the clock ahead; what is due then is delivered',
    input: CLOCK_STEP,
  },
  {
    method: 'get',
    path: '/dev/requests',
    summary: 'The last requests: stamp check, policy explanation, outcome',
  },
  { method: 'get', path: '/dev/requests.html', summary: 'The last requests, as a page', isPage: true },
  { method: 'get', path: '/dev/requests/{id}', summary: 'One request' },
  { method: 'delete', path: '/dev/requests', summary: 'Forget all requests' },
  { method: 'get', path: '/dev/faults', summary: 'Faults that are set' },
  {
    method: 'post',
    path: '/dev/faults',
    summary: 'Set a fault on a call',
    input: FAULT,
  },
  { method: 'delete', path: '/dev/faults', summary: 'Remove all faults' },
  { method: 'delete', path: '/dev/faults/{id}', summary: 'Remove a fault' },
  { method: 'get', path: '/dev/webhooks', summary: 'Webhook deliveries with all tries, newest first' },
  { method: 'get', path: '/dev/webhooks.html', summary: 'Webhook deliveries, as a page', isPage: true },
  { method: 'get', path: '/dev/webhooks/{id}', summary: 'One delivery' },
  {
    method: 'post',
    path: '/dev/webhooks/{id}/replay',
    summary: 'Post a delivery once more, with the same event id',
  },
  { method: 'delete', path: '/dev/webhooks', summary: 'Forget all deliveries' },
  {
    method: 'get',
    path: '/dev/issuer/.well-known/openid-configuration',
    summary: 'Discovery document of the issuer',
  },
  { method: 'get', path: '/dev/issuer/jwks', summary: 'Keys of the issuer' },
  {
    method: 'post',
    path: '/dev/issuer/token',
    summary: 'Mint an ID token for any identity',
    input: TOKEN,
  },
  { method: 'get', path: '/dev/snapshots', summary: 'Snapshots of the state folder' },
  { method: 'post', path: '/dev/snapshots/{name}', summary: 'Keep the whole state under a name' },
  { method: 'post', path: '/dev/snapshots/{name}/restore', summary: 'Come back to a snapshot' },
  { method: 'delete', path: '/dev/snapshots/{name}', summary: 'Forget a snapshot' },
  { method: 'get', path: '/dev/export', summary: 'The whole state, root secret included' },
  { method: 'post', path: '/dev/import', summary: 'Replace the whole state by an export', input: {} },
]

/** @param serverUrl of this server */
export function devOpenapi(serverUrl: string) {
  const description = openapi({ serverUrl })
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, ...route } of ROUTES) {
    paths[path] ??= {}
    paths[path][method] = operationOf(path, route)
  }
  return {
    ...description,
    tags: [...description.tags, { name: 'development', 'x-displayName': 'Development' }],
    paths: { ...description.paths, ...paths },
  }
}

function operationOf(path: string, { summary, input, isPage = false }: Omit<Route, 'path' | 'method'>) {
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
      200: { description: 'Done', ...(isPage && { content: { 'text/html': {} } }) },
      default: { description: 'An error: code, message, details' },
    },
  }
}
