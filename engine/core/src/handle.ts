/** The path of a request: find the call, read, run, respond. */
import { ApiError, bodyBytesOf, findCall } from '@keywright/contract'
import { faultOf, refusalOf } from './errors.ts'
import { pathOf } from './http/pathOf.ts'
import { readBody } from './http/readBody.ts'
import { respond, respondError, respondPreflight, respondWrongMethod } from './http/respond.ts'
import type { EngineParts, Incoming } from './parts.ts'
import { runQuery } from './query.ts'
import { runSubmit } from './runSubmit.ts'

/** Answers any request. Never throws. */
export async function handle(request: Request, engine: EngineParts): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight()
  try {
    const pathname = pathOf(request.url)
    const call = findCall(pathname)
    if (!call) throw new ApiError('PATH_NOT_FOUND', { path: pathname.slice(0, 200) })
    if (request.method !== 'POST') return respondWrongMethod(request.method)
    const body = await readBody(request, bodyBytesOf(call))
    return respond(await run({ call, headers: request.headers, body }, engine))
  } catch (error) {
    const answer = errorAnswer(error, engine)
    engine.ports.about?.({ errorCode: answer.code })
    return respondError(answer)
  }
}

const run = ({ call, headers, body }: Incoming, engine: EngineParts): Promise<object> =>
  call.kind === 'query'
    ? runQuery({ call, headers, body }, engine)
    : runSubmit({ call, headers, body }, engine)

/** Faults get an id that the operator can find in the log. */
function errorAnswer(error: unknown, { ids, ports }: EngineParts): ApiError {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  const errorId = ids.random()
  ports.log?.(errorId, error)
  return faultOf(error, errorId)
}
