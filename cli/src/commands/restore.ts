/** `keywright restore` */
import { restoreDatabase } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import { readNamedSecret } from '../operate/secretSource.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const file = input.required('FILE')
  const secret = await readNamedSecret(context)
  const facts = await restoreDatabase({ databaseUrl: await resolveDatabaseUrl(context), file, secret })
  const lines = [
    `restored ${file}: ${counted(facts.organizations, 'organization')}, ${counted(facts.rows, 'row')}, as of ${facts.at}`,
    style.dim(
      'run keywright journal verify to check every entry; the shares from the time of the backup are valid',
    ),
  ]
  return { text: lines.join('\n'), json: { file, ...facts, isMacChecked: secret !== undefined } }
}
