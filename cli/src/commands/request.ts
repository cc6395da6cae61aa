/** `keywright request`: builds, validates, stamps and sends the body of any call. */
import { type Activity, ApiError, type Call, parseBody } from '@keywright/contract'
import { parseJson, sha256, toHex } from '@keywright/keys'
import { resolveCall } from '../arguments/calls.ts'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { activityOutcome } from '../connect/activity.ts'
import { type Prepared, prepare, send, violationLines } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { addFrame } from '../connect/frame.ts'
import { readValueBytes, whyNoJson } from '../files/files.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'

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
  /** Whether to replace the frame of a complete body. */
  readonly isRenewed: boolean
}

/** The bytes to send: a complete body unchanged, otherwise the given parameters or filters with a frame around them. */
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
  // A query body without callPath still needs its binding.
  const isWhole = hasFrame(call, value) && (call.kind === 'submit' || 'callPath' in value)
  const body = isWhole ? value : addFrame(call, type, value, frame)
  if (frame.isChecked) check(call, body, isWhole ? '' : call.kind)
  return isWhole ? given : new TextEncoder().encode(JSON.stringify(body))
}

const hasFrame = (call: Call, value: object) =>
  call.kind === 'submit' ? 'parameters' in value : 'organizationId' in value

/** Extracts the parameters or filters of a complete body, and the activity type of a submit. */
function takeFrame(call: Call, value: Record<string, unknown>): { inner: unknown; type?: string } {
  const { organizationId: _organizationId, timestampMs: _time, callPath: _path, ...inner } = value
  if (call.kind === 'query') return { inner }
  const { parameters, type } = value
  return { inner: parameters, ...(typeof type === 'string' && { type }) }
}

/** @throws Failure (usage) with one line per invalid field */
function check(call: Call, body: object, kind: string): void {
  try {
    parseBody(call as never, body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = kind === 'submit' ? 'parameters' : 'fields'
    throw new Failure(
      ExitCode.usage,
      `${call.name} was not sent, because its body is invalid: ${error.message}`,
      {
        lines: violationLines({ details: error.details, message: error.message }),
        hint: `see the ${fields} at /api/#${call.name} in the documentation, or pass --no-check to send the body anyway`,
        json: { errorCode: error.code, ...error.toBody() },
      },
    )
  }
}

/** Returns undefined if the text is not a JSON object and --no-check is set. */
function readObject(text: string, isChecked: boolean): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!isChecked) return undefined
    throw usageFailure(
      `the body is not JSON: ${whyNoJson(text, error)}`,
      'quote it with single quotes for the shell, or put it in a file and pass @FILE',
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  if (!isChecked) return undefined
  throw usageFailure('the body is not a JSON object', `for example: '{"walletName":"First","accounts":[]}'`)
}

/** Shows the request in parts, for comparison with another client. */
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
