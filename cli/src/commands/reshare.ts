/** `keywright reshare` */
import { abortReshare, reshareRootSecret, type SecretSource } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { usageFailure } from '../failure.ts'
import { assertFolderIsNew } from '../files.ts'
import { describeShares, readNewShares, readShares, sharesToJson } from '../shares.ts'
import { assertOneSource, resolveToken } from '../token.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style, host } = context
  const wanted = await readNewShares(context)
  if (input.isOn('abort')) {
    if (wanted || input.rest().length > 0) throw usageFailure('--abort takes no shares', 'give it alone')
    const aborted = await abortReshare(await resolveDatabaseUrl(context))
    return { text: 'The new shares are worthless now; the old ones hold.', json: { aborted } }
  }
  if (!wanted) throw usageFailure('--shares and --threshold are missing', 'like --shares 5 --threshold 3')
  const { count, threshold, folder } = wanted
  if (folder) await assertFolderIsNew(host, folder.path)
  const shares = await reshareRootSecret({
    databaseUrl: await resolveDatabaseUrl(context),
    from: await sourceOf(context),
    count,
    threshold,
    ...(folder && { keepShares: folder.keep }),
  })
  const lines = [
    ...describeShares(wanted, shares, style),
    style.yellow(
      `# The old shares hold until ${threshold} of the new ones are given back: keywright unseal FILE, by each holder.`,
    ),
  ]
  return { text: lines.join('\n'), json: sharesToJson(wanted, shares) }
}

/** Shares, unless a key file or a token is named. */
async function sourceOf(context: Context): Promise<SecretSource> {
  const { input } = context
  const keyFile = input.flag('key-file')
  const files = input.rest()
  if (keyFile !== undefined && files.length > 0) {
    throw usageFailure('the root secret has two sources, shares and a key file', 'give one of them')
  }
  // Named in the environment, a token is for servers; shares that are given are meant.
  const token = files.length > 0 ? undefined : await resolveToken(context)
  assertOneSource(keyFile, token)
  if (keyFile !== undefined) return { keyFile }
  if (token) return { token }
  const given = await readShares(context, files)
  return { shares: given.map(({ text }) => text), files: given.map(({ name }) => name) }
}
