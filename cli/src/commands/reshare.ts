/** `keywright reshare` */
import { abortReshare, reshareRootSecret } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { assertFolderIsNew } from '../files/files.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import { resolveSecret } from '../operate/secretSource.ts'
import { describeShares, readNewShares, sharesToJson } from '../operate/shares.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style, host } = context
  const wanted = await readNewShares(context)
  if (input.isOn('abort')) {
    if (wanted || input.rest().length > 0) throw usageFailure('--abort takes no shares', 'pass --abort alone')
    const aborted = await abortReshare(await resolveDatabaseUrl(context))
    return { text: 'The new shares were discarded. The old shares stay valid.', json: { aborted } }
  }
  if (!wanted)
    throw usageFailure('--shares and --threshold are missing', 'for example: --shares 5 --threshold 3')
  const { count, threshold, folder } = wanted
  if (folder) await assertFolderIsNew(host, folder.path)
  const shares = await reshareRootSecret({
    databaseUrl: await resolveDatabaseUrl(context),
    from: await resolveSecret(context),
    count,
    threshold,
    ...(folder && { keepShares: folder.keep }),
  })
  const lines = [
    ...describeShares(wanted, shares, style),
    style.yellow(
      `# The old shares stay valid until ${threshold} holders confirm their new shares with keywright unseal FILE.`,
    ),
  ]
  return { text: lines.join('\n'), json: sharesToJson(wanted, shares) }
}
