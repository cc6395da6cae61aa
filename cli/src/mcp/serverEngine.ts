/** A running server, in the name of the user whose API key the session has. */
import { calls, type ResponseOf } from '@keywright/contract'
import { prepare, readAnswer } from '../connect/client.ts'
import type { Connection } from '../connect/connection.ts'
import { addFrame } from '../connect/frame.ts'
import { reach } from '../connect/reach.ts'
import type { Host } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'
import { type CallRequest, type Engine, queriesOf } from './engine.ts'

/** @param allowsWrites whether submits are sent; the policies of the organization decide about them */
export function createServerEngine(
  host: Host,
  connection: Connection,
  { allowsWrites }: { readonly allowsWrites: boolean },
): Engine {
  let checked: Promise<void> | undefined

  async function call({ call, type, parameters, organizationId }: CallRequest) {
    if (call.kind === 'submit') {
      if (!allowsWrites) {
        throw usageFailure(
          `${call.name} writes, and this session is read-only`,
          'ask the user to run it, or to restart keywright mcp with --allow-writes',
        )
      }
      checked ??= assertLimited()
      await checked
    }
    const body = addFrame(call, type, parameters, {
      organizationId: organizationId ?? connection.organizationId,
      timestampMs: String(host.clock()),
    })
    const request = prepare(connection, call.path, new TextEncoder().encode(JSON.stringify(body)))
    const response = await reach(host, request.url, {
      method: 'POST',
      body: request.body as BodyInit,
      headers: { ...request.headers },
    })
    return { status: response.status, body: await readAnswer(response) }
  }

  /** @throws Failure (usage) if no policy limits the user */
  async function assertLimited(): Promise<void> {
    const client = queriesOf(engine)
    const { userId } = await client.query<ResponseOf<'whoami'>>(calls.whoami, {})
    const { configs } = await client.query<ResponseOf<'get_organization_configs'>>(
      calls.get_organization_configs,
      {},
    )
    const { userIds, threshold } = configs.quorum ?? { userIds: [], threshold: 1 }
    if (threshold === 1 && userIds.includes(userId)) {
      throw usageFailure(
        `user ${userId} is the root quorum, which no policy limits`,
        'restart keywright mcp with the API key of a user who has a policy for the calls of the agent',
      )
    }
  }

  const engine: Engine = {
    call,
    async about() {
      const { body } = await call({ call: calls.whoami, parameters: {} })
      const { baseUrl: server, key } = connection
      return { server, allowsWrites, publicKey: key.publicKey, ...Object(body) }
    },
    close: async () => {},
  }
  return engine
}
