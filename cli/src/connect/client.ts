/** Sends stamped requests and turns error responses into failures with hints. */
import { type Activity, type Call, type ErrorBody, headers } from '@keywright/contract'
import { createStamp, defaultSchemeOf, type Stamp, toStampHeader } from '@keywright/keys'
import type { Host } from '../host/host.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import { hintFor } from '../output/hints.ts'
import { version } from '../version.ts'
import type { Connection } from './connection.ts'
import { reach } from './reach.ts'

/** A stamped request. The stamp signs exactly the bytes of `body`. */
export interface Prepared {
  readonly url: string
  readonly body: Uint8Array
  readonly stamp: Stamp
  readonly headers: Readonly<Record<string, string>>
}

/** Stamps a body with the scheme of the key's curve. */
export function prepare({ baseUrl, key }: Connection, path: string, body: Uint8Array): Prepared {
  const stamp = createStamp(defaultSchemeOf(key.curve), body, key.privateKey)
  return {
    url: `${baseUrl}${path}`,
    body,
    stamp,
    headers: {
      'content-type': 'application/json',
      [headers.stamp]: toStampHeader(stamp),
      [headers.clientVersion]: `keywright-cli/${version}`,
    },
  }
}

/** Sends the request and returns the decoded response. @throws Failure (refused or unreachable) */
export async function send(host: Host, { url, body, headers }: Prepared): Promise<unknown> {
  const response = await reach(host, url, { method: 'POST', body: body as BodyInit, headers: { ...headers } })
  return readAnswer(response)
}

/** @throws Failure (refused) for error responses and for responses that are not from this API */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const answer = parseOrUndefined(text)
  if (response.ok && answer !== undefined) return answer
  if (!isErrorBody(answer)) {
    const excerpt = text.length > 200 ? `${text.slice(0, 200)}…` : text
    throw new Failure(
      ExitCode.refused,
      `HTTP ${response.status}, but not a response of this API: ${excerpt}`,
      {
        hint: 'the base URL must be the address of a Keywright server, without a path',
        json: { status: response.status },
      },
    )
  }
  throw refusal(response.status, answer)
}

/** Converts an error of the API into a failure. */
export function refusal(status: number, body: ErrorBody): Failure {
  const code = errorCodeOf(body)
  return new Failure(ExitCode.refused, `${code ?? `code ${body.code}`} (HTTP ${status}): ${body.message}`, {
    lines: violationLines(body),
    hint: hintFor(code),
    json: { status, errorCode: code, ...body },
  })
}

/** The name of the error in the catalog. */
export const errorCodeOf = (body: ErrorBody): string | undefined =>
  body.details.flatMap((detail) => ('errorCode' in detail ? [detail.errorCode] : []))[0]

/** One line per invalid field and per evaluated policy. */
export function violationLines(body: Pick<ErrorBody, 'details' | 'message'>): string[] {
  return body.details.flatMap((detail) => {
    if ('fieldViolations' in detail) {
      return detail.fieldViolations
        .filter(({ description }) => description !== body.message)
        .map(({ field, description }) =>
          description.includes(`\`${field}\``) ? description : `${field}: ${description}`,
        )
    }
    if ('policyEvaluations' in detail) {
      return detail.policyEvaluations.map(({ policyId, outcome }) => `policy ${policyId}: ${outcome}`)
    }
    return []
  })
}

/** Binds a query body to its call and the current time. Fields that the caller set take precedence. */
export const bindQuery = ({ path }: Pick<Call, 'path'>, members: object, timestampMs: string) => ({
  timestampMs,
  callPath: path,
  ...members,
})

/** The client that commands use. */
export function createClient(host: Host, connection: Connection) {
  const post = (call: Pick<Call, 'path'>, body: object) =>
    send(host, prepare(connection, call.path, new TextEncoder().encode(JSON.stringify(body))))
  const { organizationId } = connection
  return {
    query: <T>(call: Pick<Call, 'path'>, request: object = {}) =>
      post(call, bindQuery(call, { organizationId, ...request }, String(host.clock()))) as Promise<T>,
    /** Returns the activity regardless of its status. */
    async submit(call: Pick<Call, 'path'>, type: string, parameters: object): Promise<Activity> {
      const timestampMs = String(host.clock())
      const answer = await post(call, { type, timestampMs, organizationId, parameters })
      return (answer as { activity: Activity }).activity
    },
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  const { message, details, code } = Object(answer) as Partial<ErrorBody>
  return typeof message === 'string' && typeof code === 'number' && Array.isArray(details)
}
