/** What the tools run calls in: a temporary engine, or a server. */
import type { Call, ErrorBody } from '@keywright/contract'
import { refusal } from '../connect/client.ts'
import type { QueryClient } from '../policy/liveRequest.ts'

export interface CallRequest {
  readonly call: Call
  readonly type?: string | undefined
  readonly parameters: object
  /** Name of the key that stamps, in a temporary engine. Default: the root user's key. */
  readonly as?: string | undefined
  /** Default: the organization of the engine, or of the connection. */
  readonly organizationId?: string | undefined
}

export interface Engine {
  /** @throws Failure if the session may not run the call */
  call(request: CallRequest): Promise<{ readonly status: number; readonly body: unknown }>
  about(): Promise<object>
  close(): Promise<void>
}

/** Sends queries to an engine. @param as who asks */
export const queriesOf = (
  engine: Engine,
  as: Pick<CallRequest, 'as' | 'organizationId'> = {},
): QueryClient => ({
  async query<T>(call: Pick<Call, 'path'>, request: object): Promise<T> {
    const { status, body } = await engine.call({ ...as, call: call as Call, parameters: request })
    if (status !== 200) throw refusal(status, body as ErrorBody)
    return body as T
  },
})
