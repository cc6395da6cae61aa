/** `keywright reshare` */
import { reshareRootSecret } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { usageFailure } from '../failure.ts'
import { assertFolderIsNew } from '../files.ts'
import { describeShares, readNewShares, readShares, sharesToJson } from '../shares.ts'
import { assertOneSource, resolveToken } from '../token.ts'

export async function run(context: Context): Promise<Outcome> {
  const { style, host } = context
  const wanted = await readNewShares(context)
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
      '# The server refuses the old shares from now on. They still hold the secret: destroy them.',
    ),
  ]
  return { text: lines.join('\n'), json: sharesToJson(wanted, shares) }
}

/** Shares, unless a key file or a token is named. */
async function sourceOf(context: Context): Promise<Parameters<typeof reshareRootSecret>[0]['from']> {
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
  return token ? { token } : { shares: await readShares(context, files) }
}
