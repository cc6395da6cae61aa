/** What the commands about journals share: the database that they work on, and how they show a verdict. */
import type { Journals, SecretSource, VerifiedJournal } from '@keywright/server'
import type { Context } from './command.ts'
import { readDatabaseUrl, resolveDatabaseUrl } from './databaseUrl.ts'
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import { stateFolderOf } from './stateFolder.ts'

/**
 * The folder of a development server, or the database of a team.
 * @param readSecret the root secret of a team; a folder holds its own
 */
export async function readJournalFlags(
  context: Context,
  readSecret: (context: Context) => Promise<SecretSource | undefined>,
): Promise<Journals> {
  const { input, host } = context
  const organizationId = input.flag('organization-id')
  const isDatabase =
    input.flag('state') === undefined &&
    ((await readDatabaseUrl(context)) !== undefined || Boolean(host.env['DATABASE_URL']))
  const from = isDatabase
    ? { databaseUrl: await resolveDatabaseUrl(context), secret: await readSecret(context) }
    : { stateDir: stateFolderOf(context) }
  return { from, ...(organizationId !== undefined && { organizationId }) }
}

/** @throws Failure if the database holds no journal */
export function assertFound(journals: readonly VerifiedJournal[], { organizationId }: Journals): void {
  if (journals.length > 0) return
  const missing =
    organizationId === undefined
      ? 'there is no organization yet'
      : `there is no organization ${organizationId}`
  throw new Failure(ExitCode.refused, missing)
}

/** One line of a table per journal: the verdict, the organization, and what `say` adds. */
export function toVerdictRow<J extends VerifiedJournal>(
  { style }: Context,
  journal: J,
  say: (journal: J) => string,
): string[] {
  const { organizationId, verdict } = journal
  return verdict.ok
    ? [style.green('ok   '), organizationId, say(journal)]
    : [style.red('wrong'), organizationId, `entry ${verdict.sequence}: ${verdict.reason}`]
}

/** Fails the command if one of them is wrong. */
export const exitCodeOf = (journals: readonly VerifiedJournal[]): ExitCode =>
  journals.every(({ verdict }) => verdict.ok) ? ExitCode.ok : ExitCode.refused
