/** Resolves the source of the root secret for commands that access the database. */
import type { SecretSource } from '@keywright/server'
import type { Context } from '../command.ts'
import { resolveKeptSecret } from '../files/token.ts'
import { usageFailure } from '../output/failure.ts'
import { readShares } from './shares.ts'

/** The source named by flags or arguments, by default shares on standard input. @throws Failure (usage) */
export const resolveSecret = async (context: Context): Promise<SecretSource> =>
  (await readNamedSecret(context)) ?? toSource(context, [])

/** Shares in files, a key file, a key command, or a token; undefined if none is named. @throws Failure (usage) */
export async function readNamedSecret(context: Context): Promise<SecretSource | undefined> {
  const { input } = context
  const files = input.rest()
  if (files.length === 0) return resolveKeptSecret(context)
  const named = ['key-file', 'key-command'].find((flag) => input.flag(flag) !== undefined)
  if (named !== undefined) {
    throw usageFailure(`shares and --${named} cannot be combined`, 'pass one of them')
  }
  // Shares take precedence over a token or a key command from the environment, which are meant for servers.
  return toSource(context, files)
}

async function toSource(context: Context, files: readonly string[]): Promise<SecretSource> {
  const given = await readShares(context, files)
  return { shares: given.map(({ text }) => text), files: given.map(({ name }) => name) }
}
