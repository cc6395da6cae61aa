/** `keywright journal verify` */
import { verifyJournals } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { readDatabaseUrl, resolveDatabaseUrl } from '../databaseUrl.ts'
import { ExitCode } from '../exitCode.ts'
import { Failure } from '../failure.ts'
import { stateFolderOf } from '../stateFolder.ts'
import { toColumns } from '../table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const organizationId = input.flag('organization-id')
  const isDatabase =
    input.flag('state') === undefined &&
    ((await readDatabaseUrl(context)) !== undefined || Boolean(host.env['DATABASE_URL']))
  const from = isDatabase
    ? { databaseUrl: await resolveDatabaseUrl(context) }
    : { stateDir: stateFolderOf(context) }
  const journals = await verifyJournals({ from, ...(organizationId !== undefined && { organizationId }) })
  if (journals.length === 0) {
    throw new Failure(
      ExitCode.refused,
      organizationId === undefined
        ? 'there is no organization yet'
        : `there is no organization ${organizationId}`,
    )
  }
  const rows = journals.map(({ organizationId: id, verdict }) =>
    verdict.ok
      ? [style.green('ok   '), id, `${verdict.entries} entries, head ${verdict.head}`]
      : [style.red('wrong'), id, `entry ${verdict.sequence}: ${verdict.reason}`],
  )
  const isWhole = journals.every(({ verdict }) => verdict.ok)
  return { text: toColumns(rows), json: { journals }, exitCode: isWhole ? ExitCode.ok : ExitCode.refused }
}
