/** `keywright request`: any call, with its body built, checked, stamped and sent. */
import { type Activity, ApiError, type Call, parseBody } from '@keywright/contract'
import { parseJson, sha256, toHex } from '@keywright/keys'
import { activityOutcome } from '../activity.ts'
import { resolveCall } from '../calls.ts'
import { type Prepared, prepare, send, violationLines } from '../client.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveConnection } from '../connection.ts'
import { ExitCode } from '../exitCode.ts'
import { Failure, usageFailure } from '../failure.ts'
import { readValueBytes, whyNoJson } from '../files.ts'
import { addFrame } from '../frame.ts'
import { counted } from '../numbers.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const { call, type } = resolveCall(input.required('CALL'))
  const connection = await resolveConnection(context)
  const given = await readValueBytes(host, input.argument('BODY') ?? '{}')
  const body = buildBody(call, input.flag('type') ?? type, given, {
    organizationId: connection.organizationId,
    timestampMs: String(host.clock()),
    isChecked: !input.isOn('no-check'),
    isRenewed: input.isOn('renew'),
  })
  const prepared = prepare(connection, call.path, body)
  if (input.isOn('dry-run')) return describeRequest(prepared)

  const answer = await send(host, prepared)
  const activity = (answer as { activity?: Activity }).activity
  if (call.kind === 'submit' && activity) return { ...activityOutcome(activity, style), json: answer }
  return { text: JSON.stringify(answer, undefined, 2), json: answer }
}

interface Frame {
  readonly organizationId: string
  readonly timestampMs: string
  readonly isChecked: boolean
  /** Whether a whole frame that was given makes room for a new one. */
  readonly isRenewed: boolean
}

/** The bytes to send. A whole frame keeps its bytes; else the frame is built around what was given. */
function buildBody(call: Call, type: string | undefined, given: Uint8Array, frame: Frame): Uint8Array {
  const text = new TextDecoder().decode(given)
  const value = readObject(text, frame.isChecked)
  if (value === undefined) return given
  if (frame.isRenewed && hasFrame(call, value)) {
    const { inner, type: typeOf } = takeFrame(call, value)
    return buildBody(call, type ?? typeOf, new TextEncoder().encode(JSON.stringify(inner)), {
      ...frame,
      isRenewed: false,
    })
  }
  // A query body without its binding gets one.
  const isWhole = hasFrame(call, value) && (call.kind === 'submit' || 'callPath' in value)
  const body = isWhole ? value : addFrame(call, type, value, frame)
  if (frame.isChecked) check(call, body, isWhole ? '' : call.kind)
  return isWhole ? given : new TextEncoder().encode(JSON.stringify(body))
}

const hasFrame = (call: Call, value: object) =>
  call.kind === 'submit' ? 'parameters' in value : 'organizationId' in value

/** What stands inside a frame, and the type that the frame of a submit names. */
function takeFrame(call: Call, value: Record<string, unknown>): { inner: unknown; type?: string } {
  const { organizationId: _organizationId, timestampMs: _time, callPath: _path, ...inner } = value
  if (call.kind === 'query') return { inner }
  const { parameters, type } = value
  return { inner: parameters, ...(typeof type === 'string' && { type }) }
}

/** @throws Failure (usage) with one line for each wrong member */
function check(call: Call, body: object, kind: string): void {
  try {
    parseBody(call as never, body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const members = kind === 'submit' ? 'parameters' : 'members'
    throw new Failure(ExitCode.usage, `${call.name} was not sent, its body is wrong: ${error.message}`, {
      lines: violationLines({ details: error.details, message: error.message }),
      hint: `the documentation lists the ${members} at /api/#${call.name}; --no-check sends the body all the same`,
      json: { errorCode: error.code, ...error.toBody() },
    })
  }
}

/** Undefined for text that is no JSON object and is to be sent unchecked. */
function readObject(text: string, isChecked: boolean): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!isChecked) return undefined
    throw usageFailure(
      `the body is not JSON: ${whyNoJson(text, error)}`,
      'quote it for the shell with single quotes, or put it in a file and write @FILE',
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  if (!isChecked) return undefined
  throw usageFailure('the body is not a JSON object', `like '{"walletName":"First","accounts":[]}'`)
}

/** What would be sent, in parts that can be compared with another client's. */
function describeRequest({ url, body, stamp, headers }: Prepared): Outcome {
  const text = new TextDecoder().decode(body)
  const digest = toHex(sha256(body))
  const curl = [
    `curl -X POST '${url}'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    `--data-binary '${text.replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n  ')
  const lines = [
    `POST ${url}`,
    '',
    text,
    '',
    `${counted(body.length, 'byte')}, SHA-256 ${digest}`,
    `public key  ${stamp.publicKey}`,
    `scheme      ${stamp.scheme}`,
    `signature   ${stamp.signature}`,
    '',
    curl,
  ]
  return {
    text: lines.join('\n'),
    json: { method: 'POST', url, headers, body: text, bytes: body.length, sha256: digest, stamp },
  }
}
