/** Shared by the journal commands: the choice of database and the display of verdicts. */
import type { Journals, SecretSource, VerifiedJournal } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context } from '../command.ts'
import { stateFolderOf } from '../connect/stateFolder.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import { readDatabaseUrl, resolveDatabaseUrl } from './databaseUrl.ts'

/**
 * Chooses the folder of a development server or the database of a deployment.
 * @param readSecret reads the root secret of a deployment; a folder contains its own
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
  return { from, onEntries: showProgress(context), ...(organizationId !== undefined && { organizationId }) }
}

/** @throws Failure if there are no journals */
export function assertFound(journals: readonly VerifiedJournal[], { organizationId }: Journals): void {
  if (journals.length > 0) return
  const missing =
    organizationId === undefined
      ? 'the database contains no organization'
      : `organization ${organizationId} not found`
  throw new Failure(ExitCode.refused, missing)
}

/** Table row of a journal: verdict, organization, and the text from `say`. */
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

const PROGRESS_MS = 5_000

/** Shows on standard error how many entries were verified, and how many per second. */
function showProgress({ host }: Context): (count: number) => void {
  const began = host.clock()
  let entries = 0
  let shown = began
  return (count) => {
    entries += count
    const now = host.clock()
    if (now - shown < PROGRESS_MS) return
    shown = now
    const rate = Math.round(entries / ((now - began) / 1_000))
    host.err(`verified ${counted(entries, 'entry', 'entries')}, ${rate} per second\n`)
  }
}

/** Fails the command if any journal is invalid. */
export const exitCodeOf = (journals: readonly VerifiedJournal[]): ExitCode =>
  journals.every(({ verdict }) => verdict.ok) ? ExitCode.ok : ExitCode.refused
