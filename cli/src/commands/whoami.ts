/** `keywright whoami` */
import { calls, type ResponseOf } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const connection = await resolveConnection(context)
  const caller = await createClient(context.host, connection).query<ResponseOf<'whoami'>>(calls.whoami)
  const text = toColumns([
    ['organization', caller.organizationName, caller.organizationId],
    ['user', caller.username, caller.userId],
    ['API key', connection.key.curve, connection.key.publicKey],
  ])
  return { text, json: caller }
}
