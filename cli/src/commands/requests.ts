/** `keywright requests` */
import type { LoggedRequest } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { devJson, notFound } from '../connect/devApi.ts'
import { usageFailure } from '../output/failure.ts'
import type { Style } from '../output/style.ts'
import { toColumns } from '../output/table.ts'
import { showExplanation } from '../policy/showExplanation.ts'

const LOOK_EVERY_MS = 500
/** Number of requests that the server keeps. */
const ALL = 1_000

interface InFull extends LoggedRequest {
  readonly body: string | null
  readonly answer: string | null
}

export async function run(context: Context): Promise<Outcome | undefined> {
  const { input, style } = context
  const id = input.argument('REQUEST')
  if (id !== undefined) {
    if (input.isOn('follow')) throw usageFailure('--follow cannot be used with REQUEST', 'omit one of them')
    const request = await devJson<InFull>(context, 'GET', `/requests/${encodeURIComponent(id)}`).catch(
      notFound(
        `request \`${id}\` not found`,
        `the server keeps the last ${ALL.toLocaleString('en-US')} requests\nfor example: keywright requests --limit 100 shows IDs`,
      ),
    )
    return { text: showInFull(request, style), json: request }
  }
  const limit = readWholeNumber('--limit', input.flag('limit') ?? '10', 1, ALL)
  if (input.isOn('follow')) return follow(context, limit)
  const requests = (await list(context, limit)).toReversed()
  const none = style.dim('no requests yet')
  return {
    text: requests.length === 0 ? none : requests.map((one) => line(one, style)).join('\n'),
    json: { requests },
  }
}

/** Shows the latest requests and then each new one, until interrupted. */
async function follow(context: Context, limit: number): Promise<undefined> {
  const { host, style, emit } = context
  let seen: ReadonlySet<string> | undefined
  while (!host.interrupted.aborted) {
    const newest = await list(context, ALL)
    const before = seen
    const news = before ? newest.filter(({ id }) => !before.has(id)) : newest.slice(0, limit)
    for (const request of news.toReversed()) emit({ text: line(request, style), json: request })
    seen = new Set(newest.map(({ id }) => id))
    await host.sleep(LOOK_EVERY_MS)
  }
  return undefined
}

const list = async (context: Context, limit: number): Promise<LoggedRequest[]> =>
  (await devJson<{ requests: LoggedRequest[] }>(context, 'GET', `/requests?limit=${limit}`)).requests

function line(
  { id, at, call, method, path, status, milliseconds, error, activity }: LoggedRequest,
  style: Style,
) {
  const time = new Date(at).toISOString().slice(11, 19)
  const came = error
    ? style.red(error.errorCode ?? error.message)
    : (activity?.status.replace('ACTIVITY_STATUS_', '') ?? '')
  return `${time} ${id} ${call ?? `${method} ${path}`} ${status} ${milliseconds} ms ${came}`.trimEnd()
}

function showInFull(request: InFull, style: Style): string {
  const { stamp, explanation, error, body, answer } = request
  const rows = [
    ['request', request.id],
    ['call', request.call ?? `${request.method} ${request.path}`],
    ['organization', request.organizationId ?? ''],
    ['stamp', `${stamp.header ?? 'none'}: ${stamp.check}`],
    ['response', `${request.status} in ${request.milliseconds} ms`],
    ...(error ? [['error', `${error.errorCode ?? error.code}: ${error.message}`]] : []),
  ]
  return [
    toColumns(rows),
    ...(body === null ? [] : [style.bold('request body'), body]),
    ...(answer === null ? [] : [style.bold('response body'), answer]),
    ...(explanation === null ? [] : [style.bold('policies'), showExplanation(explanation, style)]),
  ].join('\n')
}
