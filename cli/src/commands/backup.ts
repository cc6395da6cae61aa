/** `keywright backup` */
import { backupDatabase } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { counted } from '../numbers.ts'
import { readNamedSecret } from '../secretSource.ts'

export async function run(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  const secret = await readNamedSecret(context)
  const facts = await backupDatabase({ databaseUrl: await resolveDatabaseUrl(context), file, secret })
  const { organizations, rows, at } = facts
  return {
    text: `${file}: ${counted(organizations, 'organization')}, ${counted(rows, 'row')}, as of ${at}`,
    json: { file, ...facts, hasMac: secret !== undefined },
  }
}
