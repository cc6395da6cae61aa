/** Stamped requests, and refusals as failures that say what to do. */
import { type Activity, type Call, type ErrorBody, headers } from '@keywright/contract'
import { createStamp, defaultSchemeOf, type Stamp, toStampHeader } from '@keywright/keys'
import type { Connection } from './connection.ts'
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import { hintFor } from './hints.ts'
import type { Host } from './host.ts'
import { reach } from './reach.ts'
import { version } from './version.ts'

/** A request that is ready to go; its bytes are what the stamp signs. */
export interface Prepared {
  readonly url: string
  readonly body: Uint8Array
  readonly stamp: Stamp
  readonly headers: Readonly<Record<string, string>>
}

/** Stamps a body by the scheme of the key's curve. */
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

/** Sends it and gives the answer. @throws Failure: refused, or unreachable */
export async function send(host: Host, { url, body, headers }: Prepared): Promise<unknown> {
  const response = await reach(host, url, { method: 'POST', body: body as BodyInit, headers: { ...headers } })
  return readAnswer(response)
}

/** @throws Failure (refused) for every status but 200 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const answer = parseOrUndefined(text)
  if (response.ok && answer !== undefined) return answer
  if (!isErrorBody(answer)) {
    const excerpt = text.length > 200 ? `${text.slice(0, 200)}…` : text
    throw new Failure(
      ExitCode.refused,
      `the answer is HTTP ${response.status} and not of this API: ${excerpt}`,
      {
        hint: 'is the base URL the one of a Keywright server, without a path?',
        json: { status: response.status },
      },
    )
  }
  throw refusal(response.status, answer)
}

/** The failure that an error of the API makes. */
export function refusal(status: number, body: ErrorBody): Failure {
  const code = errorCodeOf(body)
  return new Failure(ExitCode.refused, `${code ?? `code ${body.code}`} (HTTP ${status}): ${body.message}`, {
    lines: violationLines(body),
    hint: hintFor(code),
    json: { status, errorCode: code, ...body },
  })
}

/** The catalogue's name of an error. */
export const errorCodeOf = (body: ErrorBody): string | undefined =>
  body.details.flatMap((detail) => ('errorCode' in detail ? [detail.errorCode] : []))[0]

/** One line for each wrong member, and for each policy that was asked. */
export function violationLines(body: Pick<ErrorBody, 'details' | 'message'>): string[] {
  return body.details.flatMap((detail) => {
    if ('fieldViolations' in detail) {
      return detail.fieldViolations
        .filter(({ description }) => description !== body.message)
        .map(({ field, description }) => `${field}: ${description}`)
    }
    if ('policyEvaluations' in detail) {
      return detail.policyEvaluations.map(({ policyId, outcome }) => `policy ${policyId}: ${outcome}`)
    }
    return []
  })
}

/** The body of a query, good for this call and time only. Members that the caller names are kept. */
export const bindQuery = ({ path }: Pick<Call, 'path'>, members: object, timestampMs: string) => ({
  timestampMs,
  callPath: path,
  ...members,
})

/** A client for the calls that commands are made of. */
export function createClient(host: Host, connection: Connection) {
  const post = (call: Pick<Call, 'path'>, body: object) =>
    send(host, prepare(connection, call.path, new TextEncoder().encode(JSON.stringify(body))))
  const { organizationId } = connection
  return {
    query: <T>(call: Pick<Call, 'path'>, request: object = {}) =>
      post(call, bindQuery(call, { organizationId, ...request }, String(host.clock()))) as Promise<T>,
    /** The activity, whatever its status. */
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
