/** `keywright reshare` */
import { reshareRootSecret } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { usageFailure } from '../failure.ts'
import { readShareNumbers, readShares } from '../shares.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const numbers = readShareNumbers(input)
  if (!numbers) throw usageFailure('--shares and --threshold are missing', 'like --shares 5 --threshold 3')
  const keyFile = input.flag('key-file')
  const shares = await reshareRootSecret({
    databaseUrl: await resolveDatabaseUrl(context),
    from: keyFile === undefined ? { shares: await readShares(context, input.rest()) } : { keyFile },
    ...numbers,
  })
  const lines = shares.map((share, i) => `share ${i + 1}  ${share}`)
  lines.push(
    style.yellow('The server refuses the old shares from now on. They still hold the secret: destroy them.'),
  )
  return { text: lines.join('\n'), json: { shares } }
}
