/** `keywright backup` */
import { backupDatabase } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import { readNamedSecret } from '../operate/secretSource.ts'
import { version } from '../version.ts'

export async function run(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  const secret = await readNamedSecret(context)
  const databaseUrl = await resolveDatabaseUrl(context)
  const facts = await backupDatabase({ databaseUrl, file, secret, release: version })
  const { organizations, rows, at } = facts
  return {
    text: `${file}: ${counted(organizations, 'organization')}, ${counted(rows, 'row')}, as of ${at}`,
    json: { file, ...facts, hasMac: secret !== undefined },
  }
}
