/** Signs selected calls of a page with the server's key, and forwards the response. */

import type { KeywrightClient } from '../client.ts'
import { ActivityError, ApiError, isKeywrightError, KeywrightError } from '../errors.ts'
import { BODY_BYTES } from '../generated/limits.ts'
import type { Methods } from '../generated/methods.ts'

/** Calls by method name, such as `createSubOrganization`. */
export type MethodName = Exclude<keyof Methods, `stamp${string}`> | 'stampLogin'

export interface ProxyOptions {
  /** Methods that a page may call. Default: none. */
  readonly allowedMethods?: readonly MethodName[]
  /**
   * Values of `magicLinkTemplate`, and of `template` for text messages, that a page may choose: with a link of their own,
   * callers could have another person's code or bundle sent to their site. Default: none.
   */
  readonly messageTemplates?: readonly string[]
  /** Your own check of the caller and the call; false rejects. Default: every caller may. */
  readonly authorize?: (request: ProxyRequest) => boolean | Promise<boolean>
}

/** The call that a page requests. */
export interface ProxyRequest {
  readonly methodName: MethodName
  /** All members, also those of `parameters` in the full form. */
  readonly params: Readonly<Record<string, unknown>>
  /** Your framework's request, with its cookies and headers. */
  readonly request: unknown
}

export type FetchHandler = (request: Request) => Promise<Response>

/** The part of Express, and of pages/api of Next.js, that we use. */
export type ExpressHandler = (
  request: {
    readonly method?: string | undefined
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body?: unknown
  },
  response: { status(code: number): { json(body: unknown): unknown } },
) => Promise<void>

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Asked {
  readonly method: string | undefined
  readonly contentType: unknown
  readonly body: () => Promise<unknown>
  readonly request: unknown
}

type Answerer = FetchHandler & { readonly answer: (asked: Asked) => Promise<Answer> }

/** @throws KeywrightError `CONFIG_INVALID` */
export function createProxy(
  client: KeywrightClient,
  { allowedMethods = [], messageTemplates = [], authorize }: ProxyOptions,
): Answerer {
  const allowed = allowedOf(client, allowedMethods)

  async function answer({ method, contentType, body, request }: Asked): Promise<Answer> {
    if (method !== 'POST') return refused(405, 12, `method ${method} is not supported, send a POST`)
    // Pages of other sites can send forms and plain text with the user's cookies, but JSON only if the server agrees.
    if (typeof contentType !== 'string' || !/^application\/json\s*(;|$)/i.test(contentType))
      return refused(415, 3, 'the body must have the content type application/json')
    let asked: { methodName?: unknown; params?: unknown }
    try {
      asked = Object(await body()) as typeof asked
    } catch (error) {
      if (error === UNPARSED)
        return refused(500, 13, 'the server did not parse the body: put `express.json()` before this handler')
      return refused(400, 3, `the body is not valid JSON of at most ${BODY_BYTES} bytes`)
    }
    const { methodName, params = {} } = asked
    if (
      typeof methodName !== 'string' ||
      typeof params !== 'object' ||
      params === null ||
      Array.isArray(params)
    ) {
      return refused(400, 3, 'the body must have `methodName` and `params`')
    }
    if (!allowed.has(methodName))
      return refused(403, 7, `\`${methodName.slice(0, 80)}\` is not among the allowed methods`)
    const members = { ...innerOf(params), ...params }
    if (!templatesIn(members).every((template) => messageTemplates.includes(template)))
      return refused(403, 7, 'the message template is not among `messageTemplates`')
    try {
      const mayGo = await (authorize?.({
        methodName: methodName as MethodName,
        params: members,
        request,
      }) ?? true)
      if (!mayGo) return refused(403, 7, `you may not call \`${methodName}\``)
      const call = client[methodName as 'whoami'] as (input: object) => Promise<object>
      return { status: 200, body: await call.call(client, params) }
    } catch (error) {
      return answerTo(error)
    }
  }

  const handler = async (request: Request) => {
    const { status, body } = await answer({
      method: request.method,
      contentType: request.headers.get('content-type'),
      body: () => jsonOf(request),
      request,
    })
    return Response.json(body, { status })
  }
  return Object.assign(handler, { answer })
}

/** @throws TypeError for a body that is too long, without reading on; SyntaxError */
async function jsonOf({ body }: Request): Promise<unknown> {
  let length = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.length
      if (length > BODY_BYTES) throw new TypeError('body too long')
      controller.enqueue(chunk)
    },
  })
  return new Response(body?.pipeThrough(bounded)).json()
}

/** @throws KeywrightError `CONFIG_INVALID` */
function allowedOf(client: KeywrightClient, names: readonly string[]): ReadonlySet<string> {
  for (const name of names) {
    const isCall =
      name === 'stampLogin' || (!/^(stamp|send$|waitFor|constructor$)/.test(name) && isMethod(client, name))
    if (!isCall)
      throw new KeywrightError('CONFIG_INVALID', `cannot allow \`${name}\`: there is no such method`, {
        help: 'use the names of client methods, such as createSubOrganization',
      })
  }
  return new Set(names)
}

/** The members of `parameters`, except those that the client reads only next to it. */
function innerOf({ parameters }: { readonly parameters?: unknown }): object {
  const { organizationId: _organization, timestampMs: _time, ...inner } = Object(parameters)
  return inner
}

/** The templates that a call chooses for its message. */
function templatesIn(members: { emailCustomization?: unknown; smsCustomization?: unknown }): string[] {
  const { magicLinkTemplate } = Object(members.emailCustomization)
  const { template } = Object(members.smsCustomization)
  return [magicLinkTemplate, template].filter((chosen) => chosen !== undefined && chosen !== null)
}

export const toExpressHandler =
  ({ answer }: Answerer): ExpressHandler =>
  async (request, response) => {
    const { status, body } = await answer({
      method: request.method,
      contentType: request.headers['content-type'],
      body: async () => {
        if (isUnparsed(request)) throw UNPARSED
        return request.body
      },
      request,
    })
    response.status(status).json(body)
  }

const UNPARSED = Symbol('the body was not parsed')

/** Whether a body came that no parser read, or that a parser of text or bytes read. */
const isUnparsed = ({ body, headers }: Parameters<ExpressHandler>[0]): boolean =>
  body === undefined
    ? Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
    : (typeof body === 'string' || body instanceof Uint8Array) && body.length > 0

const isMethod = (client: KeywrightClient, name: string) =>
  typeof (client as unknown as Record<string, unknown>)[name] === 'function' &&
  typeof (client as unknown as Record<string, unknown>)[`stamp${name[0]?.toUpperCase()}${name.slice(1)}`] ===
    'function'

function answerTo(error: unknown): Answer {
  // The page receives the activity and continues according to its status.
  if (error instanceof ActivityError) return { status: 200, body: { activity: error.activity } }
  if (error instanceof ApiError) {
    return {
      status: error.status,
      body: { code: error.grpcCode, message: error.message, details: error.details },
    }
  }
  // Don't expose problems between the server and the API to the page.
  if (isKeywrightError(error, 'CONFIG_INVALID', 'ORGANIZATION_MISSING')) return refused(400, 3, error.message)
  if (isKeywrightError(error)) return refused(503, 14, 'the API did not respond')
  return refused(500, 13, 'the request could not be signed')
}

const refused = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, details: [] },
})
